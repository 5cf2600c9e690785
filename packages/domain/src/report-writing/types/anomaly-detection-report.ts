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

/** A day far above all comparable days, with the company that moved the most. */
export interface UnusualDay {
  day: Day;
  direction: FlowDirection;
  cents: Cents;
  largestComparable: { day: Day; cents: Cents };
  company: { company: string; cents: Cents } | null;
}

type OutlierDay = Omit<UnusualDay, 'company'>;

/** A day is compared with the same weekday in earlier weeks and the same day in earlier months. */
const COMPARED_WEEKS = 12;
const COMPARED_MONTHS = 6;
/** Payments due on a holiday or weekend move to the next banking day. */
const NEARBY_DAYS = 2;
/** A day stands out when it is more than this many times the largest comparable day. */
const OUTLIER_RATIO = 1.5;
/** Minimum number of comparable days with activity. */
const MIN_COMPARABLE_DAYS = 6;

/** Days in the period that are far above every earlier comparable day, largest excess first. */
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
    return cents > OUTLIER_RATIO * largest.cents ? [{ day, direction, cents, largestComparable: largest }] : [];
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
    // In a shorter month, the 31st falls on one of the first days of the next month.
    const same = addDays(`${month}-01`, Number(day.slice(8, 10)) - 1);
    return Array.from({ length: 2 * NEARBY_DAYS + 1 }, (_, offset) => addDays(same, offset - NEARBY_DAYS));
  });
  return [...new Set([...weeks, ...months.flat()])].filter((other) => other < day);
}

/** Banking days in the period without entries. Empty when at least half of the banking days have none. */
export function daysWithoutEntries(totals: readonly DayTotal[], period: Period): Day[] {
  const posted = new Set(totals.filter(({ entries }) => entries > 0).map(({ day }) => day));
  const banking = Array.from({ length: daysIn(period) }, (_, index) => addDays(period.firstDay, index)).filter(
    isBankingDay,
  );
  const empty = banking.filter((day) => !posted.has(day));
  return 2 * empty.length < banking.length ? empty : [];
}

/**
 * A company whose sum is far above its sums in earlier periods of the same length, or zero although it was
 * active in all of them.
 */
export interface UnusualCompany {
  company: string;
  direction: FlowDirection;
  cents: Cents;
  /** Maximum and average over the previous periods. */
  highestCents: Cents;
  meanCents: Cents;
}

/**
 * A member who received or paid far more on one day than on any day in the year before, with the company of
 * the largest entry.
 */
export interface UnusualPayment extends Omit<UnusualCompany, 'meanCents'> {
  member: MemberRef;
  day: Day;
  /** The stated purpose of that entry; null for debits and for credits without a purpose. */
  purpose: CreditPurpose | null;
  /** The member's alert closest to that day, at most 30 days before or after it. */
  alertId: number | null;
}

/** All anomalies, largest excess first. A report counts all of them but lists only the first ones. */
export interface AnomalyData {
  flows: Flows;
  alerts: Alerts;
  days: UnusualDay[];
  /** Banking days within the ledger without entries. */
  daysWithoutEntries: Day[];
  /** Number of previous periods of the same length in the ledger. Companies are compared only with three or more. */
  comparedPeriods: number;
  companies: UnusualCompany[];
  /** Companies active in each of those periods but not now. */
  companiesWithoutEntries: UnusualCompany[];
  payments: UnusualPayment[];
}

const LEDGER_DAYS = 'Daily totals of the ledger';
const MAX_LISTED_DAYS_WITHOUT_ENTRIES = 5;
const MAX_UNUSUAL_DAYS = 3;
/** Maximum per direction. */
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
  purpose: 'Members, companies and days far from their own history, whether or not a detection rule flagged them.',
  headline: (data, context) => sentences(...outlierSentences(data, context), alertsSentence(data.alerts, context)),
  sections: [
    ({ payments }, { sheet }) => {
      const listed = payments.slice(0, MAX_UNUSUAL_PAYMENTS);
      if (listed.length === 0) return null;
      const facts = sheet.from('Daily totals of the account');
      const rows = listed.map(({ member, direction, day, company, purpose, alertId, ...payment }) => {
        const what = `${directionNoun(direction)} for ${member.name}, ${maskAccount(member.accountNumber)}`;
        const own = facts.money(`${what}, ${day}`, payment.cents);
        const most = facts.money(`${what}, highest day in the year before ${day}`, payment.highestCents);
        const [name, account] = memberCells(sheet, member);
        const cells = [
          name,
          account,
          direction,
          facts.day('Day', day),
          own,
          most,
          sheet.from('Largest entry on that day').company('Company', company),
          purpose,
          alertId === null ? 'none' : sheet.from(`Alert ${alertId}`).word('Alert number', String(alertId)),
        ];
        return { cells, name, own, most };
      });
      const alertIds = listed.flatMap(({ alertId }) => alertId ?? []);
      return section(
        'Members compared with their own history',
        paragraph(
          prose`Each of these members received or paid far more on a single day than on any day in the year before. Many such payments have an ordinary reason: a tax refund, an insurance claim, a home purchase. If no alert is shown, no rule flagged the payment.${listed.length < payments.length ? ' Only the largest are listed.' : ''}`,
        ),
        table(
          'Days far above the member’s own history',
          [
            'Member',
            'Account',
            'Direction',
            'Day',
            right('Amount'),
            right('Previous highest day'),
            'Main company',
            'Stated purpose',
            right('Alert'),
          ],
          rows.map(({ cells }) => cells),
        ),
        rowChart(['Amount on that day and on the previous highest day', 'bar', 'money'], rows, ({ name }) => name, {
          'That day': ({ own }) => own,
          'Previous highest day': ({ most }) => most,
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
        isCut ? paragraph(prose`Only those furthest from their history are listed.`) : null,
      );
    },
    ({ alerts }, context) => alertRisksSection(alerts, { most: 5 }, context),
  ],
  actions: [
    // Analysts see payments without an alert only in this report.
    ({ payments }, { sheet }) => {
      const unflagged = payments
        .slice(0, MAX_UNUSUAL_PAYMENTS)
        .filter(({ alertId, purpose }) => alertId === null && !isExemptPurpose(purpose))
        .slice(0, MAX_NAMED_MEMBERS)
        .map(({ member }) => memberPhrase(sheet, member));
      if (unflagged.length === 0) return null;
      return prose`Fraud analysts: review ${joinWithAnd(unflagged)}; no alert covers the unusual activity, and the entries state no ordinary purpose.`;
    },
    (data, context) => {
      const {
        companies: [company],
        companiesWithoutEntries: [absent],
        days: [day],
      } = data;
      return [
        company && prose`ACH operations: find out what changed. ${unusualCompanyPhrase(company, data, context)}`,
        absent &&
          prose`ACH operations: find out why there were no ${absent.direction}. ${unusualCompanyPhrase(absent, data, context)}`,
        day && prose`ACH operations: check the files for this day. ${unusualDayPhrase(day, context)}`,
      ];
    },
    (data, context) => {
      const missing = daysWithoutEntriesSentence(data, context);
      return missing && prose`ACH operations: check Data Import for missing files. ${missing}`;
    },
    ({ alerts }, context) => alertActions(alerts, context),
  ],
  method: ({ comparedPeriods }) => [
    prose`A member’s day stands out when it is several times the largest day in the year before; only the largest days in the period are checked. A day stands out for the whole institution when it is far above the same weekday and the same day of the month in earlier weeks and months.`,
    comparedPeriods < MIN_COMPARED_PERIODS
      ? prose`Companies are not compared: the ledger is too short for periods of this length.`
      : prose`A company stands out when its total is far above its total in any previous period of the same length.`,
  ],
});

function outlierSentences(data: AnomalyData, { scope, sheet }: ReportContext): Span[][] {
  const { payments, days, companies, companiesWithoutEntries } = data;
  const { count } = sheet.from('Compared with their own history', scope.period);
  const names = new Set([...companies, ...companiesWithoutEntries].map(({ company }) => company));
  const parts = [
    { number: payments.length, one: 'member payment', many: 'member payments' },
    { number: names.size, one: 'company', many: 'companies' },
    { number: days.length, one: 'day', many: 'days' },
  ].filter(({ number }) => number > 0);
  if (parts.length === 0) return [prose`Nothing stands out from its own history.`];
  const counts = parts.map(({ number, one, many }) => withNoun(count(`What stands out, ${many}`, number), one, many));
  const isOne = parts.reduce((sum, { number }) => sum + number, 0) === 1;
  const opening = prose`${joinWithAnd(counts)} ${isOne ? 'stands' : 'stand'} out from ${isOne ? 'its' : 'their'} own history.`;
  const unflagged = payments.filter(({ alertId }) => alertId === null).length;
  if (payments.length === 0) return [opening];
  if (payments.length === 1) return [opening, prose`The payment has ${unflagged === 0 ? 'an' : 'no'} alert.`];
  if (unflagged === 0) return [opening, prose`All payments have an alert.`];
  const cited = count('Payments without an alert', unflagged);
  return [opening, prose`${cited} of the payments ${unflagged === 1 ? 'has' : 'have'} no alert.`];
}

function unusualDayPhrase(
  { day, direction, cents, largestComparable, company }: UnusualDay,
  { sheet }: ReportContext,
): Span[] {
  const noun = directionNoun(direction);
  const on = (of: Day) => sheet.from(LEDGER_DAYS).day(`Day of the ${direction}`, of);
  const amount = (of: Day, value: Cents) => compactWithoutSign(sheet.from(LEDGER_DAYS).money(`${noun}, ${of}`, value));
  const most =
    company === null
      ? ''
      : prose`, including ${compactWithoutSign(sheet.from('Daily totals of companies').money(`${noun} for ${company.company}, ${day}`, company.cents))} by ${sheet.entryCompany(company.company)}`;
  return prose`${on(day)}: ${direction} of ${amount(day, cents)}${most}. The largest comparable day had ${amount(largestComparable.day, largestComparable.cents)}, on ${on(largestComparable.day)}.`;
}

const COMPANY_DAYS = 'Daily totals of companies, in periods of the same length';

function unusualCompanyPhrase(
  { company, direction, cents, highestCents, meanCents }: UnusualCompany,
  { comparedPeriods }: AnomalyData,
  { scope, sheet }: ReportContext,
): Span[] {
  const name = sheet.entryCompany(company);
  const what = `${directionNoun(direction)} for ${company}`;
  const before = () => {
    const { count } = sheet.from('Previous full periods in the ledger, up to six');
    return prose`the previous ${count('Periods of the same length that are compared', comparedPeriods)} periods`;
  };
  if (cents === 0) {
    const { money } = sheet.from(`${COMPANY_DAYS}, rounded to the cent`);
    const mean = money(`${what}, average of the previous periods`, meanCents);
    return prose`${name}: no ${direction}, compared with an average of ${compactWithoutSign(mean)} in ${before()}.`;
  }
  const now = sheet.from(COMPANY_DAYS, scope.period).money(what, cents);
  const most = sheet.from(COMPANY_DAYS).money(`${what}, maximum of the previous periods`, highestCents);
  return prose`${name}: ${direction} of ${compactWithoutSign(now)}, compared with at most ${compactWithoutSign(most)} in any of ${before()}.`;
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
  const among = days.length > MAX_LISTED_DAYS_WITHOUT_ENTRIES ? ', including' : ':';
  return prose`No entries were posted on ${withNoun(count, 'banking day')}${among} ${joinWithAnd(listed)}. A file may be missing.`;
}
