import type { Block, Span } from '@clearwatch/contracts/ai-reports';
import { isLastDayOfMonth, type Month, monthOf } from '../../calendar/day.ts';
import type { Cents } from '../../money/cents.ts';
import { changePhrase, growthFact, pairsFrom } from '../compared-facts.ts';
import { formatReportMonth } from '../format-fact.ts';
import { paragraph, right, rowChart, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { compactMoney, compactWithoutSign, prose } from '../report-sentences.ts';

export interface FlowTotals {
  creditCents: Cents;
  debitCents: Cents;
  credits: number;
  debits: number;
  /** All entries, including those that moved no money. */
  entries: number;
  activeAccounts: number;
}

export interface MonthFlows extends Pick<FlowTotals, 'creditCents' | 'debitCents' | 'credits' | 'debits'> {
  month: Month;
}

export interface Flows {
  now: FlowTotals;
  /** Zero when the ledger does not cover the whole previous period. */
  before: FlowTotals;
  /**
   * Up to twelve months ending on the last day of the period, oldest first. The first and last may be
   * partial.
   */
  months: MonthFlows[];
  /** Entries without a date, which belong to no period. */
  undated: number;
}

export function flowFacts({ now, before }: Flows, context: ReportContext) {
  const pairs = (what: string) => pairsFrom(context, `${what} in the daily totals of the ledger`);
  const accounts = pairsFrom(context, 'Accounts with at least one credit or debit');
  const net = ({ creditCents, debitCents }: FlowTotals) => creditCents - debitCents;
  return {
    credits: pairs('Sum of credits').money('Credits', now.creditCents, before.creditCents),
    debits: pairs('Sum of debits').money('Debits', now.debitCents, before.debitCents),
    net: pairs('Credits less debits').money('Net flow', net(now), net(before)),
    creditCount: pairs('Count of credits').count('Number of credits', now.credits, before.credits),
    debitCount: pairs('Count of debits').count('Number of debits', now.debits, before.debits),
    activeAccounts: accounts.count('Active members', now.activeAccounts, before.activeAccounts),
  };
}

export function flowsSentence(flows: Flows, context: ReportContext): Span[] {
  const { credits, debits } = flowFacts(flows, context);
  if (flows.now.credits + flows.now.debits === 0) return prose`No money moved in the period.`;
  const { before } = flows;
  if (credits.before !== null && before.creditCents + before.debitCents === 0)
    return prose`Credits came to ${compactMoney(credits.now)} and debits to ${compactMoney(debits.now)}; the previous period had neither.`;
  const end = credits.before === null ? '' : ', compared with the previous period';
  return prose`Credits ${changePhrase(context.sheet, credits)} and debits ${changePhrase(context.sheet, debits)}${end}.`;
}

export function netAndMembersSentence(flows: Flows, context: ReportContext): Span[] {
  const { net, activeAccounts } = flowFacts(flows, context);
  const netCents = flows.now.creditCents - flows.now.debitCents;
  const members = prose`the number of active members ${changePhrase(context.sheet, activeAccounts)}`;
  if (netCents === 0) return prose`Credits and debits were equal; ${members}.`;
  const size = compactWithoutSign(net.now);
  const side = netCents > 0 ? 'came in than went out' : 'went out than came in';
  const before = net.before === null ? '' : prose` (${compactMoney(net.before)} in the previous period)`;
  return prose`${size} more ${side}${before}; ${members}.`;
}

export function flowsTable(flows: Flows, context: ReportContext): Block {
  return table(
    'Key figures',
    ['Figure', ...['Period', 'Previous period', 'Change'].map(right)],
    Object.values(flowFacts(flows, context)).map((pair) => [
      pair.label,
      pair.now,
      pair.before ?? false,
      pair.before !== null && growthFact(context.sheet, pair),
    ]),
  );
}

export function monthlyFlowsBlocks(flows: Flows, { scope, sheet }: ReportContext): Block[] {
  const { months } = flows;
  const lastDay = scope.period.lastDay;
  const last = months.at(-1);
  if (last === undefined || months.length < 2) return [];
  const facts = sheet.from('Daily totals of the ledger, by month');
  const amount = (name: string, month: Month, cents: Cents) =>
    facts.money(`${name}, ${formatReportMonth(month)}`, cents);
  const chart = rowChart(
    ['Credits and debits by month', 'line', 'money'],
    months,
    ({ month }) => facts.month('Month in the chart', month),
    {
      Credits: (each) => amount('Credits', each.month, each.creditCents),
      Debits: (each) => amount('Debits', each.month, each.debitCents),
    },
  );
  const notes = paragraph(
    last.month === monthOf(lastDay) && !isLastDayOfMonth(lastDay)
      ? prose`The last month ends on ${sheet.from('Report request').day('Last day of the period', lastDay)}.`
      : null,
    months[0]?.month === monthOf(scope.firstDay) && !scope.firstDay.endsWith('-01')
      ? prose`The first month begins on ${sheet.from('Oldest dated entry').day('First day of the ledger', scope.firstDay)}, the first day of the ledger.`
      : null,
  );
  return chart === null ? [notes] : [chart, notes];
}
