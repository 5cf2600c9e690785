import type { FactNote } from '../fact-sheet.ts';
import type { ReportContext } from '../report-composer.ts';
import type { Flows, FlowTotals } from './flows.ts';
import { type Pair, pairOf } from './pair.ts';

export interface StatedFlows {
  credits: Pair;
  debits: Pair;
  /** Credits less debits. */
  net: Pair;
  creditCount: Pair;
  debitCount: Pair;
  activeAccounts: Pair;
}

const DAYS = 'in the daily totals of the ledger';

/** The figures of the dashboard's cards for both periods; asked twice, they are the same facts. */
export function statedFlows(flows: Flows, { asked, sheet }: ReportContext): StatedFlows {
  const of = (
    [label, source]: readonly [string, string],
    value: (totals: FlowTotals) => number,
    state: (note: FactNote, value: number) => ReturnType<typeof sheet.money>,
  ) => pairOf(asked, { label, source, now: value(flows.now), before: value(flows.before) }, state);
  const money = (note: FactNote, cents: number) => sheet.money(note, cents);
  const count = (note: FactNote, number: number) => sheet.count(note, number);
  return {
    credits: of(['Credits', `Sum of credits ${DAYS}`], (t) => t.creditCents, money),
    debits: of(['Debits', `Sum of debits ${DAYS}`], (t) => t.debitCents, money),
    net: of(['Net flow', `Credits less debits ${DAYS}`], (t) => t.creditCents - t.debitCents, money),
    creditCount: of(['Number of credits', `Count of credits ${DAYS}`], (t) => t.credits, count),
    debitCount: of(['Number of debits', `Count of debits ${DAYS}`], (t) => t.debits, count),
    activeAccounts: of(
      ['Active members', 'Accounts with at least one credit or debit'],
      (t) => t.activeAccounts,
      count,
    ),
  };
}
