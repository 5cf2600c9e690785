import type { Span } from '@clearwatch/contracts/ai-reports';
import { isBankingDay } from '../../calendar/banking-days.ts';
import { addDays, addMonths, type Day, monthOf } from '../../calendar/day.ts';
import { daysIn, type Period } from '../../calendar/period.ts';
import { type CreditPurpose, isExemptPurpose } from '../../detection/entry-meaning.ts';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import { listBlock, paragraph, right, rowChart, section, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { compactWithoutSign, joinWithAnd, prose, sentences, withNoun } from '../report-sentences.ts';
import type { Alerts } from '../sections/alert-facts.ts';
import { alertActions, alertRisksSection, alertsSentence } from '../sections/alert-sections.ts';
import { type MemberRef, memberCells, memberPhrase } from '../sections/member-figures.ts';
import type { Flows, FlowTotals } from '../sections/money-flow-sections.ts';
import { directionNoun, type FlowDirection } from '../sections/what-changed-section.ts';
import { reportType } from './report-type.ts';

export type DayTotal = Pick<FlowTotals, 'creditCents' | 'debitCents' | 'entries'> & { day: Day };

/** A day far above all comparable ones, with the company that brought most of it. */
export interface UnusualDay {
  day: Day;
  direction: FlowDirection;
  cents: Cents;
  largestComparable: { day: Day; cents: Cents };
  company: { company: string; cents: Cents } | null;
}

type OutlierDay = Omit<UnusualDay, 'company'>;

/** A day is compared with the same weekday of earlier weeks and the same day of earlier months. */
const COMPARED_WEEKS = 12;
const COMPARED_MONTHS = 6;
/** Payments due on a holiday or weekend move to the next banking day. */
const NEARBY_DAYS = 2;
/** A day stands out when it is this many times the largest comparable day. */
const OUTLIER_RATIO = 1.5;
/** Fewer comparable days with money are not enough. */
const MIN_COMPARABLE_DAYS = 6;

/** Days of the period with far more than any comparable day before them; those farthest above first. */
export function outlierDays(totals: readonly DayTotal[], period: Period): OutlierDay[] {
  const byDay = new Map(totals.map((total) => [total.day, total]));
  const outlierOf = (day: Day, direction: FlowDirection): OutlierDay[] => {
    const key = direction === 'credits' ? 'creditCents' : 'debitCents';
    const amountOf = (of: Day) => ({ day: of, cents: byDay.get(of)?.[key] ?? 0 });
    const comparable = comparableDays(day)
      .map(amountOf)
      .filter(({ cents }) => cents !== 0);
    const [largest] = comparable.toSorted((left, right) => right.cents - left.cents);
    const { cents } = amountOf(day);
    if (largest === undefined || comparable.length < MIN_COMPARABLE_DAYS) return [];
    return cents > OUTLIER_RATIO * largest.cents
      ? [{ day, direction, cents, largestComparable: largest }]
      : [];
  };
  const excess = ({ cents, largestComparable }: OutlierDay) => cents - largestComparable.cents;
  return totals
    .filter(({ day }) => day >= period.firstDay && day <= period.lastDay)
    .flatMap(({ day }) => [...outlierOf(day, 'credits'), ...outlierOf(day, 'debits')])
    .toSorted((left, right) => excess(right) - excess(left));
}

function comparableDays(day: Day): Day[] {
  const weeks = Array.from({ length: COMPARED_WEEKS }, (_, index) => addDays(day, -7 * (index + 1)));
  const months = Array.from({ length: COMPARED_MONTHS }, (_, index) => {
    const month = addMonths(monthOf(day), -(index + 1));
    // The 31st of a shorter month is its last days.
    const same = addDays(`${month}-01`, Number(day.slice(8, 10)) - 1);
    return Array.from({ length: 2 * NEARBY_DAYS + 1 }, (_, offset) => addDays(same, offset - NEARBY_DAYS));
  });
  return [...new Set([...weeks, ...months.flat()])].filter((other) => other < day);
}

/** Banking days of the period on which nothing was posted, although such days usually bring something. */
export function daysWithoutEntries(totals: readonly DayTotal[], period: Period): Day[] {
  const posted = new Set(totals.filter(({ entries }) => entries > 0).map(({ day }) => day));
  const banking = Array.from({ length: daysIn(period) }, (_, index) =>
    addDays(period.firstDay, index),
  ).filter(isBankingDay);
  const empty = banking.filter((day) => !posted.has(day));
  return 2 * empty.length < banking.length ? empty : [];
}

/** A company whose sum is far above, or missing from, what it was in periods of the same length. */
export interface UnusualCompany {
  company: string;
  direction: FlowDirection;
  cents: Cents;
  /** Most, and mean, of the time before. */
  highestCents: Cents;
  meanCents: Cents;
}

/** A member who received or paid on one day far more than on any day of the year before; the company of the largest entry. */
export interface UnusualPayment extends Omit<UnusualCompany, 'meanCents'> {
  member: MemberRef;
  day: Day;
  /** What that entry says it is for, where its words tell; null for debits and silent credits. */
  purpose: CreditPurpose | null;
  /** The member's alert nearest to the day, no more than 30 days from it. */
  alertId: number | null;
}

/** All that stands out, what is farthest above first: a report counts all, and lists the first of them. */
export interface AnomalyData {
  flows: Flows;
  alerts: Alerts;
  days: UnusualDay[];
  /** Banking days within the ledger on which nothing at all was posted. */
  daysWithoutEntries: Day[];
  /** How many periods of the same length before could be compared; below three nothing is said of companies. */
  comparedPeriods: number;
  companies: UnusualCompany[];
  /** Companies that had money in each of those periods, and none now. */
  companiesWithoutEntries: UnusualCompany[];
  payments: UnusualPayment[];
}

const LEDGER_DAYS = 'Daily totals of the ledger';
const MAX_LISTED_DAYS_WITHOUT_ENTRIES = 5;
const MAX_UNUSUAL_DAYS = 3;
/** In each direction. */
const MAX_UNUSUAL_COMPANIES = 4;
const MAX_UNUSUAL_PAYMENTS = 8;
const MAX_NAMED_MEMBERS = 3;
const MIN_COMPARED_PERIODS = 3;

const listedCompanies = (companies: readonly UnusualCompany[]) =>
  (['credits', 'debits'] as const).flatMap((direction) =>
    companies.filter((company) => company.direction === direction).slice(0, MAX_UNUSUAL_COMPANIES),
  );

export const anomalyDetection = reportType<AnomalyData>({
  type: 'anomaly_detection',
  purpose:
    'Members, companies and days that are far from their own past, whether a detection rule saw them or not.',
  headline: (data, context) =>
    sentences(...outlierSentences(data, context), alertsSentence(data.alerts, context)),
  sections: [
    ({ payments }, { sheet }) => {
      const listed = payments.slice(0, MAX_UNUSUAL_PAYMENTS);
      if (listed.length === 0) return null;
      const facts = sheet.from('Daily totals of the account');
      const rows = listed.map(({ member, direction, day, company, purpose, alertId, ...payment }) => {
        const what = `${directionNoun(direction)} of ${member.name}, ${maskAccount(member.accountNumber)}`;
        const own = facts.money(`${what}, ${day}`, payment.cents);
        const most = facts.money(`${what}, most on one day of the year before ${day}`, payment.highestCents);
        const [name, account] = memberCells(sheet, member);
        const cells = [
          name,
          account,
          direction,
          facts.day('Day', day),
          own,
          most,
          sheet.from('Largest entry of that day').company('Company', company),
          purpose,
          alertId === null
            ? 'none'
            : sheet.from(`Alert ${alertId}`).word('Number of the alert', String(alertId)),
        ];
        return { cells, name, own, most };
      });
      const alertIds = listed.flatMap(({ alertId }) => alertId ?? []);
      return section(
        'Members against their own past',
        paragraph(
          prose`On one day each of these members received or paid far more than on any day of the year before. Many have an innocent reason: a tax refund, a claim, a house. Of those without an alert no rule spoke.${listed.length < payments.length ? ' The largest are listed.' : ''}`,
        ),
        table(
          'Days far above the member’s own past',
          [
            'Member',
            'Account',
            'Direction',
            'Day',
            right('Amount'),
            right('Most before'),
            'Mostly',
            'Says it is',
            right('Alert'),
          ],
          rows.map(({ cells }) => cells),
        ),
        rowChart(['That day beside the most on any day before', 'bar', 'money'], rows, ({ name }) => name, {
          'That day': ({ own }) => own,
          'Most before': ({ most }) => most,
        }),
        alertIds.length === 0 ? null : { kind: 'alerts', alertIds: [...new Set(alertIds)] },
      );
    },
    (data, context) => {
      const { days, companies, companiesWithoutEntries } = data;
      const items = [
        ...days.slice(0, MAX_UNUSUAL_DAYS).map((day) => unusualDayPhrase(day, context)),
        ...[...listedCompanies(companies), ...listedCompanies(companiesWithoutEntries)].map((company) =>
          unusualCompanyPhrase(company, data, context),
        ),
      ];
      const isCut = items.length < days.length + companies.length + companiesWithoutEntries.length;
      return section(
        'Days and companies',
        paragraph(daysWithoutEntriesSentence(data, context)),
        listBlock(...items),
        isCut ? paragraph(prose`Those farthest from their past are listed.`) : null,
      );
    },
    ({ alerts }, context) => alertRisksSection(alerts, { most: 5 }, context),
  ],
  actions: [
    // Payments without an alert are reviewed only when a report asks for it.
    ({ payments }, { sheet }) => {
      const unseen = payments
        .slice(0, MAX_UNUSUAL_PAYMENTS)
        .filter(({ alertId, purpose }) => alertId === null && !isExemptPurpose(purpose))
        .slice(0, MAX_NAMED_MEMBERS)
        .map(({ member }) => memberPhrase(sheet, member));
      if (unseen.length === 0) return null;
      return prose`Fraud analysts: look at ${joinWithAnd(unseen)}: no alert speaks of them, and the entry names no usual purpose.`;
    },
    (data, context) => {
      const {
        companies: [company],
        companiesWithoutEntries: [absent],
        days: [day],
      } = data;
      return [
        company &&
          prose`ACH operations: find out what changed. ${unusualCompanyPhrase(company, data, context)}`,
        absent &&
          prose`ACH operations: find out why nothing ${absent.direction === 'credits' ? 'came' : 'was collected'}. ${unusualCompanyPhrase(absent, data, context)}`,
        day && prose`ACH operations: check the files of that day. ${unusualDayPhrase(day, context)}`,
      ];
    },
    (data, context) => {
      const missing = daysWithoutEntriesSentence(data, context);
      return missing && prose`ACH operations: check Data Import for missing files. ${missing}`;
    },
    ({ alerts }, context) => alertActions(alerts, context),
  ],
  method: ({ comparedPeriods }) => [
    prose`A member’s day stands out when it is several times the largest day of the year before, and is looked for among the largest days of the period; a day of the institution when it is far above the same weekday and the same day of the month before.`,
    comparedPeriods < MIN_COMPARED_PERIODS
      ? prose`Companies are not compared: the ledger is too short for periods of this length.`
      : prose`A company stands out when its sum is far above what it was in any of the periods of the same length before.`,
  ],
});

function outlierSentences(data: AnomalyData, { scope, sheet }: ReportContext): Span[][] {
  const { payments, days, companies, companiesWithoutEntries } = data;
  const { count } = sheet.from('Held against their own past', scope.period);
  const names = new Set([...companies, ...companiesWithoutEntries].map(({ company }) => company));
  const parts = [
    { number: payments.length, one: 'payment of a member', many: 'payments of members' },
    { number: names.size, one: 'company', many: 'companies' },
    { number: days.length, one: 'day', many: 'days' },
  ].filter(({ number }) => number > 0);
  if (parts.length === 0) return [prose`Nothing stands out against its own past.`];
  const counts = parts.map(({ number, one, many }) =>
    withNoun(count(`What stands out, ${many}`, number), one, many),
  );
  const isOne = parts.reduce((sum, { number }) => sum + number, 0) === 1;
  const opening = prose`${joinWithAnd(counts)} ${isOne ? 'stands' : 'stand'} out against ${isOne ? 'its' : 'their'} own past.`;
  const unseen = payments.filter(({ alertId }) => alertId === null).length;
  if (payments.length === 0) return [opening];
  if (payments.length === 1) return [opening, prose`The payment has ${unseen === 0 ? 'an' : 'no'} alert.`];
  if (unseen === 0) return [opening, prose`All payments have an alert.`];
  const cited = count('Payments without an alert', unseen);
  return [opening, prose`Of the payments ${cited} ${unseen === 1 ? 'has' : 'have'} no alert.`];
}

function unusualDayPhrase(
  { day, direction, cents, largestComparable, company }: UnusualDay,
  { sheet }: ReportContext,
): Span[] {
  const noun = directionNoun(direction);
  const on = (of: Day) => sheet.from(LEDGER_DAYS).day(`A day of ${direction}`, of);
  const amount = (of: Day, value: Cents) =>
    compactWithoutSign(sheet.from(LEDGER_DAYS).money(`${noun}, ${of}`, value));
  const most =
    company === null
      ? ''
      : prose`; ${compactWithoutSign(sheet.from('Daily totals of companies').money(`${noun} of ${company.company}, ${day}`, company.cents))} of it is ${sheet.entryCompany(company.company)}`;
  return prose`${on(day)}: ${direction} of ${amount(day, cents)}. The largest comparable day brought ${amount(largestComparable.day, largestComparable.cents)}, on ${on(largestComparable.day)}${most}.`;
}

const COMPANY_DAYS = 'Daily totals of companies, in periods of the same length';

function unusualCompanyPhrase(
  { company, direction, cents, highestCents, meanCents }: UnusualCompany,
  { comparedPeriods }: AnomalyData,
  { scope, sheet }: ReportContext,
): Span[] {
  const name = sheet.entryCompany(company);
  const what = `${directionNoun(direction)} of ${company}`;
  const before = () => {
    const { count } = sheet.from('Whole periods before this one that the ledger covers, up to six');
    return prose`the ${count('Periods of the same length that are compared', comparedPeriods)} periods before`;
  };
  if (cents === 0) {
    const { money } = sheet.from(`${COMPANY_DAYS}, rounded to the cent`);
    const mean = money(`${what}, mean of the periods before`, meanCents);
    return prose`${name}: no ${direction}, after ${compactWithoutSign(mean)} on average in each of ${before()}.`;
  }
  const now = sheet.from(COMPANY_DAYS, scope.period).money(what, cents);
  const most = sheet.from(COMPANY_DAYS).money(`${what}, most in one of the periods before`, highestCents);
  return prose`${name}: ${direction} of ${compactWithoutSign(now)}, against ${compactWithoutSign(most)} at most in ${before()}.`;
}

/** A banking day without entries may mean a missing file. */
function daysWithoutEntriesSentence(
  { daysWithoutEntries: days }: AnomalyData,
  { scope, sheet }: ReportContext,
): Span[] | null {
  if (days.length === 0) return null;
  const count = sheet.from(LEDGER_DAYS, scope.period).count('Banking days without entries', days.length);
  const listed = days
    .slice(0, MAX_LISTED_DAYS_WITHOUT_ENTRIES)
    .map((day) => sheet.from(LEDGER_DAYS).day('Banking day without entries', day));
  const among = days.length > MAX_LISTED_DAYS_WITHOUT_ENTRIES ? ', among them' : ':';
  return prose`Nothing was posted on ${withNoun(count, 'banking day')}${among} ${joinWithAnd(listed)}. A file may be missing.`;
}
