import { DiagramArrow } from './diagram-arrow.tsx';
import { DiagramBox } from './diagram-box.tsx';

const PARTS = [
  ['Stored', 300],
  ['Duplicates', 140],
  ['Rejected', 100],
] as const;
const LEFT = 116;

/** What a receipt must add up to. */
export function ReceiptBalance() {
  const starts = PARTS.map((_, at) => PARTS.slice(0, at).reduce((sum, [, width]) => sum + width, LEFT));
  return (
    <svg viewBox="0 0 772 190" aria-hidden>
      <text x={LEFT - 12} y={40} className="diagram-words diagram-label">
        File
      </text>
      <g className="diagram-box">
        <rect x={LEFT} y={10} width={540} height={48} rx={6} />
        <text x={LEFT + 270} y={40} className="diagram-title">
          Entries read, and their dollars
        </text>
      </g>
      <text x={LEFT + 270} y={82} className="diagram-title">
        =
      </text>
      <text x={LEFT - 12} y={126} className="diagram-words diagram-label">
        Receipt
      </text>
      {PARTS.map(([title, width], at) => (
        <DiagramBox
          key={title}
          x={(starts[at] ?? LEFT) + 2}
          y={96}
          width={width - 4}
          title={title}
          {...(at === 0 && { isResult: true })}
        />
      ))}
      <DiagramArrow
        way={`M${LEFT + 540} 34H${LEFT + 580}V160H${LEFT + 8}`}
        at={[LEFT, 160]}
        towards="left"
        words={{
          text: 'NACHA: also held against the control records of batch and file',
          x: LEFT + 270,
          y: 180,
        }}
      />
    </svg>
  );
}
