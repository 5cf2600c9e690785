import type { ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { USUAL_TOLERANCE_PERCENT } from '../../members/member-baseline.ts';
import {
  changePhrase,
  differenceFact,
  isComparable,
  type PeriodPair,
  periodPair,
} from '../compared-facts.ts';
import { factSize } from '../fact-sheet.ts';
import { actionsSection, chartOf, listBlock, paragraph, right, section, table } from '../report-blocks.ts';
import { type ReportComposer, type ReportContext, reportOf } from '../report-composer.ts';
import { dataLimitsSection } from '../report-data-limits.ts';
import { compactWithoutSign, prose, sentences, strong, withNoun } from '../report-sentences.ts';
import {
  candidateFacts,
  type Lender,
  type LenderKind,
  type Lending,
  type LendingCandidate,
  lendingCriteriaFacts,
  lendingFunnelFacts,
} from '../sections/lending-facts.ts';
import { memberCells, memberPhrase } from '../sections/member-figures.ts';
import type { Flows } from '../sections/money-flow-sections.ts';

const MAX_LENDERS = 8;
const SOURCE = 'Debits that repay loans and cards, by company and entry description';

function paidToLender(lenders: readonly Lender[], what: string, { scope, sheet }: ReportContext): PeriodPair {
  const sum = (of: 'nowCents' | 'beforeCents') => lenders.reduce((cents, lender) => cents + lender[of], 0);
  return periodPair({ scope, sheet }, 'money', {
    label: `Paid to ${what}`,
    source: SOURCE,
    now: sum('nowCents'),
    before: sum('beforeCents'),
  });
}

function lenderFact({ company }: Pick<Lender, 'company'>, { sheet }: ReportContext) {
  return sheet.from('Company of the entries').company('Lender', company);
}

function lendersSection({ lenders }: Lending, context: ReportContext): ReportSection | null {
  if (lenders.length === 0) return null;
  const { sheet } = context;
  const whole = paidToLender(lenders, 'other lenders', context);
  const isCompared = whole.before !== null;
  const rows = lenders.slice(0, MAX_LENDERS).map((lender) => ({
    lender,
    name: lenderFact(lender, context),
    kind: sheet
      .from('Read from company and entry description')
      .word(`Kind of ${lender.company}`, lender.kind),
    paid: paidToLender([lender], lender.company, context),
  }));
  return section(
    isCompared ? 'What changed: payments to other lenders' : 'Payments to other lenders',
    paragraph(
      prose`What all members pay other lenders ${changePhrase(sheet, whole)}.`,
      isCompared ? largestChangeSentence(lenders, context) : null,
    ),
    table(
      'Lenders elsewhere, by what members paid them',
      [
        'Lender',
        'For',
        right('Period'),
        isCompared && right('Period before'),
        isCompared && right('Difference'),
      ],
      rows.map(({ name, kind, paid }) => [
        name,
        kind,
        paid.now,
        isCompared && paid.before,
        isCompared && differenceFact(sheet, paid),
      ]),
    ),
    kindsChart(lenders, context),
  );
}

function largestChangeSentence(lenders: readonly Lender[], context: ReportContext) {
  const changeOf = ({ nowCents, beforeCents }: Lender) => nowCents - beforeCents;
  const [first] = lenders.toSorted((left, right) => Math.abs(changeOf(right)) - Math.abs(changeOf(left)));
  if (first === undefined || changeOf(first) === 0) return null;
  const paid = paidToLender([first], first.company, context);
  const difference = context.sheet.difference(`${paid.label}, difference`, paid.now, paid.before ?? paid.now);
  return prose`The largest change is at ${lenderFact(first, context)}: ${compactWithoutSign(difference)} ${factSize(difference) > 0 ? 'more' : 'less'}.`;
}

function kindsChart(lenders: readonly Lender[], context: ReportContext) {
  const byKind = [...Map.groupBy(lenders, ({ kind }) => kind)].map(([kind, of]) => ({
    name: context.sheet.from('Read from company and entry description').word('Kind of loan', kind),
    paid: paidToLender(of, `lenders, ${kind}`, context),
  }));
  return chartOf({
    title: 'Paid to other lenders by kind',
    type: 'bar',
    unit: 'money',
    categories: byKind.map(({ name }) => name),
    series: [{ name: 'Period', values: byKind.map(({ paid }) => paid.now) }],
  });
}

const PAYDAY_SOURCE: LenderKind = 'payday loan';

function paydaySection({ lenders, newToPayday }: Lending, context: ReportContext): ReportSection | null {
  const payday = lenders.filter(({ kind, nowCents }) => kind === PAYDAY_SOURCE && nowCents > 0);
  if (payday.length === 0) return null;
  const paid = paidToLender(payday, 'payday lenders', context);
  const begun = context.sheet
    .from('Debits of payday lenders, of all days', context.scope.period)
    .count('Members whose first entry with a payday lender lies in the period', newToPayday);
  return section(
    'Risks',
    paragraph(
      prose`Payday lenders collected ${compactWithoutSign(paid.now)} from members in the period.`,
      newToPayday > 0 && isComparable(context.scope)
        ? prose`${withNoun(begun, 'member')} paid such a lender for the first time.`
        : null,
    ),
  );
}

const MAX_NAMED_CANDIDATES = 3;

function lendingActions(lending: Lending, context: ReportContext): (Span[] | null)[] {
  if (lending.funnel.steady === 0) return [paydayLoanAction(lending, context)];
  const paying = lending.candidates
    .filter(({ lenders }) => lenders.length > 0)
    .slice(0, MAX_NAMED_CANDIDATES);
  const { steady } = lendingFunnelFacts(lending, context);
  return [
    lending.funnel.steady === 1
      ? null
      : prose`Compliance: agree to the tests before anybody calls, and see to it that all ${withNoun(steady, 'member')} who pass them get the same offer, not the listed ones alone.`,
    ...paying.map((candidate) => callCandidatesAction(candidate, context)),
    paying.length === 0
      ? prose`Loan officers: nothing here is refinanced, since none of them pays another lender; ask before offering what they may not need.`
      : prose`Loan officers: take an application and a credit report before any decision; this list replaces neither.`,
    paydayLoanAction(lending, context),
  ];
}

function callCandidatesAction(candidate: LendingCandidate, context: ReportContext): Span[] {
  const { toLenders, mainLender, mainKind, usual, ratio } = candidateFacts(candidate, context);
  const kind = mainKind === null || mainLender === null ? '' : prose`, mostly to ${mainLender} (${mainKind})`;
  return prose`Loan officers: compare the own terms for ${memberPhrase(context.sheet, candidate.member)}, who pays other lenders ${compactWithoutSign(toLenders)} a month${kind}; ${compactWithoutSign(usual)} comes in during a median month, and all bills take ${ratio}.`;
}

function paydayLoanAction({ lenders }: Lending, context: ReportContext): Span[] | null {
  const [largest] = lenders.filter(({ kind, nowCents }) => kind === 'payday loan' && nowCents > 0);
  if (largest === undefined) return null;
  return prose`Member services: offer those who pay ${lenderFact(largest, context)} a small loan of the institution instead; payday loans cost members more.`;
}

function candidatesSection(lending: Lending, context: ReportContext): ReportSection | null {
  const { candidates, funnel } = lending;
  if (candidates.length === 0) return null;
  const rest = funnel.steady - candidates.length;
  const more = context.sheet
    .from('All who pass the tests', context.scope.asOf)
    .count('Members with steady income beyond those listed', rest);
  const pays = candidates.some(({ lenders }) => lenders.length > 0);
  return section(
    'Whom a loan officer might call',
    table(
      pays
        ? 'Members who pass all tests, those who pay other lenders most first'
        : 'Members who pass all tests, the largest median month first',
      [
        'Member',
        'Account',
        right('Median month'),
        right('Lowest month'),
        right('Bills to income'),
        pays && right('To lenders a month'),
        pays && 'Mostly to',
        pays && 'For',
      ],
      candidates.map((candidate) => {
        const { usual, lowest, ratio, toLenders, mainLender, mainKind } = candidateFacts(candidate, context);
        return [
          ...memberCells(context.sheet, candidate.member),
          usual,
          lowest,
          ratio,
          pays && (mainLender === null ? null : toLenders),
          pays && mainLender,
          pays && mainKind,
        ];
      }),
    ),
    rest === 0
      ? null
      : paragraph(prose`${withNoun(more, 'further member passes', 'further members pass')} all tests.`),
  );
}

function selectionSection(lending: Lending, context: ReportContext): ReportSection | null {
  if (lending.funnel.members === 0) return null;
  const { members, income, bills, calm, recent, steady, payingOthers } = lendingFunnelFacts(lending, context);
  return section(
    'How they were chosen',
    table(
      'Members left after each test',
      ['Test', right('Members')],
      [
        ['Credits within the year', members],
        ['Monthly income at least the medium band', income],
        ['Bills no large part of the income', bills],
        ['Risk level low', calm],
        ['Active lately', recent],
        ['Income steady, month by month', steady],
        ['Of these: pay other lenders', payingOthers],
      ],
    ),
  );
}

/** Equal Credit Opportunity Act, Fair Credit Reporting Act. */
function fairLendingSection({ sheet }: ReportContext): ReportSection | null {
  const rule = (label: string, name: string) => sheet.from('Code of Federal Regulations').word(label, name);
  const discrimination = rule('Rule against discrimination in lending', '12 CFR 1002.4');
  const assistance = rule('Rule on income from public assistance', '12 CFR 1002.6(b)(5)');
  const adverse = rule('Rule on notices of adverse action', '12 CFR 1002.9');
  return section(
    'Fair lending',
    listBlock(
      prose`A screening aid, not a credit decision: nobody is approved or refused by it, and who is not listed may apply like anybody else.`,
      prose`The tests read amounts and days of ACH entries alone, nothing of age, sex, race, religion, origin or marital status (${discrimination}). Names can hint at these: choose by the figures.`,
      prose`Wages, pensions and public assistance count alike, as they must (${assistance}).`,
      prose`Whoever applies is owed a decision on the application and a notice if it is refused (${adverse}).`,
    ),
  );
}

function lendingMethod({ tested }: Lending, context: ReportContext): Span[] {
  const { income, bills, months } = lendingCriteriaFacts(context);
  const swing = context.sheet
    .from('Definition of this report')
    .share('Most by which a steady month may stay below the usual', USUAL_TOLERANCE_PERCENT / 100);
  const note = { label: 'Members tested for steadiness', source: 'Those with the most credits' };
  const cut =
    tested === null
      ? ''
      : prose` Of those active lately, the ${withNoun(context.sheet.count(note, tested), 'member')} with the most credits were tested for it.`;
  return prose`Tests: monthly income of ${income} or more over the year, bills of at most ${bills} of it, risk level low, an entry within the last month of the ledger, and no month of the last ${months} whole ones more than ${swing} below their median.${cut} Loans and cards are read from the names of companies and how entries are described; debts paid in other ways are not seen.`;
}

export interface LendingData {
  flows: Flows;
  lending: Lending;
}

/** Members whose ACH shows steady income with room for a loan, and what they pay lenders elsewhere. */
export const achHighValueLending: ReportComposer<LendingData> = {
  type: 'ach_high_value_lending',
  purpose:
    'Members whose ACH shows steady income, low bills and payments to other lenders: whom a loan officer might call.',
  compose({ flows, lending }, context) {
    return reportOf(headline(lending, context), [
      candidatesSection(lending, context),
      lendersSection(lending, context),
      selectionSection(lending, context),
      paydaySection(lending, context),
      actionsSection(lendingActions(lending, context)),
      fairLendingSection(context),
      dataLimitsSection(flows, [lendingMethod(lending, context)], context),
    ]);
  },
};

function headline(lending: Lending, context: ReportContext): Span[] {
  const { steady } = lendingFunnelFacts(lending, context);
  const { income, bills } = lendingCriteriaFacts(context);
  if (lending.funnel.steady === 0)
    return prose`No member has a steady income of ${compactWithoutSign(income)} a month or more with bills of at most ${bills} of it and no open alert.`;
  const opening = prose`${strong(withNoun(steady, 'member'))} ${lending.funnel.steady === 1 ? 'has' : 'have'} a steady income of ${compactWithoutSign(income)} a month or more, bills of at most ${bills} of it and no alert that raises the risk.`;
  return sentences(opening, payingMembersPhrase(lending, context));
}

function payingMembersPhrase(lending: Lending, context: ReportContext): Span[] {
  const { payingOthers, payingOthersCents } = lendingFunnelFacts(lending, context);
  if (lending.payingOthers === 0) return prose`None of them pays another lender by ACH.`;
  const [first] = lending.candidates;
  const whole = prose`${payingOthers} of them ${lending.payingOthers === 1 ? 'pays' : 'pay'} other lenders, ${compactWithoutSign(payingOthersCents)} a month`;
  if (first === undefined || lending.payingOthers === 1) return prose`${whole}.`;
  const { toLenders } = candidateFacts(first, context);
  return prose`${whole} together, and ${memberPhrase(context.sheet, first.member)} most of all with ${compactWithoutSign(toLenders)}.`;
}
