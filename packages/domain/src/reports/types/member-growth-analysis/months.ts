import type { ReportSection } from '@clearwatch/contracts/reports/report-document';
import { addDays } from '../../../calendar/day.ts';
import { endsMonth, monthOf } from '../../../calendar/month.ts';
import { monthWords } from '../../day-words.ts';
import { paragraph, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import type { Membership } from '../../topics/members/membership.ts';
import { chartOf, section } from '../../topics/sections.ts';

/** In a young ledger every account comes for the first time: new members are drawn from so many days after its beginning on. */
const DRAWN_AFTER_DAYS = 180;

/** Active and new members of the months up to the end of the period; new ones only where the ledger can tell them. */
export function monthsSection({ months }: Membership, { asked, sheet }: ReportContext): ReportSection | null {
  if (months.length < 2) return null;
  const source = 'Accounts with at least one credit or debit in the month';
  const stated = months.map(({ month, active, arrived }) => ({
    month: sheet.month({ label: 'Month', source: 'Months up to the end of the period' }, month),
    active: sheet.count({ label: `Active members, ${monthWords(month)}`, source }, active),
    arrived: sheet.count(
      {
        label: `New members, ${monthWords(month)}`,
        source: 'Accounts whose first entry is dated in the month',
      },
      arrived,
    ),
  }));
  const toldFrom = monthOf(addDays(asked.firstDay, DRAWN_AFTER_DAYS));
  const told = stated.slice(months.findIndex(({ month }) => month > toldFrom));
  const isTold = months.some(({ month }) => month > toldFrom);
  const lastDay = sheet.day({ label: 'Last day of the period', source: 'Asked for' }, asked.period.lastDay);
  const first = sheet.day({ label: 'First day of the ledger', source: 'Oldest dated entry' }, asked.firstDay);
  const isCut = months[0]?.month === monthOf(asked.firstDay) && !asked.firstDay.endsWith('-01');
  const notes = [
    ...(isCut ? [prose`The first month begins with the ledger, on ${first}.`] : []),
    ...(endsMonth(asked.period.lastDay) ? [] : [prose`The last month is counted up to ${lastDay}.`]),
  ];
  return section(
    'Month by month',
    chartOf({
      title: 'Active members by month',
      type: 'line',
      unit: 'count',
      categories: stated.map(({ month }) => month),
      series: [{ name: 'Active', values: stated.map(({ active }) => active) }],
    }),
    !isTold
      ? null
      : chartOf({
          title: 'New members by month',
          type: 'bar',
          unit: 'count',
          categories: told.map(({ month }) => month),
          series: [{ name: 'New', values: told.map(({ arrived }) => arrived) }],
        }),
    notes.length === 0 ? null : paragraph(...notes),
  );
}
