import type { Period } from '../../metrics/period.ts';
import { periodWords } from '../day-words.ts';
import type { FactNote } from '../fact-sheet.ts';

/** "Credits, Jul 22 to Aug 20, 2026", from "Sum of credits …, 2026-07-22 to 2026-08-20". */
export function noted(label: string, source: string, period: Period): FactNote {
  return {
    label: `${label}, ${periodWords(period)}`,
    source: `${source}, ${period.firstDay} to ${period.lastDay}`,
  };
}

/** Of the ledger as it stands on its last day, whatever the period. */
export function notedAsOf(label: string, source: string, asOf: string): FactNote {
  const day = { firstDay: asOf, lastDay: asOf };
  return { label: `${label}, as of ${periodWords(day)}`, source: `${source}, as of ${asOf}` };
}
