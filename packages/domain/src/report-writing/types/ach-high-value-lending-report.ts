import { addMonths, type Day, isLastDayOfMonth, monthOf, monthsBetween } from '../../calendar/day.ts';
import { type DescribedEntry, entryMeaningOf } from '../../companies/counterparty.ts';
import type { CounterpartyKind } from '../../companies/counterparty-table.ts';
import { INCOME_BAND_FROM, YELLOW_ABOVE_PERCENT } from '../../members/member-bands.ts';
import { type MonthTotals, median, USUAL_TOLERANCE_PERCENT } from '../../members/member-baseline.ts';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import { changePhrase, differenceFact, isComparable, pairsFrom } from '../compared-facts.ts';
import { factSize } from '../fact-sheet.ts';
import { listBlock, paragraph, right, rowChart, section, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { compactWithoutSign, prose, sentences, strong, withNoun } from '../report-sentences.ts';
import { type MemberRef, memberCells, memberPhrase } from '../sections/member-figures.ts';
import type { Flows } from '../sections/money-flow-sections.ts';
import { pairCells, reportType } from './report-type.ts';

const LOANS = {
  mortgage_lender: 'mortgage',
  auto_lender: 'auto loan',
  student_lender: 'student loan',
  personal_lender: 'personal loan',
  payday_lender: 'payday loan',
} as const satisfies Partial<Record<CounterpartyKind, string>>;

export type LenderKind = (typeof LOANS)[keyof typeof LOANS] | 'credit card' | 'loan, type unknown';

/** The type of debt that an entry repays; null when it repays neither a loan nor a card. */
export function lenderKindOf(entry: DescribedEntry): LenderKind | null {
  if (entry.transactionType === 'Credit') return null;
  const { kind, purpose } = entryMeaningOf(entry);
  if (purpose === 'card_payment') return 'credit card';
  if (purpose !== 'loan_payment') return null;
  return kind in LOANS ? LOANS[kind as keyof typeof LOANS] : 'loan, type unknown';
}

/**
 * A member whose ACH activity shows steady income and room for a loan payment. Income, bills and payments to
 * lenders are monthly averages.
 */
export interface LendingCandidate {
  member: MemberRef;
  incomeCents: Cents;
  billsCents: Cents;
  /** Bills as a share of income, such as 0.25 for 25%. */
  ratio: number;
  /** Lowest and median monthly credits in the months of steady income. */
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
  /** Number of members remaining after each test, in this order. */
  funnel: { members: number; income: number; bills: number; calm: number; recent: number; steady: number };
  /** Number of recently active members tested, highest income first; null when all were tested. */
  tested: number | null;
  /** Totals for all members who pass all tests. */
  payingOthers: number;
  payingOthersCents: Cents;
  candidates: readonly LendingCandidate[];
  lenders: readonly Lender[];
  newToPayday: number;
}

/** Criteria: minimum monthly income, maximum share of income for bills, months of steady income. */
export const MIN_LENDING_INCOME: Cents = INCOME_BAND_FROM.medium;
export const MAX_BILLS_PERCENT = YELLOW_ABOVE_PERCENT;
export const STEADY_INCOME_MONTHS = 6;

/** Full months up to the end of the ledger in which income must be steady, oldest first. */
export function steadyMonths(asOf: Day): string[] {
  const last = isLastDayOfMonth(asOf) ? monthOf(asOf) : addMonths(monthOf(asOf), -1);
  return monthsBetween(addMonths(last, 1 - STEADY_INCOME_MONTHS), last);
}

/**
 * Lowest and median monthly credits in `steadyMonths`. Null when a month is more than 25% below the median.
 * Months that are not listed count as zero.
 */
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

const DEFINED = 'Definition used in this report';
const KIND_SOURCE = 'Company and entry description';
const LENDER_DEBITS = 'Debits by lenders in the months of steady income';
const LIST = 'Member list, last twelve months of the ledger';

function lendingCriteriaFacts({ sheet }: ReportContext) {
  const { money, share, count } = sheet.from(DEFINED);
  return {
    income: money('Minimum monthly income', MIN_LENDING_INCOME),
    bills: share('Maximum share of income for bills', MAX_BILLS_PERCENT / 100),
    months: count('Full months of steady income required', STEADY_INCOME_MONTHS),
  };
}

function lendingFunnelFacts(lending: Lending, { scope, sheet }: ReportContext) {
  const { funnel } = lending;
  const { count } = sheet.from(LIST, scope.asOf);
  const debits = sheet.from(LENDER_DEBITS, scope.asOf);
  return {
    members: count('Members with credits within the year', funnel.members),
    income: count('Members with at least the minimum income', funnel.income),
    bills: count('Of these, members with low bills', funnel.bills),
    calm: count('Of these, members at low risk', funnel.calm),
    recent: count('Of these, recently active members', funnel.recent),
    steady: count('Of these, members with steady income', funnel.steady),
    payingOthers: debits.count('Members with steady income who pay other lenders', lending.payingOthers),
    payingOthersCents: debits.money(
      'Monthly payments to other lenders by members with steady income',
      lending.payingOthersCents,
    ),
  };
}

function candidateFacts(candidate: LendingCandidate, { scope, sheet }: ReportContext) {
  const who = maskAccount(candidate.member.accountNumber);
  const { lenders, incomeCents, usualCents, lowestCents, billsCents } = candidate;
  const main = lenders[0] ?? null;
  const paidCents = lenders.reduce((sum, { cents }) => sum + cents, 0);
  const money = (label: string, source: string, cents: number) =>
    sheet.from(source, scope.asOf).money(`${label} for ${who}`, cents);
  return {
    income: money('Monthly income', LIST, incomeCents),
    usual: money('Median month’s credits', 'Median of the months of steady income', usualCents),
    lowest: money('Lowest monthly credits', 'Daily totals of the account', lowestCents),
    bills: money('Monthly bills', LIST, billsCents),
    ratio: sheet.from(LIST, scope.asOf).share(`Bills as a share of income for ${who}`, candidate.ratio),
    toLenders: money('Monthly payments to other lenders', LENDER_DEBITS, paidCents),
    mainLender: main && sheet.from('Debits on the account').company(`Lender that ${who} pays the most`, main.company),
    mainKind: main && sheet.from(KIND_SOURCE).word(`What ${who} repays`, main.kind),
  };
}

const MAX_LENDERS = 8;
const MAX_NAMED_CANDIDATES = 3;

const paidTo = (what: string, lenders: readonly Lender[], context: ReportContext) =>
  pairsFrom(context, 'Debits that repay loans and cards, by company and entry description').money(
    `Paid to ${what}`,
    lenders.reduce((sum, { nowCents }) => sum + nowCents, 0),
    lenders.reduce((sum, { beforeCents }) => sum + beforeCents, 0),
  );

const lenderFact = ({ company }: Lender, { sheet }: ReportContext) =>
  sheet.from('Company in the entries').company('Lender', company);

const paydayLenders = ({ lenders }: Lending) =>
  lenders.filter(({ kind, nowCents }) => kind === 'payday loan' && nowCents > 0);

/** Members with steady income and room for a loan, and their payments to other lenders. */
export const achHighValueLending = reportType<{ flows: Flows; lending: Lending }>({
  type: 'ach_high_value_lending',
  purpose:
    'Members whose ACH activity shows steady income, low bills and payments to other lenders: candidates for a loan officer to call.',
  headline({ lending }, context) {
    const { steady, payingOthers, payingOthersCents } = lendingFunnelFacts(lending, context);
    const { income, bills } = lendingCriteriaFacts(context);
    if (lending.funnel.steady === 0)
      return prose`No member has a steady income of at least ${compactWithoutSign(income)} a month, bills of at most ${bills} of income and no alert that raises their risk.`;
    const opening = prose`${strong(withNoun(steady, 'member'))} ${lending.funnel.steady === 1 ? 'has' : 'have'} a steady income of at least ${compactWithoutSign(income)} a month, bills of at most ${bills} of income and no alert that raises their risk.`;
    const number = lending.payingOthers;
    const [first] = lending.candidates;
    if (number === 0) return sentences(opening, prose`No ACH payments to other lenders were found.`);
    const paying = prose`${payingOthers} of them ${number === 1 ? 'pays' : 'pay'} other lenders, ${compactWithoutSign(payingOthersCents)} a month`;
    if (first === undefined || number === 1) return sentences(opening, prose`${paying}.`);
    const { toLenders } = candidateFacts(first, context);
    return sentences(
      opening,
      prose`${paying} in total; ${memberPhrase(context.sheet, first.member)} pays the most, ${compactWithoutSign(toLenders)}.`,
    );
  },
  sections: [
    ({ lending: { candidates, funnel } }, context) => {
      if (candidates.length === 0) return null;
      const rest = funnel.steady - candidates.length;
      const { count } = context.sheet.from('Members who pass all tests', context.scope.asOf);
      const more = count('Members with steady income beyond those listed', rest);
      const pays = candidates.some(({ lenders }) => lenders.length > 0);
      return section(
        'Members a loan officer might call',
        table(
          `Members who pass all tests, ${pays ? 'largest payments to other lenders first' : 'largest median month first'}`,
          [
            'Member',
            'Account',
            right('Median month'),
            right('Lowest month'),
            right('Bills to income'),
            ...(pays ? [right('To lenders per month'), 'Mostly to', 'Loan type'] : []),
          ],
          candidates.map((candidate) => {
            const facts = candidateFacts(candidate, context);
            return [
              ...memberCells(context.sheet, candidate.member),
              facts.usual,
              facts.lowest,
              facts.ratio,
              ...(pays ? [facts.mainLender && facts.toLenders, facts.mainLender, facts.mainKind] : []),
            ];
          }),
        ),
        rest === 0 ? null : paragraph(prose`${withNoun(more, 'more member passes', 'more members pass')} all tests.`),
      );
    },
    ({ lending: { lenders } }, context) => {
      if (lenders.length === 0) return null;
      const { scope, sheet } = context;
      const isCompared = isComparable(scope);
      const whole = paidTo('other lenders', lenders, context);
      const rows = lenders.slice(0, MAX_LENDERS).map((lender) => ({
        name: lenderFact(lender, context),
        kind: sheet.from(KIND_SOURCE).word(`Loan type for ${lender.company}`, lender.kind),
        paid: paidTo(lender.company, [lender], context),
      }));
      const byKind = Map.groupBy(lenders, ({ kind }) => kind);
      return section(
        `${isCompared ? 'What changed: payments' : 'Payments'} to other lenders`,
        paragraph(
          prose`Payments to other lenders ${changePhrase(sheet, whole)}.`,
          isCompared ? largestChangeSentence(lenders, context) : null,
        ),
        table(
          'Other lenders, by amount paid',
          ['Lender', 'Loan type', right('Period'), right('Previous period'), right('Difference')],
          rows.map(({ name, kind, paid }) => [name, kind, ...pairCells(sheet, paid, differenceFact)]),
        ),
        rowChart(
          ['Payments to other lenders by loan type', 'bar', 'money'],
          [...byKind].map(([kind, own]) => ({
            name: sheet.from(KIND_SOURCE).word('Loan type', kind),
            paid: paidTo(`lenders, ${kind}`, own, context).now,
          })),
          ({ name }) => name,
          { Period: ({ paid }) => paid },
        ),
      );
    },
    ({ lending }, context) => {
      if (lending.funnel.members === 0) return null;
      const facts = lendingFunnelFacts(lending, context);
      return section(
        'How the members were selected',
        table(
          'Members remaining after each test',
          ['Test', right('Members')],
          [
            ['Credits within the year', facts.members],
            ['Monthly income in the medium band or higher', facts.income],
            ['Low bills relative to income', facts.bills],
            ['Low risk level', facts.calm],
            ['Recently active', facts.recent],
            ['Steady monthly income', facts.steady],
            ['Of these, pay other lenders', facts.payingOthers],
          ],
        ),
      );
    },
    ({ lending }, context) => {
      const payday = paydayLenders(lending);
      if (payday.length === 0) return null;
      const paid = paidTo('payday lenders', payday, context).now;
      const { scope, sheet } = context;
      const begun = sheet
        .from('First debits by payday lenders', scope.period)
        .count('Members with their first payday lender entry in the period', lending.newToPayday);
      return section(
        'Risks',
        paragraph(
          prose`Payday lenders collected ${compactWithoutSign(paid)} from members in the period.`,
          lending.newToPayday > 0 && isComparable(scope)
            ? prose`${withNoun(begun, 'member')} paid a payday lender for the first time.`
            : null,
        ),
      );
    },
  ],
  actions: [
    ({ lending }, context) => {
      const { sheet } = context;
      if (lending.funnel.steady === 0) return null;
      const { steady } = lendingFunnelFacts(lending, context);
      const paying = lending.candidates.filter(({ lenders }) => lenders.length > 0);
      return [
        lending.funnel.steady > 1 &&
          prose`Compliance: approve the tests before any calls are made, and make sure that all ${withNoun(steady, 'member')} who pass them get the same offer, not only those listed.`,
        ...paying.slice(0, MAX_NAMED_CANDIDATES).map((candidate) => {
          const facts = candidateFacts(candidate, context);
          const { toLenders, mainLender, mainKind, usual, ratio } = facts;
          const kind = mainKind === null || mainLender === null ? '' : prose`, mostly ${mainLender} (${mainKind})`;
          return prose`Loan officers: compare the credit union’s terms with the current loans of ${memberPhrase(sheet, candidate.member)}, who pays other lenders ${compactWithoutSign(toLenders)} a month${kind}; credits in a median month are ${compactWithoutSign(usual)}, and bills take ${ratio} of income.`;
        }),
        paying.length === 0
          ? prose`Loan officers: there is nothing to refinance, because no payments to other lenders were found; ask about needs before making an offer.`
          : prose`Loan officers: obtain an application and a credit report before any decision; this list replaces neither.`,
      ];
    },
    ({ lending }, context) => {
      const [largest] = paydayLenders(lending);
      return (
        largest &&
        prose`Member services: offer members who pay ${lenderFact(largest, context)} a small loan from the credit union instead; payday loans cost them more.`
      );
    },
  ],
  afterActions: [
    // Regulation B, which implements the Equal Credit Opportunity Act.
    (_data, { sheet }) => {
      const { word } = sheet.from('Code of Federal Regulations');
      const discrimination = word('Rule against discrimination in lending', '12 CFR 1002.4');
      const assistance = word('Rule on public assistance income', '12 CFR 1002.6(b)(5)');
      const adverse = word('Rule on adverse action notices', '12 CFR 1002.9');
      return section(
        'Fair lending',
        listBlock(
          prose`This list is a screening aid, not a credit decision. It neither approves nor denies credit, and members who are not listed may also apply.`,
          prose`The tests use only the amounts and dates of ACH entries and the member’s risk level, not age, sex, race, religion, national origin or marital status (${discrimination}). Names can suggest these traits, so base decisions on the figures.`,
          prose`Wages, pensions and public assistance count equally, as required (${assistance}).`,
          prose`Applicants must receive a decision on their application and a notice if it is denied (${adverse}).`,
        ),
      );
    },
  ],
  method({ lending: { tested } }, context) {
    const { income, bills, months } = lendingCriteriaFacts(context);
    const { share } = context.sheet.from('Definition used in this report');
    const swing = share('Maximum shortfall below the median in any month', USUAL_TOLERANCE_PERCENT / 100);
    const { count } = context.sheet.from('Members with the most credits');
    const cut =
      tested === null
        ? ''
        : prose` Of the recently active members, only the ${withNoun(count('Members tested for steady income', tested), 'member')} with the most credits were tested for steady income.`;
    return [
      prose`Tests: monthly income of at least ${income} over the year, bills of at most ${bills} of income, low risk level, an entry in the last month of the ledger, and none of the last ${months} full months more than ${swing} below their median.${cut} Loans and cards are identified from company names and entry descriptions; debts paid in other ways are not visible.`,
    ];
  },
});

function largestChangeSentence(lenders: readonly Lender[], context: ReportContext) {
  const changeOf = ({ nowCents, beforeCents }: Lender) => Math.abs(nowCents - beforeCents);
  const [first] = lenders.toSorted((left, right) => changeOf(right) - changeOf(left));
  if (first === undefined || changeOf(first) === 0) return null;
  const paid = paidTo(first.company, [first], context);
  const change = differenceFact(context.sheet, paid) ?? paid.now;
  return prose`The largest change was at ${lenderFact(first, context)}: ${compactWithoutSign(change)} ${factSize(change) > 0 ? 'more' : 'less'}.`;
}
