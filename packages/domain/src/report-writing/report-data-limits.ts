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
    prose`There is nothing to report: the ledger has no dated entries yet.`,
    prose`Import transactions in Data Import, then generate the report again.`,
  );

export function emptyPeriodReport(period: Period, ledger: { firstDay: Day; asOf: Day }): EmptyReport {
  const sheet = new FactSheet();
  const requested = sheet.from('Report request');
  const first = requested.day('First day of the period', period.firstDay);
  const last = requested.day('Last day of the period', period.lastDay);
  const held = sheet.from('First and latest posting day in the ledger, up to today');
  const from = held.day('First posting day in the ledger', ledger.firstDay);
  const to = held.day('Latest posting day in the ledger', ledger.asOf);
  return emptyReport(
    prose`There is nothing to report: no entries were posted from ${first} to ${last}.`,
    prose`The ledger has entries from ${from} to ${to}. Generate the report for dates in that range, or import the files for the missing period first.`,
    sheet.list(),
  );
}

/** The data behind the report and its limits; `more` comes from the report type. */
export function dataLimitsSection(flows: Flows, more: readonly Span[][], context: ReportContext) {
  const list = listBlock(
    dataItem(flows, context),
    entriesWithoutMoney(flows, context),
    comparisonItem(context),
    prose`Each account counts as a member. The ledger contains only ACH entries; it has no cash, checks, card transactions or balances.`,
    ...more,
    prose`This report was composed by fixed rules from ledger figures; the same data always produces the same text. Every figure cites its source.`,
  );
  return { title: 'Method and limits', blocks: list === null ? [] : [list] };
}

function dataItem({ now }: Flows, { scope: { period, asOf }, sheet }: ReportContext): Span[] {
  const { day } = sheet.from('Requested period');
  const first = day('First day of the period', period.firstDay);
  const last = day('Last day of the period', period.lastDay);
  const source = 'Count of entries of any kind in the daily totals';
  const entries = sheet.from(source, period).count('Entries', now.entries);
  const days = period.firstDay === period.lastDay ? prose`${first}` : prose`${first} to ${last}`;
  const end = period.lastDay === asOf ? ' (the latest day in the ledger)' : '';
  return prose`Period: ${days}${end}, with ${withNoun(entries, 'entry', 'entries')}.`;
}

function entriesWithoutMoney({ now, undated }: Flows, { scope, sheet }: ReportContext): Span[] {
  const without = now.entries - now.credits - now.debits;
  const source = 'Entries less credits and debits in the daily totals';
  const none = sheet.from(source, scope.period).count('Entries that moved no money', without);
  const days = sheet.from('Ledger entries that have no date').count('Entries without a date', undated);
  const moved =
    without !== 0
      ? prose`${none} of these entries moved no money (returns, prenotes, NOCs, zero-dollar entries) and ${without === 1 ? 'is' : 'are'} not included in any total.`
      : prose`${now.entries === 1 ? 'The entry' : 'All of these entries'} moved money.`;
  const dated =
    undated === 0
      ? ''
      : prose` ${withNoun(days, 'entry', 'entries')} without a date ${undated === 1 ? 'is' : 'are'} not included in any period.`;
  return prose`${now.entries === 0 ? '' : moved}${dated}`;
}

function comparisonItem({ scope, sheet }: ReportContext): Span[] {
  const source = 'Previous period of the same length';
  const start = sheet.from('Oldest dated entry').day('First day of the ledger', scope.firstDay);
  const first = sheet.from(source).day('First day of the previous period', scope.previous.firstDay);
  const last = sheet.from(source).day('Last day of the previous period', scope.previous.lastDay);
  return isComparable(scope)
    ? prose`Compared with the previous period of the same length, ${first} to ${last}.`
    : prose`Not compared: the previous period would begin on ${first}, but the ledger begins on ${start}.`;
}
