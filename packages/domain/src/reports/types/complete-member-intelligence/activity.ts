import type { ReportSection } from '@clearwatch/contracts/reports/report-document';
import {
  ACTIVITY_BANDS,
  type ActivityBand,
  MODERATE_DAYS,
  RECENT_DAYS,
} from '../../../members/activity-band.ts';
import { monthWords } from '../../day-words.ts';
import { enumerated, paragraph, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import type { Membership } from '../../topics/members/membership.ts';
import { notedAsOf } from '../../topics/noted.ts';
import { chartOf, section } from '../../topics/sections.ts';

/** How lately members were active, and how many were so month by month. */
export function activitySection(
  activity: Readonly<Record<ActivityBand, number>>,
  { months }: Membership,
  { asked, sheet }: ReportContext,
): ReportSection | null {
  const all = ACTIVITY_BANDS.reduce((sum, band) => sum + activity[band], 0);
  if (all === 0) return null;
  const source = 'Last activity in the member list';
  const of = (label: string, band: ActivityBand) =>
    sheet.count(notedAsOf(label, source, asked.asOf), activity[band]);
  const recent = sheet.count(
    { label: 'Days since the last entry, recent', source: 'Definition of the member list' },
    RECENT_DAYS,
  );
  const moderate = sheet.count(
    { label: 'Days since the last entry, moderate', source: 'Definition of the member list' },
    MODERATE_DAYS,
  );
  const lasts = [
    activity.recent > 0
      ? prose`${of('Members active recently', 'recent')} within ${recent} days of the ledger’s end`
      : null,
    activity.moderate > 0
      ? prose`${of('Members active moderately lately', 'moderate')} within ${moderate} days`
      : null,
    activity.old > 0 ? prose`${of('Members active long ago', 'old')} longer ago` : null,
  ].filter((words) => words !== null);
  const drawn = months.map(({ month, active }) => ({
    month: sheet.month({ label: 'Month', source: 'Months up to the end of the period' }, month),
    active: sheet.count(
      {
        label: `Active members, ${monthWords(month)}`,
        source: 'Accounts with at least one credit or debit in the month',
      },
      active,
    ),
  }));
  return section(
    'Activity',
    paragraph(prose`Last entries of members: ${enumerated(lasts)}.`),
    chartOf({
      title: 'Active members by month',
      type: 'line',
      unit: 'count',
      categories: drawn.map(({ month }) => month),
      series: [{ name: 'Active', values: drawn.map(({ active }) => active) }],
    }),
  );
}
