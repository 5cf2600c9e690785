import type { Block, Span } from '@clearwatch/contracts/ai-reports';
import { isPublicPayer, mayBeEmployer } from '../../companies/counterparty.ts';
import type { Cents } from '../../money/cents.ts';
import { changePhrase, isComparable } from '../compared-facts.ts';
import { factSize } from '../fact-sheet.ts';
import { actionsSection, chartOf, paragraph, right, section, table } from '../report-blocks.ts';
import { type ReportComposer, type ReportContext, reportOf } from '../report-composer.ts';
import { dataLimitsSection } from '../report-data-limits.ts';
import { compactWithoutSign, joinWithAnd, prose, sentences, withNoun } from '../report-sentences.ts';
import { type Alerts, type AlertWorkload, alertCountFacts, lateAlertsFact } from '../sections/alert-facts.ts';
import { decisionsSentence, ruleActions, waitingAlertsBlocks } from '../sections/alert-review-sections.ts';
import { alertRisksSection, reviewWaitingAction } from '../sections/alert-sections.ts';
import {
  type CreditConcentration,
  concentrationSentences,
  memberPhrase,
} from '../sections/member-figures.ts';
import type { Membership } from '../sections/membership-sections.ts';
import { flowFacts, flowsSentence } from '../sections/money-flow-sections.ts';
import { type Returns, returnsAction } from '../sections/return-sections.ts';
import { flowActions, type MoneyData, whatChangedSection } from '../sections/what-changed-section.ts';

interface Recommendation {
  title: string;
  lead: Span[];
  details: Span[];
  action: Span[];
  measure: Span[];
  blocks?: (Block | null)[];
}

export interface RankedPayer {
  company: string;
  cents: Cents;
  members: number;
}

export interface RankedPartner extends RankedPayer {
  /** Partnership score, 0 to 100. */
  score: number;
}

export interface StrategicData extends MoneyData {
  alerts: Alerts;
  casework: AlertWorkload;
  returns: Returns;
  membership: Membership;
  concentration: CreditConcentration;
  payers: RankedPayer[];
  /** Companies without a risk flag and with the highest scores that pay several members. */
  partners: RankedPartner[];
}

/** Whether alerts come faster than they are worked. Null while hardly any waits. */
function alertWorkloadRecommendation(
  { alerts, casework }: StrategicData,
  context: ReportContext,
): Recommendation | null {
  const { all, reviewed } = alertCountFacts(alerts, context);
  const count = lateAlertsFact(casework, context);
  if (count === null) return null;
  const late = factSize(count);
  return {
    title: 'Work on alerts',
    lead: prose`${withNoun(count, 'alert')} on activity more than a month old ${late === 1 ? 'waits' : 'wait'} for review.`,
    details: sentences(
      factSize(all.now) === 0
        ? null
        : prose`Of the ${withNoun(all.now, 'alert')} of the period ${factSize(reviewed) === 0 ? 'none is' : prose`${reviewed} ${factSize(reviewed) === 1 ? 'is' : 'are'}`} reviewed.`,
      decisionsSentence(alerts, casework, context) === null
        ? prose`An alert that is not reviewed protects no member, and the time for a report is counted from the alert, the safe default.`
        : null,
    ),
    action: prose`BSA officer: set aside time of analysts until the ${withNoun(count, 'old alert')} ${late === 1 ? 'is' : 'are'} reviewed, high risk first.`,
    measure: prose`no alert on activity more than a month old is open`,
    blocks: waitingAlertsBlocks(casework, context),
  };
}

/** A member with credits in this many months of the year counts as regular. */
const REGULAR_MEMBER_MONTHS = 6;
const MAX_NAMED_QUIET_MEMBERS = 3;

/** Members that went quiet, and those of them who had been regular. Null where nobody did, or nothing can be compared. */
function quietMembersRecommendation(
  { flows, membership }: StrategicData,
  context: ReportContext,
): Recommendation | null {
  const { scope, sheet } = context;
  const { quiet, quietCents, activeBefore, quietFirst } = membership;
  if (!isComparable(scope) || quiet === 0 || activeBefore === 0) return null;
  const source = 'Accounts with money in the period before and none in this one';
  const count = sheet.from(source, scope.period).count('Members gone quiet', quiet);
  const before = sheet
    .from('Accounts with at least one credit or debit', scope.previous)
    .count('Active members', activeBefore);
  const money = sheet.from(source, scope.previous).money('Credits of members gone quiet', quietCents);
  const regular = quietFirst.filter(({ monthsActive }) => monthsActive >= REGULAR_MEMBER_MONTHS);
  const named = joinWithAnd(
    regular.slice(0, MAX_NAMED_QUIET_MEMBERS).map(({ member }) => memberPhrase(sheet, member)),
  );
  const months = sheet
    .from('Rule of this report')
    .count('Months with credits that make a member regular', REGULAR_MEMBER_MONTHS);
  return {
    title: 'Keeping members',
    lead: prose`${withNoun(count, 'member')} of the ${before} who were active in the period before moved no money in this one; ${compactWithoutSign(money)} had come in for them.`,
    details: sentences(
      prose`The number of active members ${changePhrase(sheet, flowFacts(flows, context).activeAccounts)}.`,
      regular.length === 0
        ? prose`None of those with the most credits had been regular: their silence is mostly a pause between payments.`
        : prose`Most silences are pauses between payments, but ${named} had credits in ${months} or more months of the year before.`,
    ),
    action:
      regular.length === 0
        ? prose`Member services: watch the number of members gone quiet, and call those with regular credits as soon as there are any.`
        : prose`Member services: call ${named}: their regular credits stopped.`,
    measure: prose`how many members with regular credits are among those gone quiet`,
  };
}

const MAX_PARTNERS = 5;
const MAX_NAMED_PARTNERS = 3;

/** Companies with which it pays to talk about their staff. Null for none. */
function partnersRecommendation(
  { partners }: StrategicData,
  { scope, sheet }: ReportContext,
): Recommendation | null {
  const shown = partners.filter(({ company }) => mayBeEmployer(company)).slice(0, MAX_PARTNERS);
  if (shown.length === 0) return null;
  const name = (company: string) => sheet.from('List of companies').company('Company', company);
  const named = joinWithAnd(shown.slice(0, MAX_NAMED_PARTNERS).map(({ company }) => name(company)));
  return {
    title: 'Where members can come from',
    lead: prose`${named} ${shown.length === 1 ? 'pays several members' : 'pay several members each'}, regularly and without a risk flag.`,
    details: prose`Whoever employs members employs people who could become members.`,
    action: prose`Business development: ask ${named} to name the institution to their other staff.`,
    measure: prose`the number of new members whom these companies pay`,
    blocks: [
      table(
        'Companies by partnership score',
        ['Company', right('Score'), right('Members'), right('Credits in the period')],
        shown.map(({ company, score, members, cents }) => [
          name(company),
          sheet.from('List of companies').number(`Partnership score of ${company}`, score, 0),
          sheet.from('Accounts with entries of the company').count(`Members of ${company}`, members),
          sheet
            .from('Credits in the daily totals of companies', scope.period)
            .money(`Credits of ${company}`, cents),
        ]),
      ),
    ],
  };
}

/** From this share of all credits on, an institution depends on a payer. */
const DEPENDENCE_SHARE = 0.2;
/** With fewer credits one payer always has a large share. */
const MIN_CREDITS = 20;
const SOURCE = 'Credits in the daily totals of companies';

/** Whether credits rest on few payers. Null where no payer has weight. */
function payersRecommendation(
  { flows, payers, concentration }: StrategicData,
  context: ReportContext,
): Recommendation | null {
  const { scope, sheet } = context;
  const credits = flowFacts(flows, context).credits.now;
  const [first] = payers;
  const all = factSize(credits);
  if (first === undefined || all === 0 || first.cents < DEPENDENCE_SHARE * all) return null;
  if (flows.now.credits < MIN_CREDITS) return null;
  const money = (payer: RankedPayer) =>
    sheet.from(SOURCE, scope.period).money(`Credits of ${payer.company}`, payer.cents);
  const part = (payer: RankedPayer) =>
    sheet.partOf(`Part of all credits, ${payer.company}`, money(payer), credits);
  const name = sheet.entryCompany(first.company);
  const together = sheet.from(SOURCE, scope.period).money(
    'Credits of the largest payers together',
    payers.reduce((sum, { cents }) => sum + cents, 0),
  );
  const count = sheet.from('Payers of this report').count('Largest payers that are added up', payers.length);
  const isPublic = isPublicPayer(first.company);
  return {
    title: 'Money that rests on few payers',
    lead: prose`${name} brings ${part(first) ?? ''} of all credits.`,
    details: sentences(
      payers.length < 2
        ? null
        : prose`The ${withNoun(count, 'largest payer')} together bring ${sheet.partOf('Part of all credits, largest payers', together, credits) ?? ''}.`,
      isPublic
        ? prose`It is a public payer: its payments are safe, but they come on few days, and members expect them on the day.`
        : prose`Should it move its payments elsewhere, the pay of its members goes with it.`,
      concentrationSentences(concentration, context),
    ),
    action: isPublic
      ? prose`Finance: plan liquidity around the paying days of ${name}, and have ACH operations watch that its files arrive.`
      : prose`Business development: agree with ${name} on keeping its payments here, and win further payers beside it.`,
    measure: isPublic
      ? prose`no paying day of ${name} without its entries`
      : prose`the part that ${name} has of all credits, from ${part(first) ?? ''} down`,
    blocks: [
      chartOf({
        title: 'Credits of the largest payers',
        type: 'bar',
        unit: 'money',
        categories: payers.map(({ company }) => company),
        series: [{ name: 'Credits', values: payers.map(money) }],
      }),
      table(
        'Largest payers',
        ['Company', right('Credits'), right('Part of all'), right('Members')],
        payers.map((payer) => [
          sheet.entryCompany(payer.company),
          money(payer),
          part(payer),
          sheet
            .from('Accounts with entries of the company')
            .count(`Members of ${payer.company}`, payer.members),
        ]),
      ),
    ],
  };
}

export const strategicRecommendations: ReportComposer<StrategicData> = {
  type: 'strategic_recommendations',
  purpose:
    'What to decide: recommendations with the figures behind each, and the figure that shows whether it worked.',
  compose(data, context) {
    const casework = alertWorkloadRecommendation(data, context);
    const findings = [
      casework,
      payersRecommendation(data, context),
      quietMembersRecommendation(data, context),
      partnersRecommendation(data, context),
    ].filter((finding) => finding !== null);
    const actions = [
      ...findings.map(({ action }) => action),
      casework === null ? reviewWaitingAction(data.casework, context) : null,
      returnsAction(data.returns, context),
      ...flowActions(data, context),
      ...ruleActions(data.alerts, context),
    ].filter((action) => action !== null);
    return reportOf(headline(data, { findings, actions }, context), [
      ...findings.map(({ title, lead, details, measure, blocks = [] }) =>
        section(
          title,
          paragraph(lead, details),
          blocks,
          paragraph(prose`How to see that it worked: ${measure}.`),
        ),
      ),
      whatChangedSection(data, [{ direction: 'credits', kind: 'companies', most: 5 }], context),
      alertRisksSection(data.alerts, { most: 3 }, context),
      actionsSection(actions),
      dataLimitsSection(
        data.flows,
        [
          prose`Recommendations follow from thresholds that are the same for every institution. What they cost, and what else is at stake, is not in the ledger.`,
        ],
        context,
      ),
    ]);
  },
};

function headline(
  data: StrategicData,
  { findings, actions }: { findings: readonly Recommendation[]; actions: readonly Span[][] },
  context: ReportContext,
): Span[] {
  const [first] = findings;
  const flows = flowsSentence(data.flows, context);
  if (first === undefined)
    return sentences(
      flows,
      actions.length === 0
        ? prose`The figures call for no decision.`
        : prose`The figures call for no decision of management, but for the work that the recommended actions name.`,
    );
  const note = { label: 'Decisions that the figures call for', source: 'Sections of this report' };
  const count = context.sheet.count(note, findings.length);
  const opening =
    findings.length === 1
      ? prose`The figures call for a single decision: ${first.lead}`
      : prose`The figures call for ${count} decisions, this first: ${first.lead}`;
  return sentences(opening, flows);
}
