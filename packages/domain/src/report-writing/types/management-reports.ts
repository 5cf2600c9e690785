import type { Block, Span } from '@clearwatch/contracts/ai-reports';
import { isPublicPayer, mayBeEmployer } from '../../companies/counterparty.ts';
import type { Cents } from '../../money/cents.ts';
import { changePhrase, isComparable } from '../compared-facts.ts';
import { factSize } from '../fact-sheet.ts';
import { paragraph, right, rowChart, rowTable, section } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { compactWithoutSign, joinWithAnd, prose, sentences, withNoun } from '../report-sentences.ts';
import { type Alerts, type AlertWorkload, alertCountFacts, lateAlertsFact } from '../sections/alert-facts.ts';
import {
  alertActions,
  alertRisksSection,
  alertsSentence,
  decisionsSentence,
  reviewWaitingAction,
  ruleActions,
  waitingAlertsBlocks,
} from '../sections/alert-sections.ts';
import { type CreditConcentration, concentrationSentences, memberPhrase } from '../sections/member-figures.ts';
import type { Membership } from '../sections/membership-sections.ts';
import {
  flowFacts,
  flowsSentence,
  flowsTable,
  monthlyFlowsBlocks,
  netAndMembersSentence,
} from '../sections/money-flow-sections.ts';
import { type Returns, returnsAction, returnsSentence } from '../sections/return-sections.ts';
import { flowActions, type MoneyData, whatChangedSection } from '../sections/what-changed-section.ts';
import { reportType } from './report-type.ts';

export interface ExecutiveSummaryData extends MoneyData {
  alerts: Alerts;
  returns: Returns;
}

export const executiveSummary = reportType<ExecutiveSummaryData>({
  type: 'executive_summary',
  purpose: 'What moved in the period, what changed and why, what is at risk and what to do about it, on two pages.',
  headline: ({ flows, alerts }, context) => sentences(flowsSentence(flows, context), alertsSentence(alerts, context)),
  sections: [
    ({ flows }, context) =>
      flows.now.credits + flows.now.debits > 0 &&
      section(
        'At a glance',
        paragraph(netAndMembersSentence(flows, context)),
        flowsTable(flows, context),
        monthlyFlowsBlocks(flows, context),
      ),
    (data, context) =>
      whatChangedSection(
        data,
        [
          { direction: 'credits', kind: 'companies', most: 5 },
          { direction: 'debits', kind: 'companies', most: 5 },
        ],
        context,
      ),
    ({ alerts, returns, flows }, context) => {
      const debits = flowFacts(flows, context).debitCount.now;
      const more = [paragraph(returnsSentence(returns, debits, context))];
      return alertRisksSection(alerts, { most: 5, more }, context);
    },
  ],
  actions: [
    ({ alerts }, context) => alertActions(alerts, context),
    ({ returns }, context) => returnsAction(returns, context),
    (data, context) => flowActions(data, context),
  ],
});

interface RankedPayer {
  company: string;
  cents: Cents;
  members: number;
}

export interface StrategicData extends ExecutiveSummaryData {
  casework: AlertWorkload;
  membership: Membership;
  concentration: CreditConcentration;
  payers: RankedPayer[];
  /** Companies that pay several members and have no risk flag, by partnership score (0 to 100). */
  partners: (RankedPayer & { score: number })[];
}

interface Recommendation {
  title: string;
  lead: Span[];
  details: Span[];
  action: Span[];
  measure: Span[];
  blocks?: (Block | null)[];
}

export const strategicRecommendations = reportType<StrategicData>({
  type: 'strategic_recommendations',
  purpose: 'What to decide: recommendations, the figures behind each, and how to measure success.',
  headline(data, context) {
    const findings = findingsOf(data, context);
    const actions = strategicActions(data, context);
    const flows = flowsSentence(data.flows, context);
    const [first] = findings;
    if (first === undefined)
      return sentences(
        flows,
        actions.every((action) => action === null)
          ? prose`Based on these figures, no decision is needed.`
          : prose`Based on these figures, no management decision is needed, only the work listed under Recommended actions.`,
      );
    const count = context.sheet
      .from('Sections of this report')
      .count('Decisions that the figures call for', findings.length);
    const number = findings.length === 1 ? 'a single decision' : prose`${count} decisions, starting with this`;
    return sentences(prose`The figures call for ${number}: ${first.lead}`, flows);
  },
  sections: [
    (data, context) =>
      findingsOf(data, context).map(({ title, lead, details, measure, blocks = [] }) =>
        section(title, paragraph(lead, details), blocks, paragraph(prose`How to measure success: ${measure}.`)),
      ),
    (data, context) => whatChangedSection(data, [{ direction: 'credits', kind: 'companies', most: 5 }], context),
    ({ alerts }, context) => alertRisksSection(alerts, { most: 3 }, context),
  ],
  actions: [strategicActions],
  method: () => [
    prose`Recommendations use the same thresholds for every institution. Their cost and other considerations are not in the ledger.`,
  ],
});

const findingsOf = (data: StrategicData, context: ReportContext): Recommendation[] =>
  [alertWorkload, payerDependence, membersGoneQuiet, partnerCompanies].flatMap(
    (recommendation) => recommendation(data, context) ?? [],
  );

function strategicActions(data: StrategicData, context: ReportContext): (Span[] | null)[] {
  const { casework } = data;
  return [
    ...findingsOf(data, context).map(({ action }) => action),
    lateAlertsFact(casework, context) === null ? reviewWaitingAction(casework, context) : null,
    returnsAction(data.returns, context),
    ...flowActions(data, context),
    ...ruleActions(data.alerts, context),
  ];
}

/** Recommends time for reviewing old open alerts. Null when there are none. */
function alertWorkload({ alerts, casework }: StrategicData, context: ReportContext): Recommendation | null {
  const { all, reviewed } = alertCountFacts(alerts, context);
  const count = lateAlertsFact(casework, context);
  if (count === null) return null;
  const isOne = factSize(count) === 1;
  const done = factSize(reviewed);
  return {
    title: 'Alert review',
    lead: prose`${withNoun(count, 'alert')} on activity more than a month old ${isOne ? 'is' : 'are'} waiting for review.`,
    details: sentences(
      factSize(all.now) === 0
        ? null
        : prose`Of the ${withNoun(all.now, 'alert')} in the period, ${done === 0 ? 'none has' : prose`${reviewed} ${done === 1 ? 'has' : 'have'}`} been reviewed.`,
      decisionsSentence(alerts, casework, context) === null
        ? prose`An unreviewed alert does not protect members. As a conservative default, the deadline for a report is counted from the alert.`
        : null,
    ),
    action: prose`BSA officer: set aside analyst time until the ${withNoun(count, 'old alert')} ${isOne ? 'is' : 'are'} reviewed, high risk first.`,
    measure: prose`no alert on activity more than a month old is open`,
    blocks: waitingAlertsBlocks(casework, context),
  };
}

/** Share of all credits at which an institution depends on a payer. */
const DEPENDENCE_SHARE = 0.2;
/** Minimum number of credits. With fewer, one payer always has a large share. */
const MIN_CREDITS = 20;

/** States whether credits depend on a few payers. Null when no payer has a large share. */
function payerDependence(
  { flows, payers, concentration }: StrategicData,
  context: ReportContext,
): Recommendation | null {
  const { scope, sheet } = context;
  const credits = flowFacts(flows, context).credits.now;
  const [first] = payers;
  if (first === undefined || flows.now.credits < MIN_CREDITS) return null;
  if (factSize(credits) === 0 || first.cents < DEPENDENCE_SHARE * factSize(credits)) return null;
  const { money } = sheet.from('Credits in the daily totals of companies', scope.period);
  const creditsFact = ({ company, cents }: RankedPayer) => money(`Credits from ${company}`, cents);
  const partFact = (payer: RankedPayer) =>
    sheet.partOf(`Share of all credits, ${payer.company}`, creditsFact(payer), credits);
  const name = sheet.entryCompany(first.company);
  const sum = payers.reduce((total, { cents }) => total + cents, 0);
  const together = money('Credits from the largest payers, combined', sum);
  const count = sheet.from('Payers in this report').count('Number of largest payers combined', payers.length);
  const isPublic = isPublicPayer(first.company);
  return {
    title: 'Dependence on a few payers',
    lead: prose`${name} accounts for ${partFact(first) ?? ''} of all credits.`,
    details: sentences(
      payers.length < 2
        ? null
        : prose`The ${withNoun(count, 'largest payer')} together account for ${sheet.partOf('Share of all credits, largest payers', together, credits) ?? ''}.`,
      isPublic
        ? prose`${name} is a public payer: its payments are safe, but they arrive on only a few days, and members expect them on time.`
        : prose`If ${name} moves its payments elsewhere, members’ pay moves with them.`,
      concentrationSentences(concentration, context),
    ),
    action: isPublic
      ? prose`Finance: plan liquidity around the payment days of ${name}, and have ACH operations confirm that its files arrive.`
      : prose`Business development: work with ${name} to keep its payments here, and win additional payers.`,
    measure: isPublic
      ? prose`entries from ${name} post on each of its payment days`
      : prose`the share of all credits that come from ${name}, down from ${partFact(first) ?? ''}`,
    blocks: [
      rowChart(['Credits from the largest payers', 'bar', 'money'], payers, ({ company }) => company, {
        Credits: creditsFact,
      }),
      rowTable('Largest payers', payers, [
        ['Company', ({ company }) => sheet.entryCompany(company)],
        [right('Credits'), creditsFact],
        [right('Share of total'), partFact],
        [right('Members'), (payer) => membersFact(payer, context)],
      ]),
    ],
  };
}

const membersFact = ({ company, members }: RankedPayer, { sheet }: ReportContext) =>
  sheet.from('Accounts with entries from the company').count(`Members with entries from ${company}`, members);

/** Minimum number of months with credits in a year for a member to count as regular. */
const REGULAR_MEMBER_MONTHS = 6;
const MAX_NAMED = 3;

/**
 * Members who went quiet, including those who had regular credits. Null when there are none or no comparison
 * is possible.
 */
function membersGoneQuiet(
  { flows, membership: { quiet, quietCents, activeBefore, quietFirst } }: StrategicData,
  context: ReportContext,
): Recommendation | null {
  const { scope, sheet } = context;
  if (!isComparable(scope) || quiet === 0 || activeBefore === 0) return null;
  const source = 'Accounts active in the previous period but not in this one';
  const count = sheet.from(source, scope.period).count('Members gone quiet', quiet);
  const before = sheet
    .from('Accounts with at least one credit or debit', scope.previous)
    .count('Active members', activeBefore);
  const money = sheet.from(source, scope.previous).money('Credits for members gone quiet', quietCents);
  const regular = quietFirst.filter(({ monthsActive }) => monthsActive >= REGULAR_MEMBER_MONTHS);
  const named = joinWithAnd(regular.slice(0, MAX_NAMED).map(({ member }) => memberPhrase(sheet, member)));
  const months = sheet
    .from('Definition used in this report')
    .count('Months with credits needed for a regular member', REGULAR_MEMBER_MONTHS);
  return {
    title: 'Member retention',
    lead: prose`${count} of the ${withNoun(before, 'member')} active in the previous period moved no money in this period; they had received ${compactWithoutSign(money)}.`,
    details: sentences(
      prose`The number of active members ${changePhrase(sheet, flowFacts(flows, context).activeAccounts)}.`,
      regular.length === 0
        ? prose`None of those with the most credits had regular credits; most are probably between payments.`
        : prose`Most of these members are probably between payments, but ${named} had credits in ${months} or more months of the year before the period.`,
    ),
    action:
      regular.length === 0
        ? prose`Member services: monitor the number of members who went quiet, and call those with regular credits as soon as there are any.`
        : prose`Member services: call ${named}; their regular credits stopped.`,
    measure: prose`the number of members with regular credits among those who went quiet`,
  };
}

const MAX_PARTNERS = 5;

/** Companies that may refer their staff. Null when there are none. */
function partnerCompanies({ partners }: StrategicData, context: ReportContext): Recommendation | null {
  const { scope, sheet } = context;
  const shown = partners.filter(({ company }) => mayBeEmployer(company)).slice(0, MAX_PARTNERS);
  if (shown.length === 0) return null;
  const list = sheet.from('List of companies');
  const named = joinWithAnd(shown.slice(0, MAX_NAMED).map(({ company }) => list.company('Company', company)));
  return {
    title: 'Sources of new members',
    lead: prose`${named} ${shown.length === 1 ? 'pays several members' : 'pay several members each'}, regularly and without a risk flag.`,
    details: prose`Companies that employ members also employ people who could become members.`,
    action: prose`Business development: ask ${named} to recommend the credit union to other staff.`,
    measure: prose`the number of new members paid by each company listed`,
    blocks: [
      rowTable('Companies by partnership score', shown, [
        ['Company', ({ company }) => list.company('Company', company)],
        [right('Score'), ({ company, score }) => list.number(`Partnership score for ${company}`, score, 0)],
        [right('Members'), (partner) => membersFact(partner, context)],
        [
          right('Credits in the period'),
          ({ company, cents }) =>
            sheet
              .from('Credits in the daily totals of companies', scope.period)
              .money(`Credits from ${company}`, cents),
        ],
      ]),
    ],
  };
}
