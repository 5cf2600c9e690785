import type { Span } from '@clearwatch/contracts/ai-reports';
import { isLastDayOfMonth, type Month, monthOf } from '../../calendar/day.ts';
import { median } from '../../members/member-baseline.ts';
import type { Cents } from '../../money/cents.ts';
import { changePhrase } from '../compared-facts.ts';
import { type CitedFact, factSize } from '../fact-sheet.ts';
import { formatReportMonth } from '../format-fact.ts';
import { listBlock, paragraph, right, rowChart, rowTable, section } from '../report-blocks.ts';
import type { ReportContext, ReportScope } from '../report-composer.ts';
import { compactMoney, compactWithoutSign, joinWithAnd, prose, sentences, withNoun } from '../report-sentences.ts';
import { flowsSentence, type MonthFlows, monthlyFlowsBlocks } from '../sections/money-flow-sections.ts';
import {
  directionNoun,
  type FlowDirection,
  flowActions,
  type MoneyData,
  whatChangedSection,
} from '../sections/what-changed-section.ts';
import { reportType } from './report-type.ts';

export interface MonthActivity {
  month: Month;
  activeAccounts: number;
  alerts: number;
  highAlerts: number;
}

export interface OutlierMonth {
  month: Month;
  direction: FlowDirection;
  /** Each company's amount in the month and its average in the other months, largest difference first. */
  companies: { company: string; cents: Cents; usualCents: Cents }[];
}

export interface TrendData extends MoneyData {
  activity: MonthActivity[];
  outlierMonths: OutlierMonth[];
}

/** Minimum number of full months for identifying a usual month. */
const MIN_WHOLE_MONTHS = 5;
/**
 * An outlier differs from the median month by at least this share of the median and by this many scaled
 * median absolute deviations.
 */
const MIN_OUTLIER_PART = 0.3;
const MIN_OUTLIER_DISTANCES = 3;
/** Ratio of the standard deviation to the median absolute deviation in a normal distribution. */
const MEDIAN_TO_DEVIATION = 1.4826;

/** Months that the ledger and the period fully cover. */
export function wholeMonths(months: readonly MonthFlows[], { firstDay, period }: ReportScope): MonthFlows[] {
  return months.filter(
    ({ month }) => firstDay <= `${month}-01` && (month !== monthOf(period.lastDay) || isLastDayOfMonth(period.lastDay)),
  );
}

const monthAmount = (direction: FlowDirection, { creditCents, debitCents }: MonthFlows) =>
  direction === 'credits' ? creditCents : debitCents;

/**
 * Outliers by median and median absolute deviation, which a single month barely affects. The furthest come
 * first.
 */
export function outlierMonths(whole: readonly MonthFlows[], direction: FlowDirection): MonthFlows[] {
  if (whole.length < MIN_WHOLE_MONTHS) return [];
  const amounts = whole.map((month) => monthAmount(direction, month));
  const usual = median(amounts) ?? 0;
  const distance = median(amounts.map((amount) => Math.abs(amount - usual))) ?? 0;
  const least = Math.max(MIN_OUTLIER_PART * usual, MIN_OUTLIER_DISTANCES * MEDIAN_TO_DEVIATION * distance);
  const far = (month: MonthFlows) => Math.abs(monthAmount(direction, month) - usual);
  return whole.filter((month) => far(month) > least).toSorted((left, right) => far(right) - far(left));
}

/** Consecutive months, up to the last, that were each above (or below) the month before. */
export function trendRun(amounts: readonly number[]): { months: number; way: 'up' | 'down' } {
  const steps = amounts.slice(1).map((amount, index) => Math.sign(amount - (amounts[index] ?? 0)));
  const way = steps.at(-1) ?? 0;
  const broken = steps.findLastIndex((step) => step !== way);
  return { months: way === 0 ? 0 : steps.length - 1 - broken, way: way > 0 ? 'up' : 'down' };
}

/** The last three full months are compared with the three months before them. */
const COMPARED_MONTH_COUNT = 3;
/** A shorter run may be due to chance. */
const MIN_RUN = 3;
const MAX_NAMED_COMPANIES = 3;
/** Minimum share of the difference for a company to be named as a reason. */
const MIN_REASON_PART = 0.1;
const SOURCE = 'Daily totals of the ledger, by month';

const monthFact = (month: Month, { sheet }: ReportContext) => sheet.from(SOURCE).month('Month', month);

const amountFact = (direction: FlowDirection, month: MonthFlows, { sheet }: ReportContext) =>
  sheet
    .from(SOURCE)
    .money(`${directionNoun(direction)}, ${formatReportMonth(month.month)}`, monthAmount(direction, month));

/** @param what such as "month, Jun 2026 to Aug 2026" */
function averageFact(
  direction: FlowDirection,
  [what, months]: readonly [what: string, months: readonly MonthFlows[]],
  { sheet }: ReportContext,
): CitedFact {
  const sum = months.reduce((cents, month) => cents + monthAmount(direction, month), 0);
  return sheet
    .from(`${SOURCE}, rounded to the cent`)
    .money(`${directionNoun(direction)} in an average ${what}`, Math.round(sum / months.length));
}

export const trendAnalysis = reportType<TrendData>({
  type: 'trend_analysis',
  purpose: 'How credits, debits, members and alerts changed over the last year, which months stand out, and why.',
  headline: (data, context) =>
    sentences(
      averageSentence(data, context),
      runSentence('debits', data, context) ?? runSentence('credits', data, context),
      flowsSentence(data.flows, context),
    ),
  sections: [
    (data, context) => {
      const { months } = data.flows;
      const { sheet } = context;
      if (months.length < 2) return null;
      const activityOf = (month: Month) => data.activity.find((candidate) => candidate.month === month);
      const members = sheet.from('Accounts with at least one credit or debit in the month');
      const activeFact = ({ month }: MonthFlows) =>
        members.count(`Active members, ${formatReportMonth(month)}`, activityOf(month)?.activeAccounts ?? 0);
      const { count } = sheet.from('Alerts by activity date');
      const alertsFact = (label: string, month: Month, alerts = 0) =>
        count(`${label}, ${formatReportMonth(month)}`, alerts);
      return section(
        'Trend',
        paragraph(
          averageWithoutOutliers(data, context),
          runSentence('credits', data, context),
          runSentence('debits', data, context),
          extremesSentence('credits', data, context),
          extremesSentence('debits', data, context),
        ),
        monthlyFlowsBlocks(data.flows, context),
        rowTable('Month by month', months.toReversed(), [
          ['Month', ({ month }) => monthFact(month, context)],
          [right('Credits'), (month) => amountFact('credits', month, context)],
          [right('Debits'), (month) => amountFact('debits', month, context)],
          [
            right('Net flow'),
            ({ month, creditCents, debitCents }) =>
              sheet.from(SOURCE).money(`Net flow, ${formatReportMonth(month)}`, creditCents - debitCents),
          ],
          [right('Active members'), activeFact],
          [right('Alerts'), ({ month }) => alertsFact('Alerts', month, activityOf(month)?.alerts)],
          [right('High risk'), ({ month }) => alertsFact('High-risk alerts', month, activityOf(month)?.highAlerts)],
        ]),
        rowChart(['Active members by month', 'bar', 'count'], months, ({ month }) => monthFact(month, context), {
          'Active members': activeFact,
        }),
      );
    },
    (data, context) =>
      section(
        'Months that stand out',
        listBlock(...data.outlierMonths.map((month) => outlierMonthPhrase(month, data, context))),
      ),
    (data, context) =>
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
  ],
  actions: [
    (data, context) => liquidityAction('credits', data, context),
    (data, context) => liquidityAction('debits', data, context),
    ({ flows, outlierMonths: found }, context) => {
      const last = wholeMonths(flows.months, context.scope).at(-1)?.month;
      const outlier = found.find(({ month }) => month === last);
      const [company] = outlier?.companies ?? [];
      if (outlier === undefined || company === undefined) return null;
      return prose`ACH operations: find out whether ${outlier.direction} stay at the level of ${monthFact(outlier.month, context)}, starting with ${context.sheet.entryCompany(company.company)}.`;
    },
    (data, context) => flowActions(data, context),
  ],
  method: () => [
    prose`Only months fully covered by the ledger and the period are compared. A month stands out when it is far from the median of all months, measured by the median absolute deviation.`,
    prose`Past months are not a forecast; this report does not project into the future.`,
  ],
});

/** Compares the last full months with those before them; null when there are too few. */
function averageSentence({ flows }: TrendData, context: ReportContext): Span[] | null {
  const months = wholeMonths(flows.months, context.scope).slice(-2 * COMPARED_MONTH_COUNT);
  if (months.length < 2 * COMPARED_MONTH_COUNT) return null;
  const { sheet } = context;
  const average = (direction: FlowDirection, of: readonly MonthFlows[]) => {
    const span = `${formatReportMonth(of[0]?.month ?? '')} to ${formatReportMonth(of.at(-1)?.month ?? '')}`;
    return averageFact(direction, [`month, ${span}`, of], context);
  };
  const change = (direction: FlowDirection) =>
    changePhrase(sheet, {
      label: `${directionNoun(direction)} in an average month`,
      now: average(direction, months.slice(-COMPARED_MONTH_COUNT)),
      before: average(direction, months.slice(0, COMPARED_MONTH_COUNT)),
    });
  const count = sheet.from(SOURCE).count('Full months averaged', COMPARED_MONTH_COUNT);
  return prose`Over the last ${count} full months, credits ${change('credits')} a month and debits ${change('debits')} a month, compared with the ${count} months before.`;
}

/** States the average without an outlier month; null when the last months have no outlier. */
function averageWithoutOutliers(data: TrendData, context: ReportContext): Span[] | null {
  const recent = wholeMonths(data.flows.months, context.scope).slice(-COMPARED_MONTH_COUNT);
  const found = data.outlierMonths.find(({ month }) => recent.some((own) => own.month === month));
  const others = recent.filter(({ month }) => month !== found?.month);
  if (found === undefined || others.length === 0) return null;
  const when = monthFact(found.month, context);
  const what = `month without ${formatReportMonth(found.month)}`;
  const average = averageFact(found.direction, [what, others], context);
  return prose`${when} stands out and drives the average: without it, ${found.direction} came to ${compactMoney(average)} a month.`;
}

const runOf = (direction: FlowDirection, { flows }: TrendData, { scope }: ReportContext) =>
  trendRun(wholeMonths(flows.months, scope).map((month) => monthAmount(direction, month)));

/** States "Debits have fallen 3 months in a row."; null for a shorter run. */
function runSentence(direction: FlowDirection, data: TrendData, context: ReportContext): Span[] | null {
  const { months, way } = runOf(direction, data, context);
  if (months < MIN_RUN) return null;
  const count = context.sheet.from(SOURCE).count(`Months in a row that ${direction} went ${way}`, months);
  return prose`${directionNoun(direction)} have ${way === 'up' ? 'risen' : 'fallen'} ${withNoun(count, 'month')} in a row.`;
}

/** Null unless credits have kept falling or debits have kept rising. */
function liquidityAction(direction: FlowDirection, data: TrendData, context: ReportContext): Span[] | null {
  const isIncome = direction === 'credits';
  if (runOf(direction, data, context).way !== (isIncome ? 'down' : 'up')) return null;
  const run = runSentence(direction, data, context);
  return run && prose`Finance: plan liquidity for ${isIncome ? 'lower credits' : 'higher debits'}. ${run}`;
}

function extremesSentence(direction: FlowDirection, { flows }: TrendData, context: ReportContext) {
  const sorted = wholeMonths(flows.months, context.scope).toSorted(
    (left, right) => monthAmount(direction, left) - monthAmount(direction, right),
  );
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined || sorted.length < COMPARED_MONTH_COUNT) return null;
  const words = (month: MonthFlows) =>
    prose`${monthFact(month.month, context)} (${amountFact(direction, month, context)})`;
  return prose`${directionNoun(direction)} were highest in ${words(highest)} and lowest in ${words(lowest)}.`;
}

function outlierMonthPhrase(outlier: OutlierMonth, { flows }: TrendData, context: ReportContext): Span[] {
  const { month, direction, companies } = outlier;
  const { sheet } = context;
  const whole = wholeMonths(flows.months, context.scope);
  const own = whole.find((candidate) => candidate.month === month);
  const others = whole.filter((candidate) => candidate !== own);
  if (own === undefined || others.length === 0) return [];
  const words = formatReportMonth(month);
  const when = monthFact(month, context);
  const amount = amountFact(direction, own, context);
  const usual = averageFact(direction, [`month other than ${words}`, others], context);
  const distance = factSize(amount) - factSize(usual);
  const reasons = companies
    .filter(({ cents, usualCents }) => (cents - usualCents) / distance >= MIN_REASON_PART)
    .slice(0, MAX_NAMED_COMPANIES)
    .map(({ company, cents, usualCents }) => {
      const name = sheet.entryCompany(company);
      const source = 'Daily totals of companies';
      const what = `${directionNoun(direction)} for ${company}`;
      const now = sheet.from(source).money(`${what}, ${words}`, cents);
      const { money } = sheet.from(`${source}, rounded to the cent`);
      const average = money(`${what} in an average month other than ${words}`, usualCents);
      return prose`${name} (${compactWithoutSign(now)}, compared with ${usualCents === 0 ? 'nothing' : compactWithoutSign(average)} in the other months)`;
    });
  const why =
    reasons.length === 0
      ? 'No single company explains it'
      : prose`The difference came mainly from ${joinWithAnd(reasons)}`;
  return prose`${when}: ${direction} of ${compactWithoutSign(amount)}, compared with an average of ${compactWithoutSign(usual)} in the other months. ${why}.`;
}
