import type { Block, ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { maskAccount } from '../../../members/mask-account.ts';
import type { FactSheet } from '../../fact-sheet.ts';
import { counted, enumerated, paragraph, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import { memberCells } from '../../topics/members/member-words.ts';
import { noted } from '../../topics/noted.ts';
import { chartOf } from '../../topics/sections.ts';
import { sizeWords } from '../../topics/size-words.ts';
import type { AnomalyData, UnusualCompany, UnusualDay, UnusualPayment } from './anomaly-data.ts';

const ACCOUNT_DAYS = 'Daily totals of the account';
const LEDGER_DAYS = 'Daily totals of the ledger';
const MOST_SILENT = 5;
const MOST_DAYS = 3;
/** In each direction. */
const MOST_COMPANIES = 4;
const MOST_PAYMENTS = 8;

/** The payments that a report lists. */
export const listedPayments = ({ payments }: Pick<AnomalyData, 'payments'>) =>
  payments.slice(0, MOST_PAYMENTS);

const listedCompanies = (companies: readonly UnusualCompany[]) =>
  (['credits', 'debits'] as const).flatMap((direction) =>
    companies.filter((company) => company.direction === direction).slice(0, MOST_COMPANIES),
  );

/** Members whose money was far above anything of their own past; nothing for none. */
export function paymentsSection(data: AnomalyData, { sheet }: ReportContext): ReportSection[] {
  const payments = listedPayments(data);
  if (payments.length === 0) return [];
  const isCut = payments.length < data.payments.length;
  const alertIds = payments.flatMap(({ alertId }) => alertId ?? []);
  const links: Block[] = alertIds.length === 0 ? [] : [{ kind: 'alerts', alertIds: [...new Set(alertIds)] }];
  return [
    {
      title: 'Members against their own past',
      blocks: [
        paragraph(
          prose`On one day each of these members received or paid far more than on any day of the year before. Many have an innocent reason: a tax refund, a claim, a house. Of those without an alert no rule spoke.${isCut ? ' The largest are listed.' : ''}`,
        ),
        table(
          'Days far above the member’s own past',
          [
            { label: 'Member', align: 'left' },
            { label: 'Account', align: 'left' },
            { label: 'Direction', align: 'left' },
            { label: 'Day', align: 'left' },
            { label: 'Amount', align: 'right' },
            { label: 'Most before', align: 'right' },
            { label: 'Mostly', align: 'left' },
            { label: 'Says it is', align: 'left' },
            { label: 'Alert', align: 'right' },
          ],
          payments.map((payment) => paymentRow(payment, sheet)),
        ),
        ...paymentsChart(payments, sheet),
        ...links,
      ],
    },
  ];
}

function paymentRow(payment: UnusualPayment, sheet: FactSheet) {
  const { member, direction, day, company, purpose, alertId } = payment;
  const { own, most } = amountsOf(payment, sheet);
  return [
    ...memberCells(sheet, member),
    direction,
    sheet.day({ label: 'Day', source: ACCOUNT_DAYS }, day),
    own,
    most,
    sheet.company({ label: 'Company', source: 'Largest entry of that day' }, company),
    purpose,
    alertId === null
      ? 'none'
      : sheet.word({ label: 'Number of the alert', source: `Alert ${alertId}` }, String(alertId)),
  ];
}

function paymentsChart(payments: readonly UnusualPayment[], sheet: FactSheet): Block[] {
  const chart = chartOf({
    title: 'That day beside the most on any day before',
    type: 'bar',
    unit: 'money',
    categories: payments.map(({ member }) => memberCells(sheet, member)[0]),
    series: [
      { name: 'That day', values: payments.map((payment) => amountsOf(payment, sheet).own) },
      { name: 'Most before', values: payments.map((payment) => amountsOf(payment, sheet).most) },
    ],
  });
  return chart === null ? [] : [chart];
}

function amountsOf({ member, direction, day, cents, highestCents }: UnusualPayment, sheet: FactSheet) {
  const who = `${member.name}, ${maskAccount(member.accountNumber)}`;
  const what = `${direction === 'credits' ? 'Credits' : 'Debits'} of ${who}`;
  return {
    own: sheet.money({ label: `${what}, ${day}`, source: ACCOUNT_DAYS }, cents),
    most: sheet.money(
      { label: `${what}, most on one day of the year before ${day}`, source: ACCOUNT_DAYS },
      highestCents,
    ),
  };
}

/** Days and companies far from what they are usually. */
export function institutionSection(data: AnomalyData, context: ReportContext): ReportSection[] {
  const items = [
    ...data.days.slice(0, MOST_DAYS).map((day) => dayWords(day, context)),
    ...listedCompanies(data.companies).map((company) => companyWords(company, data, context)),
    ...listedCompanies(data.silentCompanies).map((company) => silentWords(company, data, context)),
  ];
  const isCut = items.length < data.days.length + data.companies.length + data.silentCompanies.length;
  const silent = silentDaysSentence(data, context);
  const blocks: Block[] = [
    ...(silent === null ? [] : [paragraph(silent)]),
    ...(items.length === 0 ? [] : [{ kind: 'list' as const, items }]),
    ...(isCut ? [paragraph(prose`Those farthest from their past are listed.`)] : []),
  ];
  return blocks.length === 0 ? [] : [{ title: 'Days and companies', blocks }];
}

export function dayWords(
  { day, direction, cents, largestComparable, company }: UnusualDay,
  { sheet }: ReportContext,
): Span[] {
  const noun = direction === 'credits' ? 'Credits' : 'Debits';
  const on = (of: string) => sheet.day({ label: `A day of ${direction}`, source: LEDGER_DAYS }, of);
  const amount = (of: string, value: number) =>
    sheet.money({ label: `${noun}, ${of}`, source: LEDGER_DAYS }, value);
  const most =
    company === null
      ? ''
      : prose`; ${sizeWords(sheet.money({ label: `${noun} of ${company.company}, ${day}`, source: 'Daily totals of companies' }, company.cents))} of it is ${sheet.company({ label: 'Company', source: 'Company of the entries' }, company.company)}`;
  return prose`${on(day)}: ${direction} of ${sizeWords(amount(day, cents))}. The largest comparable day brought ${sizeWords(amount(largestComparable.day, largestComparable.cents))}, on ${on(largestComparable.day)}${most}.`;
}

export function companyWords(
  company: UnusualCompany,
  { comparedPeriods }: AnomalyData,
  { asked, sheet }: ReportContext,
): Span[] {
  const { name, noun, source } = wordsOf(company, sheet);
  const now = sheet.money(noted(`${noun} of ${company.company}`, source, asked.period), company.cents);
  const label = `${noun} of ${company.company}, most in one of the periods before`;
  const most = sheet.money({ label, source }, company.highestCents);
  return prose`${name}: ${company.direction} of ${sizeWords(now)}, against ${sizeWords(most)} at most in ${periodsBefore(comparedPeriods, sheet)}.`;
}

export function silentWords(
  company: UnusualCompany,
  { comparedPeriods }: AnomalyData,
  { sheet }: ReportContext,
): Span[] {
  const { name, noun, source } = wordsOf(company, sheet);
  const label = `${noun} of ${company.company}, mean of the periods before`;
  const mean = sheet.money({ label, source: `${source}, rounded to the cent` }, company.meanCents);
  return prose`${name}: no ${company.direction}, after ${sizeWords(mean)} on average in each of ${periodsBefore(comparedPeriods, sheet)}.`;
}

function wordsOf({ company, direction }: UnusualCompany, sheet: FactSheet) {
  return {
    name: sheet.company({ label: 'Company', source: 'Company of the entries' }, company),
    noun: direction === 'credits' ? 'Credits' : 'Debits',
    source: 'Daily totals of companies, in periods of the same length',
  };
}

function periodsBefore(periods: number, sheet: FactSheet): Span[] {
  const label = 'Periods of the same length that are compared';
  return prose`the ${sheet.count({ label, source: 'Whole periods before this one that the ledger covers, up to six' }, periods)} periods before`;
}

/** A banking day without any entry: a file may be missing. Null for none. */
export function silentDaysSentence(
  { silentDays }: AnomalyData,
  { asked, sheet }: ReportContext,
): Span[] | null {
  if (silentDays.length === 0) return null;
  const count = sheet.count(
    noted('Banking days without entries', LEDGER_DAYS, asked.period),
    silentDays.length,
  );
  const days = silentDays
    .slice(0, MOST_SILENT)
    .map((day) => sheet.day({ label: 'Banking day without entries', source: LEDGER_DAYS }, day));
  const among = silentDays.length > MOST_SILENT ? ', among them' : ':';
  return prose`Nothing was posted on ${counted(count, 'banking day')}${among} ${enumerated(days)}. A file may be missing.`;
}
