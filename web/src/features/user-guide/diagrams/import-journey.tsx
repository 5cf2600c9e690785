import { DiagramArrow } from './diagram-arrow.tsx';
import { BOX_HEIGHT, DiagramBox } from './diagram-box.tsx';

const WIDTH = 124;
const GAP = 34;
const STEPS = [
  ['File', 'stored as it is'],
  ['Reading', 'row by row'],
  ['Ledger', 'without repeats'],
  ['Figures', 'days, members'],
  ['Rules', 'whoever moved'],
] as const;
const TOP = 12;
const BELOW = 112;
const leftOf = (step: number): number => 8 + step * (WIDTH + GAP);
const middleOf = (step: number): number => leftOf(step) + WIDTH / 2;

/** From a file to an alert, and to the receipt. */
export function ImportJourney() {
  return (
    <svg viewBox="0 0 772 176" aria-hidden>
      {STEPS.map(([title, words], step) => (
        <DiagramBox key={title} x={leftOf(step)} y={TOP} width={WIDTH} title={title} words={words} />
      ))}
      {STEPS.slice(1).map(([title], before) => (
        <DiagramArrow
          key={title}
          way={`M${leftOf(before) + WIDTH} ${TOP + 26}H${leftOf(before + 1) - 6}`}
          at={[leftOf(before + 1), TOP + 26]}
          towards="right"
        />
      ))}
      <DiagramBox
        x={leftOf(1)}
        y={BELOW}
        width={2 * WIDTH + GAP}
        title="Receipt"
        words="stored, duplicates, rejected, control totals"
        isResult
      />
      <DiagramBox
        x={leftOf(3)}
        y={BELOW}
        width={WIDTH}
        title="Dashboard"
        words="updates by itself"
        isResult
      />
      <DiagramBox x={leftOf(4)} y={BELOW} width={WIDTH} title="Alerts" words="with evidence" isResult />
      {[1, 2, 3, 4].map((step) => (
        <DiagramArrow
          key={step}
          way={`M${middleOf(step)} ${TOP + BOX_HEIGHT}V${BELOW - 6}`}
          at={[middleOf(step), BELOW]}
          towards="down"
        />
      ))}
    </svg>
  );
}
