import type { Block, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { isLastDayOfMonth, type Month, monthOf } from '../../calendar/day.ts';
import { median } from '../../members/member-baseline.ts';
import type { Cents } from '../../money/cents.ts';
import { changePhrase } from '../compared-facts.ts';
import { type CitedFact, type FactSheet, factSize } from '../fact-sheet.ts';
import { formatReportMonth } from '../format-fact.ts';
import { actionsSection, chartOf, listBlock, paragraph, right, section, table } from '../report-blocks.ts';
import { type ReportComposer, type ReportContext, type ReportScope, reportOf } from '../report-composer.ts';
import { dataLimitsSection } from '../report-data-limits.ts';
import {
  compactMoney,
  compactWithoutSign,
  joinWithAnd,
  prose,
  sentences,
  withNoun,
} from '../report-sentences.ts';
import { directionNoun, type FlowDirection } from '../sections/change-contributors.ts';
import { flowsSentence, type MonthFlows, monthlyFlowsBlocks } from '../sections/money-flow-sections.ts';
import { flowActions, type MoneyData, whatChangedSection } from '../sections/what-changed-section.ts';

export interface MonthActivity {
  month: Month;
  activeAccounts: number;
  alerts: number;
  highAlerts: number;
}

export interface OutlierMonth {
  month: Month;
  direction: FlowDirection;
  /** What each company moved in the month, and in an average one of the other months; the largest difference first. */
  companies: { company: string; cents: Cents; usualCents: Cents }[];
}

export interface TrendData extends MoneyData {
  activity: MonthActivity[];
  outlierMonths: OutlierMonth[];
}

/** Fewer whole months have no usual month. */
const MIN_WHOLE_MONTHS = 5;
/** An outlier differs from the usual month by at least this part, and by this many usual distances. */
const MIN_OUTLIER_PART = 0.3;
const MIN_OUTLIER_DISTANCES = 3;
/** Ratio of the standard deviation to the median distance in a normal distribution. */
const MEDIAN_TO_DEVIATION = 1.4826;

/** Months that the ledger and the period cover from their first to their last day. */
export function wholeMonths(months: readonly MonthFlows[], { firstDay, period }: ReportScope): MonthFlows[] {
  return months.filter(
    ({ month }) =>
      firstDay <= `${month}-01` && (month !== monthOf(period.lastDay) || isLastDayOfMonth(period.lastDay)),
  );
}

const averageMonth = (direction: FlowDirection, months: readonly MonthFlows[]): Cents =>
  Math.round(months.reduce((sum, month) => sum + monthAmount(direction, month), 0) / months.length);

const monthAmount = (direction: FlowDirection, { creditCents, debitCents }: MonthFlows) =>
  direction === 'credits' ? creditCents : debitCents;

/** Outliers by median and median distance, which a single month does not move; farthest first. */
export function outlierMonths(whole: readonly MonthFlows[], direction: FlowDirection): MonthFlows[] {
  if (whole.length < MIN_WHOLE_MONTHS) return [];
  const amounts = whole.map((month) => monthAmount(direction, month));
  const usual = median(amounts) ?? 0;
  const distance = median(amounts.map((amount) => Math.abs(amount - usual))) ?? 0;
  const least = Math.max(MIN_OUTLIER_PART * usual, MIN_OUTLIER_DISTANCES * MEDIAN_TO_DEVIATION * distance);
  const far = (month: MonthFlows) => Math.abs(monthAmount(direction, month) - usual);
  return whole.filter((month) => far(month) > least).toSorted((left, right) => far(right) - far(left));
}

/** Months in a row, up to the last, that were each above (or below) the month before. */
export function trendRun(amounts: readonly number[]): { months: number; way: 'up' | 'down' } {
  const steps = amounts.slice(1).map((amount, index) => Math.sign(amount - (amounts[index] ?? 0)));
  const way = steps.at(-1) ?? 0;
  const broken = steps.findLastIndex((step) => step !== way);
  return { months: way === 0 ? 0 : steps.length - 1 - broken, way: way > 0 ? 'up' : 'down' };
}

/** The last quarter of a year is compared with the quarter before. */
const COMPARED_MONTH_COUNT = 3;
/** A shorter run may be chance. */
const MIN_RUN = 3;
const SOURCE = 'Months of the daily totals of the ledger';

/** "Credits averaged …": the last months against those before; null while there are too few whole ones. */
function averageSentence(data: TrendData, context: ReportContext): Span[] | null {
  const whole = wholeMonths(data.flows.months, context.scope);
  if (whole.length < 2 * COMPARED_MONTH_COUNT) return null;
  const recent = whole.slice(-COMPARED_MONTH_COUNT);
  const earlier = whole.slice(-2 * COMPARED_MONTH_COUNT, -COMPARED_MONTH_COUNT);
  const { sheet } = context;
  const span = (months: readonly MonthFlows[]) =>
    `${formatReportMonth(months[0]?.month ?? '')} to ${formatReportMonth(months.at(-1)?.month ?? '')}`;
  const average = (direction: FlowDirection, months: readonly MonthFlows[]): CitedFact =>
    sheet
      .from(`${SOURCE}, rounded to the cent`)
      .money(
        `${directionNoun(direction)} of an average month, ${span(months)}`,
        averageMonth(direction, months),
      );
  const moved = (direction: FlowDirection) =>
    changePhrase(sheet, {
      label: `${directionNoun(direction)} of an average month`,
      now: average(direction, recent),
      before: average(direction, earlier),
    });
  const count = sheet.from(SOURCE).count('Whole months that are averaged', COMPARED_MONTH_COUNT);
  return prose`Over the last ${count} whole months credits ${moved('credits')} a month and debits ${moved('debits')}, against the ${count} months before.`;
}

/** What the average would be without a month that stands out; null where none of the last months does. */
function averageWithoutOutliers(data: TrendData, { scope, sheet }: ReportContext): Span[] | null {
  const recent = wholeMonths(data.flows.months, scope).slice(-COMPARED_MONTH_COUNT);
  const found = data.outlierMonths.find(({ month }) => recent.some((own) => own.month === month));
  const others = recent.filter(({ month }) => month !== found?.month);
  if (found === undefined || others.length === 0) return null;
  const { direction, month } = found;
  const when = sheet.from(SOURCE).month('Month', month);
  const average = sheet
    .from(`${SOURCE}, rounded to the cent`)
    .money(
      `${directionNoun(direction)} of an average month without ${formatReportMonth(month)}`,
      averageMonth(direction, others),
    );
  return prose`The average is driven by ${when}, which stands out: without it ${direction} came to ${compactMoney(average)} a month.`;
}

/** "Debits have fallen … months in a row"; null for less than a run. */
function runSentence(direction: FlowDirection, data: TrendData, context: ReportContext): Span[] | null {
  const whole = wholeMonths(data.flows.months, context.scope);
  const { months, way } = trendRun(whole.map((month) => monthAmount(direction, month)));
  if (months < MIN_RUN) return null;
  const count = context.sheet.from(SOURCE).count(`Months in a row that ${direction} went ${way}`, months);
  return prose`${directionNoun(direction)} have ${way === 'up' ? 'risen' : 'fallen'} ${withNoun(count, 'month')} in a row.`;
}

function extremes(direction: FlowDirection, data: TrendData, { scope, sheet }: ReportContext): Span[] | null {
  const sorted = wholeMonths(data.flows.months, scope).toSorted(
    (left, right) => monthAmount(direction, left) - monthAmount(direction, right),
  );
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined || sorted.length < COMPARED_MONTH_COUNT) return null;
  const words = (month: MonthFlows) => {
    const when = sheet.from(SOURCE).month('Month', month.month);
    const amount = sheet
      .from(SOURCE)
      .money(`${directionNoun(direction)}, ${formatReportMonth(month.month)}`, monthAmount(direction, month));
    return prose`${when} (${amount})`;
  };
  return prose`${directionNoun(direction)} were highest in ${words(highest)} and lowest in ${words(lowest)}.`;
}

function directionSection(data: TrendData, context: ReportContext): ReportSection | null {
  const { months } = data.flows;
  const { sheet } = context;
  if (months.length < 2) return null;
  return section(
    'Direction',
    paragraph(
      averageWithoutOutliers(data, context),
      runSentence('credits', data, context),
      runSentence('debits', data, context),
      extremes('credits', data, context),
      extremes('debits', data, context),
    ),
    ...monthlyFlowsBlocks(data.flows, context),
    monthsTable(data, context),
    chartOf({
      title: 'Active members by month',
      type: 'bar',
      unit: 'count',
      categories: months.map(({ month }) => sheet.from(SOURCE).month('Month', month)),
      series: [
        {
          name: 'Active members',
          values: months.map(({ month }) => activeMembers(sheet, month, data.activity)),
        },
      ],
    }),
  );
}

function monthsTable({ flows, activity }: TrendData, { sheet }: ReportContext): Block {
  return table(
    'Month by month',
    [
      'Month',
      right('Credits'),
      right('Debits'),
      right('Net flow'),
      right('Active members'),
      right('Alerts'),
      right('High risk'),
    ],
    flows.months.toReversed().map(({ month, creditCents, debitCents }) => {
      const words = formatReportMonth(month);
      const own = activity.find((candidate) => candidate.month === month);
      const money = (label: string, cents: number) => sheet.from(SOURCE).money(`${label}, ${words}`, cents);
      const count = (label: string, source: string, number: number) =>
        sheet.from(source).count(`${label}, ${words}`, number);
      return [
        sheet.from(SOURCE).month('Month', month),
        money('Credits', creditCents),
        money('Debits', debitCents),
        money('Net flow', creditCents - debitCents),
        activeMembers(sheet, month, activity),
        count('Alerts', 'Alerts by the day of the activity', own?.alerts ?? 0),
        count('High-risk alerts', 'Alerts by the day of the activity', own?.highAlerts ?? 0),
      ];
    }),
  );
}

function activeMembers(sheet: FactSheet, month: Month, activity: TrendData['activity']): CitedFact {
  const own = activity.find((candidate) => candidate.month === month);
  return sheet
    .from('Accounts with at least one credit or debit in the month')
    .count(`Active members, ${formatReportMonth(month)}`, own?.activeAccounts ?? 0);
}

const MAX_NAMED_COMPANIES = 3;
/** A company is a reason from this part of the distance on. */
const MIN_REASON_PART = 0.1;

function outlierMonthPhrase(
  { month, direction, companies }: OutlierMonth,
  { flows }: TrendData,
  context: ReportContext,
): Span[] {
  const { scope, sheet } = context;
  const whole = wholeMonths(flows.months, scope);
  const own = whole.find((candidate) => candidate.month === month);
  const others = whole.filter((candidate) => candidate !== own);
  if (own === undefined || others.length === 0) return [];
  const words = formatReportMonth(month);
  const when = sheet.from(SOURCE).month('Month', month);
  const amount = sheet
    .from(SOURCE)
    .money(`${directionNoun(direction)}, ${words}`, monthAmount(direction, own));
  const usual = sheet
    .from(`${SOURCE}, rounded to the cent`)
    .money(
      `${directionNoun(direction)} of an average other month than ${words}`,
      averageMonth(direction, others),
    );
  const distance = factSize(amount) - factSize(usual);
  const reasons = companies
    .filter(({ cents, usualCents }) => (cents - usualCents) / distance >= MIN_REASON_PART)
    .slice(0, MAX_NAMED_COMPANIES)
    .map(({ company, cents, usualCents }) => {
      const name = sheet.entryCompany(company);
      const of = 'Daily totals of companies';
      const now = sheet.from(of).money(`${directionNoun(direction)} of ${company}, ${words}`, cents);
      const label = `${directionNoun(direction)} of ${company} in an average other month than ${words}`;
      const normal = sheet.from(`${of}, rounded to the cent`).money(label, usualCents);
      return usualCents === 0
        ? prose`${name} (${compactWithoutSign(now)}, otherwise nothing)`
        : prose`${name} (${compactWithoutSign(now)}, otherwise ${compactWithoutSign(normal)})`;
    });
  const why =
    reasons.length === 0
      ? prose`No single company explains it.`
      : prose`The reason: ${joinWithAnd(reasons)}.`;
  return sentences(
    prose`${when}: ${direction} of ${compactWithoutSign(amount)} against ${compactWithoutSign(usual)} in an average other month.`,
    why,
  );
}

function trendActions(data: TrendData, context: ReportContext): Span[][] {
  const whole = wholeMonths(data.flows.months, context.scope);
  const actions: Span[][] = [];
  for (const [direction, against, words] of [
    ['credits', 'down', 'less coming in'],
    ['debits', 'up', 'more going out'],
  ] as const) {
    const { way, months } = trendRun(whole.map((month) => monthAmount(direction, month)));
    if (way === against && months >= MIN_RUN)
      actions.push(
        prose`Finance: plan liquidity with ${words}. ${runSentence(direction, data, context) ?? ''}`,
      );
  }
  const last = whole.at(-1)?.month;
  const lately = data.outlierMonths.find(({ month }) => month === last);
  const [company] = lately?.companies ?? [];
  if (lately !== undefined && company !== undefined) {
    const month = context.sheet.from(SOURCE).month('Month', lately.month);
    const name = context.sheet.entryCompany(company.company);
    actions.push(
      prose`ACH operations: find out whether the ${lately.direction} of ${month} stay at that level, beginning with ${name}.`,
    );
  }
  return actions;
}

export const trendAnalysis: ReportComposer<TrendData> = {
  type: 'trend_analysis',
  purpose:
    'Where credits, debits, members and alerts are going over the last year, which months stand out, and why.',
  compose(data, context) {
    return reportOf(
      sentences(
        averageSentence(data, context),
        runSentence('debits', data, context) ?? runSentence('credits', data, context),
        flowsSentence(data.flows, context),
      ),
      [
        directionSection(data, context),
        section(
          'Months that stand out',
          listBlock(...data.outlierMonths.map((month) => outlierMonthPhrase(month, data, context))),
        ),
        whatChangedSection(
          data,
          [
            { direction: 'credits', kind: 'classes', most: 5 },
            { direction: 'debits', kind: 'classes', most: 5 },
            { direction: 'credits', kind: 'companies', most: 5 },
            { direction: 'debits', kind: 'companies', most: 5 },
          ],
          context,
        ),
        actionsSection([...trendActions(data, context), ...flowActions(data, context)]),
        dataLimitsSection(
          data.flows,
          [
            prose`Months are compared where ledger and period cover them whole. A month stands out when it is far from the median of all, measured by the median distance.`,
            prose`Past months are no forecast: this report extends no line into the future.`,
          ],
          context,
        ),
      ],
    );
  },
};
