interface DiagramArrowProps {
  /** The way of the line, as SVG writes it; it ends at the point of the arrow. */
  way: string;
  at: readonly [x: number, y: number];
  towards: 'right' | 'left' | 'up' | 'down';
  words?: { text: string; x: number; y: number };
}

const ARROW_ROTATION = { right: 0, down: 90, left: 180, up: 270 } as const;

function DiagramArrow({ way, at: [x, y], towards, words }: DiagramArrowProps) {
  return (
    <g className="diagram-arrow">
      <path d={way} fill="none" />
      <path d="M0 0L-8 -4L-8 4Z" transform={`translate(${x} ${y}) rotate(${ARROW_ROTATION[towards]})`} />
      {words !== undefined && (
        <text x={words.x} y={words.y} className="diagram-words">
          {words.text}
        </text>
      )}
    </g>
  );
}

interface DiagramBoxProps {
  x: number;
  y: number;
  width: number;
  /** One or two lines: what it is, then what happens there. */
  title: string;
  words?: string;
  /** Where something ends that people look at. */
  isResult?: true;
}

const BOX_HEIGHT = 52;

/** A box of a diagram in the colours of the theme. */
function DiagramBox({ x, y, width, title, words, isResult }: DiagramBoxProps) {
  const middle = x + width / 2;
  return (
    <g className={isResult === true ? 'diagram-box diagram-result' : 'diagram-box'}>
      <rect x={x} y={y} width={width} height={BOX_HEIGHT} rx={6} />
      <text x={middle} y={y + (words === undefined ? 31 : 23)} className="diagram-title">
        {title}
      </text>
      {words !== undefined && (
        <text x={middle} y={y + 40} className="diagram-words">
          {words}
        </text>
      )}
    </g>
  );
}

const ALERT_BOX_WIDTH = 160;

/** What becomes of an alert. */
export function AlertLifecycleDiagram() {
  return (
    <svg viewBox="0 0 772 196" aria-hidden>
      <DiagramBox x={20} y={66} width={ALERT_BOX_WIDTH} title="Unreviewed" words="raised by a rule" />
      <DiagramBox x={306} y={66} width={ALERT_BOX_WIDTH} title="Taken" words="by one person" />
      <DiagramBox x={592} y={66} width={ALERT_BOX_WIDTH} title="Reviewed" words="outcome and note" isResult />
      <DiagramArrow
        way="M180 84H300"
        at={[306, 84]}
        towards="right"
        words={{ text: 'take, take next', x: 243, y: 76 }}
      />
      <DiagramArrow
        way="M306 104H186"
        at={[180, 104]}
        towards="left"
        words={{ text: 'give back, time over', x: 243, y: 124 }}
      />
      <DiagramArrow
        way="M466 92H586"
        at={[592, 92]}
        towards="right"
        words={{ text: 'decide', x: 529, y: 84 }}
      />
      <DiagramArrow
        way="M672 118V168H100V124"
        at={[100, 118]}
        towards="up"
        words={{ text: 'reopen, with a reason; the first decision stays in the history', x: 386, y: 186 }}
      />
      <DiagramArrow
        way="M640 66V24H100V60"
        at={[100, 66]}
        towards="down"
        words={{ text: 'the behaviour grows by half: a new alert', x: 386, y: 16 }}
      />
    </svg>
  );
}

const STEP_WIDTH = 124;
const STEP_GAP = 34;
const IMPORT_STEPS = [
  ['File', 'stored as it is'],
  ['Reading', 'row by row'],
  ['Ledger', 'without repeats'],
  ['Figures', 'days, members'],
  ['Rules', 'whoever moved'],
] as const;
const UPPER_ROW_Y = 12;
const LOWER_ROW_Y = 112;
const leftOf = (step: number): number => 8 + step * (STEP_WIDTH + STEP_GAP);
const middleOf = (step: number): number => leftOf(step) + STEP_WIDTH / 2;

/** From a file to an alert, and to the receipt. */
export function ImportJourneyDiagram() {
  return (
    <svg viewBox="0 0 772 176" aria-hidden>
      {IMPORT_STEPS.map(([title, words], step) => (
        <DiagramBox
          key={title}
          x={leftOf(step)}
          y={UPPER_ROW_Y}
          width={STEP_WIDTH}
          title={title}
          words={words}
        />
      ))}
      {IMPORT_STEPS.slice(1).map(([title], before) => (
        <DiagramArrow
          key={title}
          way={`M${leftOf(before) + STEP_WIDTH} ${UPPER_ROW_Y + 26}H${leftOf(before + 1) - 6}`}
          at={[leftOf(before + 1), UPPER_ROW_Y + 26]}
          towards="right"
        />
      ))}
      <DiagramBox
        x={leftOf(1)}
        y={LOWER_ROW_Y}
        width={2 * STEP_WIDTH + STEP_GAP}
        title="Receipt"
        words="stored, duplicates, rejected, control totals"
        isResult
      />
      <DiagramBox
        x={leftOf(3)}
        y={LOWER_ROW_Y}
        width={STEP_WIDTH}
        title="Dashboard"
        words="updates by itself"
        isResult
      />
      <DiagramBox
        x={leftOf(4)}
        y={LOWER_ROW_Y}
        width={STEP_WIDTH}
        title="Alerts"
        words="with evidence"
        isResult
      />
      {[1, 2, 3, 4].map((step) => (
        <DiagramArrow
          key={step}
          way={`M${middleOf(step)} ${UPPER_ROW_Y + BOX_HEIGHT}V${LOWER_ROW_Y - 6}`}
          at={[middleOf(step), LOWER_ROW_Y]}
          towards="down"
        />
      ))}
    </svg>
  );
}

const BALANCE_PARTS = [
  ['Stored', 300],
  ['Duplicates', 140],
  ['Rejected', 100],
] as const;
const BALANCE_LEFT = 116;

/** What a receipt must add up to. */
export function ReceiptBalanceDiagram() {
  const starts = BALANCE_PARTS.map((_, at) =>
    BALANCE_PARTS.slice(0, at).reduce((sum, [, width]) => sum + width, BALANCE_LEFT),
  );
  return (
    <svg viewBox="0 0 772 190" aria-hidden>
      <text x={BALANCE_LEFT - 12} y={40} className="diagram-words diagram-label">
        File
      </text>
      <g className="diagram-box">
        <rect x={BALANCE_LEFT} y={10} width={540} height={48} rx={6} />
        <text x={BALANCE_LEFT + 270} y={40} className="diagram-title">
          Entries read, and their dollars
        </text>
      </g>
      <text x={BALANCE_LEFT + 270} y={82} className="diagram-title">
        =
      </text>
      <text x={BALANCE_LEFT - 12} y={126} className="diagram-words diagram-label">
        Receipt
      </text>
      {BALANCE_PARTS.map(([title, width], at) => (
        <DiagramBox
          key={title}
          x={(starts[at] ?? BALANCE_LEFT) + 2}
          y={96}
          width={width - 4}
          title={title}
          {...(at === 0 && { isResult: true })}
        />
      ))}
      <DiagramArrow
        way={`M${BALANCE_LEFT + 540} 34H${BALANCE_LEFT + 580}V160H${BALANCE_LEFT + 8}`}
        at={[BALANCE_LEFT, 160]}
        towards="left"
        words={{
          text: 'NACHA: also held against the control records of batch and file',
          x: BALANCE_LEFT + 270,
          y: 180,
        }}
      />
    </svg>
  );
}
