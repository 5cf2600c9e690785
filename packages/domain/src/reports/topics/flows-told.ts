import type { Block, Span } from '@clearwatch/contracts/reports/report-document';
import { endsMonth, type Month, monthOf } from '../../calendar/month.ts';
import type { Cents } from '../../money/cents.ts';
import { monthWords } from '../day-words.ts';
import { compact, paragraph, prose } from '../prose.ts';
import type { ReportContext } from '../report-composer.ts';
import { table } from '../table.ts';
import type { Flows } from './flows.ts';
import { changeOf, movedTo } from './pair-words.ts';
import { chartOf } from './sections.ts';
import { sizeWords } from './size-words.ts';
import { statedFlows } from './stated-flows.ts';

/** "Credits rose 9.4% to $724,113 and debits fell 12.0% to $170,233 against the period before." */
export function flowsSentence(flows: Flows, context: ReportContext): Span[] {
  const { credits, debits } = statedFlows(flows, context);
  if (flows.now.credits + flows.now.debits === 0) return prose`No money moved in the period.`;
  const { before } = flows;
  if (credits.before !== null && before.creditCents + before.debitCents === 0)
    return prose`Credits came to ${compact(credits.now)} and debits to ${compact(debits.now)}, after none of either in the period before.`;
  const end = credits.before === null ? '' : ', against the period before';
  return prose`Credits ${movedTo(context.sheet, credits)} and debits ${movedTo(context.sheet, debits)}${end}.`;
}

/** What stayed with the members, and how many of them took part. */
export function netAndMembersSentence(flows: Flows, context: ReportContext): Span[] {
  const { net, activeAccounts } = statedFlows(flows, context);
  const netCents = flows.now.creditCents - flows.now.debitCents;
  const members = prose`the number of active members ${movedTo(context.sheet, activeAccounts)}`;
  if (netCents === 0) return prose`As much came in as went out; ${members}.`;
  const size = sizeWords(net.now);
  const side =
    netCents > 0 ? prose`${size} more came in than went out` : prose`${size} more went out than came in`;
  const before = net.before === null ? '' : prose` (${compact(net.before)} in the period before)`;
  return prose`${side}${before}; ${members}.`;
}

/** The key figures beside those of the period before. */
export function flowsTable(flows: Flows, context: ReportContext): Block {
  const { sheet } = context;
  const stated = statedFlows(flows, context);
  const pairs = [
    stated.credits,
    stated.debits,
    stated.net,
    stated.creditCount,
    stated.debitCount,
    stated.activeAccounts,
  ];
  const isCompared = stated.credits.before !== null;
  const columns = isCompared ? ['Period', 'Period before', 'Change'] : ['Period'];
  return table(
    'Key figures',
    [{ label: 'Figure', align: 'left' }, ...columns.map((label) => ({ label, align: 'right' as const }))],
    pairs.map((pair) =>
      isCompared ? [pair.label, pair.now, pair.before, changeOf(sheet, pair)] : [pair.label, pair.now],
    ),
  );
}

/** Credits and debits of the months up to the period's end; nothing where there is one month only. */
export function monthsBlocks(flows: Flows, { asked, sheet }: ReportContext): Block[] {
  const { months } = flows;
  const lastDay = asked.period.lastDay;
  const last = months.at(-1);
  if (last === undefined || months.length < 2) return [];
  const source = 'Months of the daily totals of the ledger';
  const money = (label: string, month: Month, cents: Cents) =>
    sheet.money({ label: `${label}, ${monthWords(month)}`, source }, cents);
  const chart = chartOf({
    title: 'Credits and debits by month',
    type: 'line',
    unit: 'money',
    categories: months.map(({ month }) => sheet.month({ label: 'A month of the chart', source }, month)),
    series: [
      {
        name: 'Credits',
        values: months.map(({ month, creditCents }) => money('Credits', month, creditCents)),
      },
      { name: 'Debits', values: months.map(({ month, debitCents }) => money('Debits', month, debitCents)) },
    ],
  });
  const cut = [
    last.month === monthOf(lastDay) && !endsMonth(lastDay)
      ? prose`The last month is counted up to ${sheet.day({ label: 'Last day of the period', source: 'Asked for' }, lastDay)}.`
      : null,
    months[0]?.month === monthOf(asked.firstDay) && !asked.firstDay.endsWith('-01')
      ? prose`The first month begins with the ledger, on ${sheet.day({ label: 'First day of the ledger', source: 'Oldest dated entry' }, asked.firstDay)}.`
      : null,
  ];
  const note = cut.every((sentence) => sentence === null) ? null : paragraph(...cut);
  return [chart, note].filter((block) => block !== null);
}
