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

/** Reads the totals of a control record and holds them against what was counted. Differences are warnings, to the cent. */
export function readControl(record: NachaRecord, layout: Layout, counted: ControlTotals): ReadControl {
  const problems = fieldProblemsOf(record, layout);
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

/** A field of digits as a number. Totals beyond 2^53 cents, which only ADV has room for, lose their last digits. */
export function numberIn(record: NachaRecord, layout: Layout, name: string): number {
  const { from, to } = fieldOf(layout, name);
  return Number(columns(record.text, from, to));
}
