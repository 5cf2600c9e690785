import { addMonths, type Day, isLastDayOfMonth, monthOf, monthsBetween } from '../../calendar/day.ts';
import { type DescribedEntry, entryMeaningOf } from '../../companies/counterparty.ts';
import type { CounterpartyKind } from '../../companies/counterparty-table.ts';
import { INCOME_BAND_FROM, YELLOW_ABOVE_PERCENT } from '../../members/member-bands.ts';
import { type MonthTotals, median, USUAL_TOLERANCE_PERCENT } from '../../members/member-baseline.ts';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import type { CitedFact } from '../fact-sheet.ts';
import type { ReportContext } from '../report-composer.ts';
import type { MemberRef } from './member-figures.ts';

export type LenderKind =
  | 'mortgage'
  | 'auto loan'
  | 'student loan'
  | 'credit card'
  | 'personal loan'
  | 'payday loan'
  | 'loan, type unknown';

const LOANS: Partial<Readonly<Record<CounterpartyKind, LenderKind>>> = {
  mortgage_lender: 'mortgage',
  auto_lender: 'auto loan',
  student_lender: 'student loan',
  personal_lender: 'personal loan',
  payday_lender: 'payday loan',
};

/** What an entry repays; null when it repays neither a loan nor a card. */
export function lenderKindOf(entry: DescribedEntry): LenderKind | null {
  if (entry.transactionType === 'Credit') return null;
  const { kind, purpose } = entryMeaningOf(entry);
  if (purpose === 'card_payment') return 'credit card';
  return purpose === 'loan_payment' ? (LOANS[kind] ?? 'loan, type unknown') : null;
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
const LIST = 'Figures of the member list, twelve months that end with the ledger';

export function lendingCriteriaFacts({ sheet }: ReportContext): {
  income: CitedFact;
  bills: CitedFact;
  months: CitedFact;
} {
  return {
    income: sheet.from(DEFINED).money('Least monthly income', MIN_LENDING_INCOME),
    bills: sheet
      .from(DEFINED)
      .share('Largest part of the income that bills may take', MAX_BILLS_PERCENT / 100),
    months: sheet.from(DEFINED).count('Whole months over which income must be steady', STEADY_INCOME_MONTHS),
  };
}

export function lendingFunnelFacts(lending: Lending, { scope, sheet }: ReportContext) {
  const { funnel } = lending;
  const count = (label: string, number: number) => sheet.from(LIST, scope.asOf).count(label, number);
  return {
    members: count('Members with credits within the year', funnel.members),
    income: count('Members with the least income or more', funnel.income),
    bills: count('Of these, members with low bills', funnel.bills),
    calm: count('Of these, members at low risk', funnel.calm),
    recent: count('Of these, members active lately', funnel.recent),
    steady: count('Of these, members with steady income', funnel.steady),
    payingOthers: sheet
      .from('Debits of lenders in the steady months', scope.asOf)
      .count('Members with steady income who pay other lenders', lending.payingOthers),
    payingOthersCents: sheet
      .from('Debits of lenders in the steady months', scope.asOf)
      .money('Monthly payments of these to other lenders', lending.payingOthersCents),
  };
}

export function candidateFacts(candidate: LendingCandidate, { scope, sheet }: ReportContext) {
  const who = maskAccount(candidate.member.accountNumber);
  const [main] = candidate.lenders;
  const money = (label: string, source: string, cents: number) =>
    sheet.from(source, scope.asOf).money(`${label} of ${who}`, cents);
  return {
    income: money('Monthly income', LIST, candidate.incomeCents),
    usual: money('Median month’s credits', 'Median of the steady months', candidate.usualCents),
    lowest: money('Lowest credits of a steady month', 'Daily totals of the account', candidate.lowestCents),
    bills: money('Monthly bills', LIST, candidate.billsCents),
    ratio: sheet.from(LIST, scope.asOf).share(`Bills as a part of the income of ${who}`, candidate.ratio),
    toLenders: money(
      'Monthly payments to other lenders',
      'Debits of lenders in the steady months',
      candidate.lenders.reduce((sum, { cents }) => sum + cents, 0),
    ),
    mainLender:
      main === undefined
        ? null
        : sheet.from('Debits of the account').company(`Lender that ${who} pays most`, main.company),
    mainKind:
      main === undefined
        ? null
        : sheet.from('Read from company and entry description').word(`What ${who} repays`, main.kind),
  };
}
