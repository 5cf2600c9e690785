import type { Asked } from '../asked.ts';
import type { FactNote, Stated } from '../fact-sheet.ts';
import { isComparable } from './against-before.ts';
import { noted } from './noted.ts';

/** A figure of the period and of the one before it. */
export interface Pair {
  label: string;
  now: Stated;
  /** Null where the ledger does not reach over the whole period before. */
  before: Stated | null;
}

/** States a figure for both periods, or for this one alone where the other cannot be compared. */
export function pairOf(
  asked: Asked,
  figure: { label: string; source: string; now: number; before: number },
  state: (note: FactNote, value: number) => Stated,
): Pair {
  const { label, source } = figure;
  return {
    label,
    now: state(noted(label, source, asked.period), figure.now),
    before: isComparable(asked) ? state(noted(label, source, asked.previous), figure.before) : null,
  };
}
