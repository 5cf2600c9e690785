import type { ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { counted, prose } from '../prose.ts';
import type { ReportContext } from '../report-composer.ts';
import { isComparable } from './against-before.ts';
import type { Flows } from './flows.ts';
import { noted } from './noted.ts';

/** What the report rests on and what it cannot know; `more` is what the type adds of its own. */
export function limitsSection(flows: Flows, more: readonly Span[][], context: ReportContext): ReportSection {
  const items = [
    dataItem(flows, context),
    notMoney(flows, context),
    comparedWith(context),
    prose`A member is an account. The ledger holds ACH entries alone: cash, checks, cards and balances are not in it.`,
    ...more,
    prose`Composed by fixed rules from the figures of the ledger: the same ledger gives the same words. Each figure shows its source.`,
  ];
  return {
    title: 'Method and limits',
    blocks: [{ kind: 'list', items: items.filter((item) => item.length > 0) }],
  };
}

function dataItem({ now }: Flows, { asked, sheet }: ReportContext): Span[] {
  const { period } = asked;
  const source = 'Period that was asked for';
  const first = sheet.day({ label: 'First day of the period', source }, period.firstDay);
  const last = sheet.day({ label: 'Last day of the period', source }, period.lastDay);
  const entries = sheet.count(
    noted('Entries', 'Count of entries of any kind in the daily totals', period),
    now.entries,
  );
  const days = period.firstDay === period.lastDay ? prose`${first}` : prose`${first} to ${last}`;
  const end = period.lastDay === asked.asOf ? ' (the newest day of the ledger)' : '';
  return prose`Period: ${days}${end}, with ${counted(entries, 'entry', 'entries')}.`;
}

function notMoney({ now, undated }: Flows, { asked, sheet }: ReportContext): Span[] {
  const without = now.entries - now.credits - now.debits;
  const source = 'Entries less credits and debits in the daily totals';
  const none = sheet.count(noted('Entries that moved no money', source, asked.period), without);
  const days = sheet.count(
    { label: 'Entries without a date', source: 'Entries of the ledger that have no date' },
    undated,
  );
  const moved =
    without === 0
      ? now.entries === 1
        ? prose`It moved money.`
        : prose`All of them moved money.`
      : prose`${none} of them moved no money (returns, prenotes, notices, zero-dollar entries) and ${without === 1 ? 'is' : 'are'} in no sum.`;
  const dated =
    undated === 0
      ? ''
      : prose` ${counted(days, 'entry', 'entries')} without a date ${undated === 1 ? 'is' : 'are'} in no period.`;
  return now.entries === 0 ? prose`${dated}` : prose`${moved}${dated}`;
}

function comparedWith({ asked, sheet }: ReportContext): Span[] {
  const source = 'Period of the same length just before';
  const start = sheet.day({ label: 'First day of the ledger', source: 'Oldest dated entry' }, asked.firstDay);
  const first = sheet.day({ label: 'First day of the period before', source }, asked.previous.firstDay);
  const last = sheet.day({ label: 'Last day of the period before', source }, asked.previous.lastDay);
  if (isComparable(asked))
    return prose`Compared with the period of the same length just before, ${first} to ${last}.`;
  return prose`Not compared: the period before would begin on ${first}, and the ledger begins on ${start}.`;
}
