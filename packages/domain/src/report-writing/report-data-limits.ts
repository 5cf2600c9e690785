import type { Fact, ReportDocument, Span } from '@clearwatch/contracts/ai-reports';
import type { Day } from '../calendar/day.ts';
import type { Period } from '../calendar/period.ts';
import { isComparable } from './compared-facts.ts';
import { FactSheet } from './fact-sheet.ts';
import { listBlock, paragraph } from './report-blocks.ts';
import type { ReportContext } from './report-composer.ts';
import { prose, withNoun } from './report-sentences.ts';
import type { Flows } from './sections/money-flow-sections.ts';

interface EmptyReport {
  document: ReportDocument;
  facts: Fact[];
}

function emptyReport(headline: Span[], advice: Span[], facts: Fact[] = []): EmptyReport {
  return { document: { headline, sections: [{ title: 'What to do', blocks: [paragraph(advice)] }] }, facts };
}

export const emptyLedgerReport = (): EmptyReport =>
  emptyReport(
    prose`There is nothing to report: the ledger holds no dated entry yet.`,
    prose`Import transactions on Data Import, then generate the report again.`,
  );

export function emptyPeriodReport(period: Period, ledger: { firstDay: Day; asOf: Day }): EmptyReport {
  const sheet = new FactSheet();
  const requested = sheet.from('asked for');
  const first = requested.day('First day of the period', period.firstDay);
  const last = requested.day('Last day of the period', period.lastDay);
  const held = sheet.from('first and newest day of the ledger up to today');
  const from = held.day('First posting day of the ledger', ledger.firstDay);
  const to = held.day('Newest posting day of the ledger', ledger.asOf);
  return emptyReport(
    prose`There is nothing to report: no entry was posted from ${first} to ${last}.`,
    prose`The ledger holds entries from ${from} to ${to}. Generate the report for days within them, or import the files of the period first.`,
    sheet.list(),
  );
}

/** What the report rests on and what it cannot know; `more` comes from the type of report. */
export function dataLimitsSection(flows: Flows, more: readonly Span[][], context: ReportContext) {
  const list = listBlock(
    dataItem(flows, context),
    entriesWithoutMoney(flows, context),
    comparisonItem(context),
    prose`A member is an account. The ledger holds ACH entries alone: cash, checks, cards and balances are not in it.`,
    ...more,
    prose`Composed by fixed rules from the figures of the ledger: the same ledger gives the same words. Each figure shows its source.`,
  );
  return { title: 'Method and limits', blocks: list === null ? [] : [list] };
}

function dataItem({ now }: Flows, { scope: { period, asOf }, sheet }: ReportContext): Span[] {
  const { day } = sheet.from('Period that was asked for');
  const first = day('First day of the period', period.firstDay);
  const last = day('Last day of the period', period.lastDay);
  const source = 'Count of entries of any kind in the daily totals';
  const entries = sheet.from(source, period).count('Entries', now.entries);
  const days = period.firstDay === period.lastDay ? prose`${first}` : prose`${first} to ${last}`;
  const end = period.lastDay === asOf ? ' (the newest day of the ledger)' : '';
  return prose`Period: ${days}${end}, with ${withNoun(entries, 'entry', 'entries')}.`;
}

function entriesWithoutMoney({ now, undated }: Flows, { scope, sheet }: ReportContext): Span[] {
  const without = now.entries - now.credits - now.debits;
  const source = 'Entries less credits and debits in the daily totals';
  const none = sheet.from(source, scope.period).count('Entries that moved no money', without);
  const days = sheet.from('Entries of the ledger that have no date').count('Entries without a date', undated);
  const moved =
    without !== 0
      ? prose`${none} of them moved no money (returns, prenotes, notices, zero-dollar entries) and ${without === 1 ? 'is' : 'are'} in no sum.`
      : prose`${now.entries === 1 ? 'It' : 'All of them'} moved money.`;
  const dated =
    undated === 0
      ? ''
      : prose` ${withNoun(days, 'entry', 'entries')} without a date ${undated === 1 ? 'is' : 'are'} in no period.`;
  return prose`${now.entries === 0 ? '' : moved}${dated}`;
}

function comparisonItem({ scope, sheet }: ReportContext): Span[] {
  const source = 'Period of the same length just before';
  const start = sheet.from('Oldest dated entry').day('First day of the ledger', scope.firstDay);
  const first = sheet.from(source).day('First day of the period before', scope.previous.firstDay);
  const last = sheet.from(source).day('Last day of the period before', scope.previous.lastDay);
  return isComparable(scope)
    ? prose`Compared with the period of the same length just before, ${first} to ${last}.`
    : prose`Not compared: the period before would begin on ${first}, and the ledger begins on ${start}.`;
}
