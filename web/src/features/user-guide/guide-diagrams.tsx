const ARROW_ROTATION = { right: 0, down: 90, left: 180, up: 270 } as const;

interface Arrow {
  /** An SVG path that ends at the arrowhead. */
  path: string;
  head: readonly [x: number, y: number];
  toward: keyof typeof ARROW_ROTATION;
  text?: string;
  textAt?: readonly [x: number, y: number];
}

function DiagramArrow({ path, head: [x, y], toward, text, textAt: [textX, textY] = [0, 0] }: Arrow) {
  return (
    <g className="diagram-arrow">
      <path d={path} fill="none" />
      <path d="M0 0L-8 -4L-8 4Z" transform={`translate(${x} ${y}) rotate(${ARROW_ROTATION[toward]})`} />
      {text !== undefined && (
        <text x={textX} y={textY} className="diagram-words">
          {text}
        </text>
      )}
    </g>
  );
}

type Box = { x: number; y: number; width: number; title: string; text?: string; isResult?: boolean };

const BOX_HEIGHT = 52;

function DiagramBox({ x, y, width, title, text, isResult = false }: Box) {
  const middle = x + width / 2;
  return (
    <g className={isResult ? 'diagram-box diagram-result' : 'diagram-box'}>
      <rect x={x} y={y} width={width} height={BOX_HEIGHT} rx={6} />
      <text x={middle} y={y + (text === undefined ? 31 : 23)} className="diagram-title">
        {title}
      </text>
      {text !== undefined && (
        <text x={middle} y={y + 40} className="diagram-words">
          {text}
        </text>
      )}
    </g>
  );
}

type DiagramProps = { height: number; boxes: readonly Box[]; arrows: readonly Arrow[] };

function Diagram({ height, boxes, arrows }: DiagramProps) {
  return (
    <svg viewBox={`0 0 772 ${height}`} aria-hidden>
      {boxes.map((box) => (
        <DiagramBox key={box.title} {...box} />
      ))}
      {arrows.map((arrow) => (
        <DiagramArrow key={arrow.path} {...arrow} />
      ))}
    </svg>
  );
}

const ALERT_BOXES: Box[] = [
  { x: 20, y: 66, width: 160, title: 'Unreviewed', text: 'raised by a rule' },
  { x: 306, y: 66, width: 160, title: 'Taken', text: 'by one analyst' },
  { x: 592, y: 66, width: 160, title: 'Reviewed', text: 'outcome and note', isResult: true },
];
const ALERT_ARROWS: Arrow[] = [
  { path: 'M180 84H300', head: [306, 84], toward: 'right', text: 'take, take next', textAt: [243, 76] },
  {
    path: 'M306 104H186',
    head: [180, 104],
    toward: 'left',
    text: 'release, lock ends',
    textAt: [243, 124],
  },
  { path: 'M466 92H586', head: [592, 92], toward: 'right', text: 'review', textAt: [529, 84] },
  {
    path: 'M672 118V168H100V124',
    head: [100, 118],
    toward: 'up',
    text: 'reopen with a reason; the history keeps the decision',
    textAt: [386, 186],
  },
  {
    path: 'M640 66V24H100V60',
    head: [100, 66],
    toward: 'down',
    text: 'activity grows by half: new alert',
    textAt: [386, 16],
  },
];

export function AlertLifecycleDiagram() {
  return <Diagram height={196} boxes={ALERT_BOXES} arrows={ALERT_ARROWS} />;
}

const STEP_WIDTH = 124;
const STEP_GAP = 34;
const IMPORT_STEPS = [
  ['File', 'stored unchanged'],
  ['Check', 'row by row'],
  ['Ledger', 'no duplicates'],
  ['Figures', 'days, members'],
  ['Rules', 'affected members'],
] as const;
const UPPER_ROW_Y = 12;
const LOWER_ROW_Y = 112;
const leftOf = (step: number): number => 8 + step * (STEP_WIDTH + STEP_GAP);
const middleOf = (step: number): number => leftOf(step) + STEP_WIDTH / 2;

const IMPORT_BOXES: Box[] = [
  ...IMPORT_STEPS.map(([title, text], step) => ({
    x: leftOf(step),
    y: UPPER_ROW_Y,
    width: STEP_WIDTH,
    title,
    text,
  })),
  ...[
    {
      x: leftOf(1),
      width: 2 * STEP_WIDTH + STEP_GAP,
      title: 'Receipt',
      text: 'stored, duplicates, rejected, control totals',
    },
    { x: leftOf(3), width: STEP_WIDTH, title: 'Dashboard', text: 'live updates' },
    { x: leftOf(4), width: STEP_WIDTH, title: 'Alerts', text: 'with evidence' },
  ].map((box) => ({ ...box, y: LOWER_ROW_Y, isResult: true })),
];
const IMPORT_ARROWS: Arrow[] = [1, 2, 3, 4].flatMap((step) => [
  {
    path: `M${leftOf(step - 1) + STEP_WIDTH} ${UPPER_ROW_Y + 26}H${leftOf(step) - 6}`,
    head: [leftOf(step), UPPER_ROW_Y + 26],
    toward: 'right',
  },
  {
    path: `M${middleOf(step)} ${UPPER_ROW_Y + BOX_HEIGHT}V${LOWER_ROW_Y - 6}`,
    head: [middleOf(step), LOWER_ROW_Y],
    toward: 'down',
  },
]);

export function ImportJourneyDiagram() {
  return <Diagram height={176} boxes={IMPORT_BOXES} arrows={IMPORT_ARROWS} />;
}

export function ReceiptBalanceDiagram() {
  return (
    <svg viewBox="0 0 772 190" aria-hidden>
      <text x={104} y={40} className="diagram-words diagram-label">
        File
      </text>
      <g className="diagram-box">
        <rect x={116} y={10} width={540} height={48} rx={6} />
        <text x={386} y={40} className="diagram-title">
          Entries read, by count and dollar amount
        </text>
      </g>
      <text x={386} y={82} className="diagram-title">
        =
      </text>
      <text x={104} y={126} className="diagram-words diagram-label">
        Receipt
      </text>
      <DiagramBox x={118} y={96} width={296} title="Stored" isResult />
      <DiagramBox x={418} y={96} width={136} title="Duplicates" />
      <DiagramBox x={558} y={96} width={96} title="Rejected" />
      <DiagramArrow
        path="M656 34H696V160H124"
        head={[116, 160]}
        toward="left"
        text="NACHA: compared with the batch and file control records"
        textAt={[386, 180]}
      />
    </svg>
  );
}
