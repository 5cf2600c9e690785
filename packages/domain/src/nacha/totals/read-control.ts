import { fieldOf, type Layout } from '../layouts/layout.ts';
import { fieldProblemsOf } from '../problems/check-record.ts';
import { type NachaProblem, problemAt } from '../problems/nacha-problem.ts';
import type { NachaRecord } from '../records/nacha-record.ts';
import { columns } from '../records/nacha-record.ts';
import { type ControlTotals, differencesOf, type TotalName } from './control-totals.ts';
import { totalDollars } from './total-dollars.ts';

export interface ReadControl {
  declared: ControlTotals | null;
  balanced: boolean | null;
  differences: TotalName[];
  problems: NachaProblem[];
}

const WORDS: Readonly<Record<TotalName, { say: (total: number) => string; what: string }>> = {
  entryAddendaCount: { say: String, what: 'entries and addenda' },
  entryHash: { say: String, what: 'as entry hash' },
  debitCents: { say: totalDollars, what: 'of debits' },
  creditCents: { say: totalDollars, what: 'of credits' },
};

/** A number with blanks around it where zeros belong in front of it. */
const PADDED = /^ *\d+ *$/;

/**
 * Reads the totals of a control record and compares them with what was counted. Differences are warnings, to the cent, and
 * so is a total that is padded with blanks: it is a declared total all the same.
 */
export function readControl(record: NachaRecord, layout: Layout, counted: ControlTotals): ReadControl {
  const problems = fieldProblemsOf(record, layout).map(orPadded);
  if (problems.some(({ severity }) => severity === 'error'))
    return { declared: null, balanced: null, differences: [], problems };
  const declared: ControlTotals = {
    entryAddendaCount: numberIn(record, layout, 'entryAddendaCount'),
    entryHash: numberIn(record, layout, 'entryHash'),
    debitCents: numberIn(record, layout, 'debitCents'),
    creditCents: numberIn(record, layout, 'creditCents'),
  };
  const differences = differencesOf(declared, counted);
  for (const name of differences) {
    const { say, what } = WORDS[name];
    const sentence = `the ${layout.title} declares ${say(declared[name])} ${what}, counted were ${say(counted[name])}`;
    problems.push(
      problemAt(record, fieldOf(layout, name), { rule: 'control_mismatch', severity: 'warning', sentence }),
    );
  }
  return { declared, balanced: differences.length === 0, differences, problems };
}

function orPadded(problem: NachaProblem): NachaProblem {
  const { rule, value, field, columns: place } = problem;
  if (rule !== 'malformed_field' || !PADDED.test(value)) return problem;
  const sentence = `${field} (columns ${place.from}–${place.to}) is padded with blanks instead of zeros; it is read as ${Number(value)}`;
  return { ...problem, rule: 'padded_with_blanks', severity: 'warning', sentence };
}

/**
 * A field of digits as a number, blanks around them left out; NaN for anything else. Totals beyond 2^53 cents, which only ADV
 * has room for, lose their last digits.
 */
export function numberIn(record: NachaRecord, layout: Layout, name: string): number {
  const { from, to } = fieldOf(layout, name);
  const content = columns(record.text, from, to);
  return PADDED.test(content) ? Number(content) : Number.NaN;
}
