import { addMonths, type Day, isLastDayOfMonth, monthOf, monthsBetween } from '../../calendar/day.ts';
import { type DescribedEntry, entryMeaningOf } from '../../companies/counterparty.ts';
import type { CounterpartyKind } from '../../companies/counterparty-table.ts';
import { INCOME_BAND_FROM, YELLOW_ABOVE_PERCENT } from '../../members/member-bands.ts';
import { type MonthTotals, median, USUAL_TOLERANCE_PERCENT } from '../../members/member-baseline.ts';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import type { ReportContext } from '../report-composer.ts';
import type { MemberRef } from './member-figures.ts';

const LOANS = {
  mortgage_lender: 'mortgage',
  auto_lender: 'auto loan',
  student_lender: 'student loan',
  personal_lender: 'personal loan',
  payday_lender: 'payday loan',
} as const satisfies Partial<Record<CounterpartyKind, string>>;

export type LenderKind = (typeof LOANS)[keyof typeof LOANS] | 'credit card' | 'loan, type unknown';

/** What an entry repays; null when it repays neither a loan nor a card. */
export function lenderKindOf(entry: DescribedEntry): LenderKind | null {
  if (entry.transactionType === 'Credit') return null;
  const { kind, purpose } = entryMeaningOf(entry);
  if (purpose === 'card_payment') return 'credit card';
  if (purpose !== 'loan_payment') return null;
  return kind in LOANS ? LOANS[kind as keyof typeof LOANS] : 'loan, type unknown';
}

/** A member whose ACH shows steady income with room for a loan. Amounts are of an average month. */
export interface LendingCandidate {
  member: MemberRef;
  incomeCents: Cents;
  billsCents: Cents;
  /** Bills as a part of the income, 0.25 for a quarter. */
  ratio: number;
  /** Lowest and median of the steady months. */
  lowestCents: Cents;
  usualCents: Cents;
  /** Payments to other lenders, largest first. */
  lenders: readonly { company: string; kind: LenderKind; cents: Cents }[];
}

export interface Lender {
  company: string;
  kind: LenderKind;
  nowCents: Cents;
  beforeCents: Cents;
}

export interface Lending {
  /** How many members are left after each test, in this order. */
  funnel: { members: number; income: number; bills: number; calm: number; recent: number; steady: number };
  /** Only this many of the recently active, those with the most income, were tested; null when all were. */
  tested: number | null;
  /** All who pass, largest payments to other lenders first. */
  payingOthers: number;
  payingOthersCents: Cents;
  candidates: readonly LendingCandidate[];
  lenders: readonly Lender[];
  newToPayday: number;
}

/** Criteria of the lending report: least monthly income, highest share of bills, months of steady income. */
export const MIN_LENDING_INCOME: Cents = INCOME_BAND_FROM.medium;
export const MAX_BILLS_PERCENT = YELLOW_ABOVE_PERCENT;
export const STEADY_INCOME_MONTHS = 6;

/** The whole months up to the end of the ledger over which income must be steady, oldest first. */
export function steadyMonths(asOf: Day): string[] {
  const last = isLastDayOfMonth(asOf) ? monthOf(asOf) : addMonths(monthOf(asOf), -1);
  return monthsBetween(addMonths(last, 1 - STEADY_INCOME_MONTHS), last);
}

/** Lowest and median credits of the steady months. Null when a month is more than 25% below the median; months not listed are zero. */
export function steadyIncome(history: {
  months: readonly MonthTotals[];
  asOf: Day;
}): { lowestCents: Cents; usualCents: Cents } | null {
  const byMonth = new Map(history.months.map(({ month, creditCents }) => [month, creditCents]));
  const credits = steadyMonths(history.asOf).map((month) => byMonth.get(month) ?? 0);
  const usualCents = Math.round(median(credits) ?? 0);
  const lowestCents = Math.min(...credits);
  if (usualCents === 0 || lowestCents * 100 < usualCents * (100 - USUAL_TOLERANCE_PERCENT)) return null;
  return { lowestCents, usualCents };
}

const DEFINED = 'Definition of this report';
const LENDER_DEBITS = 'Debits of lenders in the steady months';
const LIST = 'Figures of the member list, twelve months that end with the ledger';

export function lendingCriteriaFacts({ sheet }: ReportContext) {
  const { money, share, count } = sheet.from(DEFINED);
  return {
    income: money('Least monthly income', MIN_LENDING_INCOME),
    bills: share('Largest part of the income that bills may take', MAX_BILLS_PERCENT / 100),
    months: count('Whole months over which income must be steady', STEADY_INCOME_MONTHS),
  };
}

export function lendingFunnelFacts(lending: Lending, { scope, sheet }: ReportContext) {
  const { funnel } = lending;
  const { count } = sheet.from(LIST, scope.asOf);
  const debits = sheet.from(LENDER_DEBITS, scope.asOf);
  return {
    members: count('Members with credits within the year', funnel.members),
    income: count('Members with the least income or more', funnel.income),
    bills: count('Of these, members with low bills', funnel.bills),
    calm: count('Of these, members at low risk', funnel.calm),
    recent: count('Of these, members active lately', funnel.recent),
    steady: count('Of these, members with steady income', funnel.steady),
    payingOthers: debits.count('Members with steady income who pay other lenders', lending.payingOthers),
    payingOthersCents: debits.money('Monthly payments of these to other lenders', lending.payingOthersCents),
  };
}

export function candidateFacts(candidate: LendingCandidate, { scope, sheet }: ReportContext) {
  const who = maskAccount(candidate.member.accountNumber);
  const { lenders, incomeCents, usualCents, lowestCents, billsCents } = candidate;
  const main = lenders[0] ?? null;
  const paidCents = lenders.reduce((sum, { cents }) => sum + cents, 0);
  const money = (label: string, source: string, cents: number) =>
    sheet.from(source, scope.asOf).money(`${label} of ${who}`, cents);
  return {
    income: money('Monthly income', LIST, incomeCents),
    usual: money('Median month’s credits', 'Median of the steady months', usualCents),
    lowest: money('Lowest credits of a steady month', 'Daily totals of the account', lowestCents),
    bills: money('Monthly bills', LIST, billsCents),
    ratio: sheet.from(LIST, scope.asOf).share(`Bills as a part of the income of ${who}`, candidate.ratio),
    toLenders: money('Monthly payments to other lenders', LENDER_DEBITS, paidCents),
    mainLender:
      main && sheet.from('Debits of the account').company(`Lender that ${who} pays most`, main.company),
    mainKind:
      main && sheet.from('Read from company and entry description').word(`What ${who} repays`, main.kind),
  };
}
