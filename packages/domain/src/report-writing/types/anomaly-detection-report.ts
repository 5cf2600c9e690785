import type { Block, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { isExemptPurpose } from '../../detection/entry-meaning.ts';
import { maskAccount } from '../../members/member-names.ts';
import type { CitedFact, FactSheet } from '../fact-sheet.ts';
import { actionsSection, chartOf, listBlock, paragraph, right, section, table } from '../report-blocks.ts';
import { type ReportComposer, type ReportContext, reportOf } from '../report-composer.ts';
import { dataLimitsSection } from '../report-data-limits.ts';
import { compactWithoutSign, joinWithAnd, prose, sentences, withNoun } from '../report-sentences.ts';
import { alertActions, alertRisksSection, alertsSentence } from '../sections/alert-sections.ts';
import { directionNoun } from '../sections/change-contributors.ts';
import { memberCells, memberPhrase } from '../sections/member-figures.ts';
import type { AnomalyData, UnusualCompany, UnusualDay, UnusualPayment } from './anomaly-facts.ts';

const ACCOUNT_DAYS = 'Daily totals of the account';
const LEDGER_DAYS = 'Daily totals of the ledger';
const MAX_LISTED_DAYS_WITHOUT_ENTRIES = 5;
const MAX_UNUSUAL_DAYS = 3;
/** In each direction. */
const MAX_UNUSUAL_COMPANIES = 4;
const MAX_UNUSUAL_PAYMENTS = 8;

const listedPayments = ({ payments }: Pick<AnomalyData, 'payments'>) =>
  payments.slice(0, MAX_UNUSUAL_PAYMENTS);

const listedCompanies = (companies: readonly UnusualCompany[]) =>
  (['credits', 'debits'] as const).flatMap((direction) =>
    companies.filter((company) => company.direction === direction).slice(0, MAX_UNUSUAL_COMPANIES),
  );

function paymentsSection(data: AnomalyData, { sheet }: ReportContext): ReportSection | null {
  const payments = listedPayments(data);
  if (payments.length === 0) return null;
  const isCut = payments.length < data.payments.length;
  const alertIds = payments.flatMap(({ alertId }) => alertId ?? []);
  return section(
    'Members against their own past',
    paragraph(
      prose`On one day each of these members received or paid far more than on any day of the year before. Many have an innocent reason: a tax refund, a claim, a house. Of those without an alert no rule spoke.${isCut ? ' The largest are listed.' : ''}`,
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
      payments.map((payment) => paymentRow(payment, sheet)),
    ),
    paymentsChart(payments, sheet),
    alertIds.length === 0 ? null : { kind: 'alerts', alertIds: [...new Set(alertIds)] },
  );
}

function paymentRow(payment: UnusualPayment, sheet: FactSheet) {
  const { member, direction, day, company, purpose, alertId } = payment;
  const { own, most } = amountsOf(payment, sheet);
  return [
    ...memberCells(sheet, member),
    direction,
    sheet.from(ACCOUNT_DAYS).day('Day', day),
    own,
    most,
    sheet.from('Largest entry of that day').company('Company', company),
    purpose,
    alertId === null ? 'none' : sheet.from(`Alert ${alertId}`).word('Number of the alert', String(alertId)),
  ];
}

function paymentsChart(payments: readonly UnusualPayment[], sheet: FactSheet): Block | null {
  return chartOf({
    title: 'That day beside the most on any day before',
    type: 'bar',
    unit: 'money',
    categories: payments.map(({ member }) => memberCells(sheet, member)[0]),
    series: [
      { name: 'That day', values: payments.map((payment) => amountsOf(payment, sheet).own) },
      { name: 'Most before', values: payments.map((payment) => amountsOf(payment, sheet).most) },
    ],
  });
}

function amountsOf({ member, direction, day, cents, highestCents }: UnusualPayment, sheet: FactSheet) {
  const who = `${member.name}, ${maskAccount(member.accountNumber)}`;
  const what = `${directionNoun(direction)} of ${who}`;
  return {
    own: sheet.from(ACCOUNT_DAYS).money(`${what}, ${day}`, cents),
    most: sheet.from(ACCOUNT_DAYS).money(`${what}, most on one day of the year before ${day}`, highestCents),
  };
}

function institutionSection(data: AnomalyData, context: ReportContext): ReportSection | null {
  const items = [
    ...data.days.slice(0, MAX_UNUSUAL_DAYS).map((day) => unusualDayPhrase(day, context)),
    ...listedCompanies(data.companies).map((company) => unusualCompanyPhrase(company, data, context)),
    ...listedCompanies(data.companiesWithoutEntries).map((company) =>
      daysWithoutEntriesPhrase(company, data, context),
    ),
  ];
  const isCut = items.length < data.days.length + data.companies.length + data.companiesWithoutEntries.length;
  return section(
    'Days and companies',
    paragraph(daysWithoutEntriesSentence(data, context)),
    listBlock(...items),
    isCut ? paragraph(prose`Those farthest from their past are listed.`) : null,
  );
}

function unusualDayPhrase(
  { day, direction, cents, largestComparable, company }: UnusualDay,
  { sheet }: ReportContext,
): Span[] {
  const noun = directionNoun(direction);
  const on = (of: string) => sheet.from(LEDGER_DAYS).day(`A day of ${direction}`, of);
  const amount = (of: string, value: number) => sheet.from(LEDGER_DAYS).money(`${noun}, ${of}`, value);
  const most =
    company === null
      ? ''
      : prose`; ${compactWithoutSign(sheet.from('Daily totals of companies').money(`${noun} of ${company.company}, ${day}`, company.cents))} of it is ${sheet.entryCompany(company.company)}`;
  return prose`${on(day)}: ${direction} of ${compactWithoutSign(amount(day, cents))}. The largest comparable day brought ${compactWithoutSign(amount(largestComparable.day, largestComparable.cents))}, on ${on(largestComparable.day)}${most}.`;
}

function unusualCompanyPhrase(
  company: UnusualCompany,
  { comparedPeriods }: AnomalyData,
  { scope, sheet }: ReportContext,
): Span[] {
  const { name, noun, source } = companyChangePhrase(company, sheet);
  const now = sheet.from(source, scope.period).money(`${noun} of ${company.company}`, company.cents);
  const label = `${noun} of ${company.company}, most in one of the periods before`;
  const most = sheet.from(source).money(label, company.highestCents);
  return prose`${name}: ${company.direction} of ${compactWithoutSign(now)}, against ${compactWithoutSign(most)} at most in ${periodsBefore(comparedPeriods, sheet)}.`;
}

function daysWithoutEntriesPhrase(
  company: UnusualCompany,
  { comparedPeriods }: AnomalyData,
  { sheet }: ReportContext,
): Span[] {
  const { name, noun, source } = companyChangePhrase(company, sheet);
  const label = `${noun} of ${company.company}, mean of the periods before`;
  const mean = sheet.from(`${source}, rounded to the cent`).money(label, company.meanCents);
  return prose`${name}: no ${company.direction}, after ${compactWithoutSign(mean)} on average in each of ${periodsBefore(comparedPeriods, sheet)}.`;
}

function companyChangePhrase({ company, direction }: UnusualCompany, sheet: FactSheet) {
  return {
    name: sheet.entryCompany(company),
    noun: directionNoun(direction),
    source: 'Daily totals of companies, in periods of the same length',
  };
}

function periodsBefore(periods: number, sheet: FactSheet): Span[] {
  const label = 'Periods of the same length that are compared';
  return prose`the ${sheet.from('Whole periods before this one that the ledger covers, up to six').count(label, periods)} periods before`;
}

/** A banking day without entries may mean a missing file. */
function daysWithoutEntriesSentence({ daysWithoutEntries }: AnomalyData, { scope, sheet }: ReportContext) {
  if (daysWithoutEntries.length === 0) return null;
  const count = sheet
    .from(LEDGER_DAYS, scope.period)
    .count('Banking days without entries', daysWithoutEntries.length);
  const days = daysWithoutEntries
    .slice(0, MAX_LISTED_DAYS_WITHOUT_ENTRIES)
    .map((day) => sheet.from(LEDGER_DAYS).day('Banking day without entries', day));
  const among = daysWithoutEntries.length > MAX_LISTED_DAYS_WITHOUT_ENTRIES ? ', among them' : ':';
  return prose`Nothing was posted on ${withNoun(count, 'banking day')}${among} ${joinWithAnd(days)}. A file may be missing.`;
}

const MAX_NAMED_MEMBERS = 3;
const MIN_COMPARED_PERIODS = 3;

export const anomalyDetection: ReportComposer<AnomalyData> = {
  type: 'anomaly_detection',
  purpose:
    'Members, companies and days that are far from their own past, whether a detection rule saw them or not.',
  compose(data, context) {
    return reportOf(sentences(headline(data, context), alertsSentence(data.alerts, context)), [
      paymentsSection(data, context),
      institutionSection(data, context),
      alertRisksSection(data.alerts, { most: 5 }, context),
      actionsSection([
        ...unalertedPaymentActions(data, context),
        missingFileAction(data, context),
        ...alertActions(data.alerts, context),
      ]),
      dataLimitsSection(data.flows, method(data), context),
    ]);
  },
};

function headline(data: AnomalyData, { scope, sheet }: ReportContext): Span[] {
  const { payments, days, companies, companiesWithoutEntries } = data;
  const count = (label: string, number: number) =>
    sheet.from('Held against their own past', scope.period).count(label, number);
  const parts = [
    { number: payments.length, one: 'payment of a member', many: 'payments of members' },
    {
      number: new Set([...companies, ...companiesWithoutEntries].map(({ company }) => company)).size,
      one: 'company',
      many: 'companies',
    },
    { number: days.length, one: 'day', many: 'days' },
  ].filter(({ number }) => number > 0);
  if (parts.length === 0) return prose`Nothing stands out against its own past.`;
  const counts = parts.map(({ number, one, many }) =>
    withNoun(count(`What stands out, ${many}`, number), one, many),
  );
  const unseen = payments.filter(({ alertId }) => alertId === null).length;
  const total = parts.reduce((sum, { number }) => sum + number, 0);
  const stand = prose`${joinWithAnd(counts)} ${total === 1 ? 'stands' : 'stand'} out against ${total === 1 ? 'its' : 'their'} own past.`;
  if (payments.length === 0) return stand;
  return sentences(stand, alertCoveragePhrase(payments.length, unseen, count));
}

function alertCoveragePhrase(
  payments: number,
  unseen: number,
  count: (label: string, number: number) => CitedFact,
): Span[] {
  if (unseen === 0)
    return payments === 1 ? prose`The payment has an alert.` : prose`All payments have an alert.`;
  if (payments === 1) return prose`The payment has no alert.`;
  return prose`Of the payments ${count('Payments without an alert', unseen)} ${unseen === 1 ? 'has' : 'have'} no alert.`;
}

/** Nobody looks at payments without an alert unless a report asks for it. */
function unalertedPaymentActions(data: AnomalyData, context: ReportContext): (Span[] | null)[] {
  const unseen = listedPayments(data)
    .filter(({ alertId, purpose }) => alertId === null && !isExemptPurpose(purpose))
    .slice(0, MAX_NAMED_MEMBERS)
    .map(({ member }) => memberPhrase(context.sheet, member));
  const [company] = data.companies;
  const [silent] = data.companiesWithoutEntries;
  const [day] = data.days;
  return [
    unseen.length === 0
      ? null
      : prose`Fraud analysts: look at ${joinWithAnd(unseen)}: no alert speaks of them, and the entry names no usual purpose.`,
    company === undefined
      ? null
      : prose`ACH operations: find out what changed. ${unusualCompanyPhrase(company, data, context)}`,
    silent === undefined
      ? null
      : prose`ACH operations: find out why nothing ${silent.direction === 'credits' ? 'came' : 'was collected'}. ${daysWithoutEntriesPhrase(silent, data, context)}`,
    day === undefined
      ? null
      : prose`ACH operations: check the files of that day. ${unusualDayPhrase(day, context)}`,
  ];
}

function missingFileAction(data: AnomalyData, context: ReportContext): Span[] | null {
  const missing = daysWithoutEntriesSentence(data, context);
  return missing && prose`ACH operations: check Data Import for missing files. ${missing}`;
}

function method({ comparedPeriods }: AnomalyData): Span[][] {
  return [
    prose`A member’s day stands out when it is several times the largest day of the year before, and is looked for among the largest days of the period; a day of the institution when it is far above the same weekday and the same day of the month before.`,
    comparedPeriods < MIN_COMPARED_PERIODS
      ? prose`Companies are not compared: the ledger is too short for periods of this length.`
      : prose`A company stands out when its sum is far above what it was in any of the periods of the same length before.`,
  ];
}
