import { added, type Judgement } from './judge-reading.ts';
import type { CorpusReading } from './read-corpus.ts';
import { SCAN_QUALITIES } from './scans.ts';

/** Goals of reading documents: what of all rows is at least exactly right; wrong and imported is never good. */
const GOALS = { documents: 1, clean: 0.99, bad: 0 } as const;

/** One line for each kind of document: rows right, held and wrong. */
export function accuracyTable(readings: readonly CorpusReading[]): string {
  const lines = [
    line(
      'documents as files',
      readings.filter(({ scan }) => scan === null),
      GOALS.documents,
    ),
    ...SCAN_QUALITIES.map(({ name, isClean }) =>
      line(
        `scans, ${name}`,
        readings.filter(({ scan }) => scan === name),
        isClean ? GOALS.clean : GOALS.bad,
      ),
    ),
  ];
  const widths = [28, 6, 8, 8, 8, 8, 10];
  const row = (cells: readonly string[]): string =>
    cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ');
  return [row(['reading documents', 'rows', 'right', 'held', 'wrong', 'goal', '']), ...lines.map(row)].join(
    '\n',
  );
}

function line(what: string, readings: readonly Judgement[], goal: number): string[] {
  const { known, right, held, wrong } = added(readings);
  const isGood = wrong === 0 && right >= goal * known;
  const share = `${((100 * right) / Math.max(1, known)).toFixed(1)} %`;
  return [
    what,
    String(known),
    share,
    String(held),
    String(wrong),
    `>= ${100 * goal} %`,
    isGood ? 'ok' : 'MISSED',
  ];
}
