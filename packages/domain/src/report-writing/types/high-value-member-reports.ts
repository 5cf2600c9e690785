import type { Span } from '@clearwatch/contracts/ai-reports';
import { USUAL_TOLERANCE_PERCENT } from '../../members/member-baseline.ts';
import type { Cents } from '../../money/cents.ts';
import { changePhrase, differenceFact, isComparable, pairsFrom } from '../compared-facts.ts';
import { factSize } from '../fact-sheet.ts';
import { paragraph, right, rowChart, rowTable, section, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import {
  amountOrNothing,
  compactWithoutSign,
  joinWithAnd,
  prose,
  sentences,
  strong,
  withNoun,
} from '../report-sentences.ts';
import { alertPhrase, type ReportedAlert } from '../sections/alert-facts.ts';
import { risksSection } from '../sections/alert-sections.ts';
import {
  type CreditConcentration,
  comparedDaysFact,
  concentrationBlocks,
  concentrationSentences,
  halfShareFact,
  type MemberFigures,
  memberCells,
  memberFigureFacts,
  memberPhrase,
} from '../sections/member-figures.ts';
import { flowFacts } from '../sections/money-flow-sections.ts';
import { contributorsBlocks, type MoneyData } from '../sections/what-changed-section.ts';
import { pairCells, reportType } from './report-type.ts';

/** Maximum number of members named in one sentence or list of actions. */
const MAX_NAMED = 3;

const withFacts = (members: readonly MemberFigures[], context: ReportContext) =>
  members.map((figures) => ({ ...figures, ...memberFigureFacts(figures, context) }));

const creditChange = ({ now, before }: MemberFigures) => now.creditCents - before.creditCents;
const creditsOf = (members: readonly MemberFigures[], period: 'now' | 'before') =>
  members.reduce((cents, figures) => cents + figures[period].creditCents, 0);

export interface HighValueData extends Pick<MoneyData, 'flows' | 'contributions'> {
  concentration: CreditConcentration;
  top: readonly MemberFigures[];
  former: readonly MemberFigures[];
  /** Open high- and medium-risk alerts on the members in `top`, from all days. */
  alerts: readonly ReportedAlert[];
}

/** Share of all credits at which a single member is a concentration risk. */
const HEAVY_SHARE = 0.1;

export const highValueCustomers = reportType<HighValueData>({
  type: 'high_value_customers',
  purpose: 'The members with the most credits, how concentrated credits are, and which members need attention.',
  headline({ top, concentration, flows }, context) {
    const [first] = top;
    if (first === undefined) return prose`No member received money in the period.`;
    const { scope, sheet } = context;
    const credits = flowFacts(flows, context).credits.now;
    const number = listedFact(top, context);
    const { money } = sheet.from('Sum for the members with the most credits', scope.period);
    const listed = money('Credits for the members listed', creditsOf(top, 'now'));
    const part = sheet.partOf('Share of all credits that the members listed received', listed, credits);
    const own = memberFigureFacts(first, context).credits.now;
    const ownPart = sheet.partOf('Share of all credits that the first member received', own, credits);
    if (top.length === 1 || part === null || ownPart === null)
      return prose`${memberPhrase(sheet, first.member)} received all credits in the period, ${own}.`;
    const opening = prose`${strong(part)} of all credits went to ${strong(number)} members, including ${ownPart} to ${memberPhrase(sheet, first.member)}.`;
    if (concentrationSentences(concentration, context).length === 0) return opening;
    const { count } = sheet.from('Credits in the daily totals of accounts', scope.period);
    const half = count('Members who together received half of all credits', concentration.halfMembers);
    const all = count('Members with credits', concentration.receiving);
    return sentences(
      opening,
      prose`${halfShareFact(context)} of all credits went to ${half} of the ${all} members who received any.`,
    );
  },
  sections: [
    ({ top }, context) => {
      const { sheet } = context;
      const rows = withFacts(top, context);
      if (rows.length === 0) return null;
      return section(
        'Members with the most credits',
        table(
          'Members by credits in the period',
          [
            'Member',
            'Account',
            right('Credits'),
            right('Previous period'),
            right('Change'),
            right('Debits'),
            'Main payer',
            'Risk',
          ],
          rows.map((row) => [
            ...memberCells(sheet, row.member),
            ...pairCells(sheet, row.credits),
            row.debits.now,
            row.mainSource,
            row.risk,
          ]),
        ),
        rowChart(
          ['Credits for the members listed', 'bar', 'money'],
          rows,
          ({ member }) => memberCells(sheet, member)[0],
          { Period: ({ credits }) => credits.now, 'Previous period': ({ credits }) => credits.before },
        ),
      );
    },
    ({ concentration }, context) => section('Concentration of credits', concentrationBlocks(concentration, context)),
    (data, context) => {
      const { credits } = flowFacts(data.flows, context);
      if (credits.before === null) return null;
      return section(
        'What changed, and why',
        paragraph(
          prose`Total credits ${changePhrase(context.sheet, credits)}.`,
          retainedMembersSentence(data, context),
        ),
        contributorsBlocks(
          { direction: 'credits', kind: 'members', most: 6 },
          { contributions: data.contributions, total: credits },
          context,
        ),
      );
    },
    ({ alerts }, context) =>
      risksSection(
        {
          sentence: prose`The table lists the open high- and medium-risk alerts for the members listed above. Each is a possible pattern until it has been reviewed.`,
          caption: 'Open alerts for the members with the most credits',
        },
        alerts,
        context,
      ),
  ],
  actions: [
    ({ alerts: [first] }, context) =>
      first && prose`Fraud analysts: review ${alertPhrase(first, context)} before anyone calls the member.`,
    // Members with the most credits in the previous period who are now below their usual month.
    ({ former }, context) => {
      if (!isComparable(context.scope)) return null;
      const days = comparedDaysFact(context);
      const calm = former.filter(({ openHigh }) => openHigh === 0);
      return withFacts(calm, context)
        .filter(({ verdict }) => verdict === 'below')
        .slice(0, MAX_NAMED)
        .map(({ member, lately, usual, mainSource }) => {
          const payer = mainSource === null ? '' : prose`; most of the year’s credits came from ${mainSource}`;
          return prose`Member services: call ${memberPhrase(context.sheet, member)}, who received ${amountOrNothing(lately)} in the last ${days} days of the ledger, compared with ${compactWithoutSign(usual ?? lately)} in a usual month${payer}.`;
        });
    },
    ({ top: [first, second], flows }, context) => {
      if (first === undefined || second === undefined) return null;
      if (first.now.creditCents < HEAVY_SHARE * flows.now.creditCents) return null;
      const { credits, mainSource } = memberFigureFacts(first, context);
      const payer = mainSource === null ? '' : prose`, mostly from ${mainSource}`;
      return prose`Management: plan for the possible loss of ${memberPhrase(context.sheet, first.member)}: this member alone received ${compactWithoutSign(credits.now)}${payer}.`;
    },
    ({ top }, context) => {
      const { scope, sheet } = context;
      const firsts = top.filter(({ now, before }) => before.creditCents === 0 && now.creditCents > 0);
      const [first] = firsts;
      if (first === undefined || !isComparable(scope)) return null;
      const { count } = sheet.from('Members with the most credits', scope.period);
      const number = count('Listed members without credits in the previous period', firsts.length);
      const { credits, mainSource } = memberFigureFacts(first, context);
      const payer = mainSource === null ? '' : prose` from ${mainSource}`;
      const listed = firsts.length === 1 ? 'the listed member' : prose`the ${number} listed members`;
      return prose`Relationship officers: contact ${listed} without credits in the previous period${firsts.length === 1 ? ':' : ', starting with'} ${memberPhrase(sheet, first.member)}, now with ${compactWithoutSign(credits.now)}${payer}.`;
    },
  ],
  method: () => [
    prose`Value is measured by ACH credits to the account, not by balances, loans or fees. Business accounts count as members and receive more than individuals do.`,
  ],
});

const listedFact = (top: HighValueData['top'], { scope, sheet }: ReportContext) =>
  sheet.from('Members with the most credits', scope.period).count('Members listed', top.length);

/** Large amounts are often one-time, so the members with the most credits change. */
function retainedMembersSentence({ top, former }: HighValueData, context: ReportContext): Span[] | null {
  if (top.length < 2 || former.length === 0) return null;
  const known = new Set(former.map(({ member }) => member.accountNumber));
  const stayed = top.filter(({ member }) => known.has(member.accountNumber)).length;
  const listed = listedFact(top, context);
  if (stayed === 0)
    return prose`None of the ${listed} members listed above was among those with the most credits in the previous period.`;
  const { count } = context.sheet.from('Members with the most credits in both periods', context.scope.period);
  const number = count('Members listed who also had the most credits before', stayed);
  return prose`Of the ${listed} members listed above, ${number} ${stayed === 1 ? 'was' : 'were'} also among those with the most credits in the previous period; the others may be new or may have received a large one-time amount.`;
}

export interface VipData extends Pick<MoneyData, 'flows'> {
  members: readonly MemberFigures[];
  /** Minimum number of months with credits in a year for credits to count as regular. */
  leastMonths: number;
  /** Credits over the year for all members and for VIP members. */
  yearCents: Cents;
  vipYearCents: Cents;
  alerts: readonly ReportedAlert[];
}

const MAX_CHARTED_MEMBERS = 10;

export const vipMemberAnalysis = reportType<VipData>({
  type: 'vip_member_analysis',
  purpose:
    'How the members with the largest regular income compare with their own usual month, and who may be leaving.',
  headline({ members, yearCents, vipYearCents }, context) {
    const { scope, sheet } = context;
    const [first] = members;
    if (first === undefined) return prose`No member had regular credits in the last year of the ledger.`;
    const { count } = sheet.from('Members with the largest regular credits', scope.asOf);
    const number = count('VIP members', members.length);
    const { money } = sheet.from('Member list', scope.asOf);
    const all = money('Credits over the year, all members', yearCents);
    const own = money('Credits over the year, VIP members', vipYearCents);
    const part = sheet.partOf('Share of the year’s credits that VIP members received', own, all);
    const received = prose`received ${strong(part ?? own)}${part === null ? '' : ' of the year’s credits'}`;
    const opening =
      members.length === 1
        ? prose`${memberPhrase(sheet, first.member)}, the only member with regular credits, ${received}.`
        : prose`The ${number} members with the largest regular credits ${received}.`;
    return sentences(opening, behindUsualSentence(members, context));
  },
  sections: [
    ({ members }, context) => {
      const { sheet } = context;
      if (members.length === 0) return null;
      const together = pairsFrom(context, 'Daily totals of their accounts').money(
        'Credits for VIP members',
        creditsOf(members, 'now'),
        creditsOf(members, 'before'),
      );
      const change = differenceFact(sheet, together);
      if (change === null) return null;
      return section(
        'What changed, and why',
        paragraph(
          prose`These members’ credits in the period ${changePhrase(sheet, together)}.`,
          ...(factSize(change) === 0
            ? []
            : [changedMembers(members, 1, context), changedMembers(members, -1, context)]),
          backToUsualSentence(members, context),
        ),
      );
    },
    ({ members }, context) => {
      const rows = members.map((figures) => ({
        risk: figures.risk,
        ...memberFigureFacts(figures, context),
        cells: memberCells(context.sheet, figures.member),
      }));
      if (rows.length === 0) return null;
      return section(
        'Members compared with their usual month',
        rowTable('VIP members, largest usual month first', rows, [
          ['Member', ({ cells }) => cells[0]],
          ['Account', ({ cells }) => cells[1]],
          [right('Monthly income'), ({ income }) => income],
          [right('Usual month'), ({ usual }) => usual],
          [right('Recent credits'), ({ lately }) => lately],
          [right('Compared with usual'), ({ againstUsual }) => againstUsual],
          ['Main payer', ({ mainSource }) => mainSource],
          ['Risk', ({ risk }) => risk],
        ]),
        rowChart(
          ['Recent credits and the usual month', 'bar', 'money'],
          rows.filter(({ usual }) => usual !== null).slice(0, MAX_CHARTED_MEMBERS),
          ({ cells }) => cells[0],
          { 'Usual month': ({ usual, lately }) => usual ?? lately, 'Recent credits': ({ lately }) => lately },
        ),
      );
    },
    ({ alerts }, context) =>
      risksSection(
        {
          sentence: prose`The table lists the open high- and medium-risk alerts for these members. Each is a possible pattern until it has been reviewed; the member may be a victim.`,
          caption: 'Open alerts for VIP members',
        },
        alerts,
        context,
      ),
  ],
  actions: [
    ({ alerts: [alert] }, context) =>
      alert &&
      prose`Fraud analysts: review ${alertPhrase(alert, context)} first; do not contact the member about new business until the alert has been reviewed.`,
    ({ members, alerts }, context) => {
      const { sheet } = context;
      const alerted = new Set(alerts.map(({ accountNumber }) => accountNumber));
      const free = withFacts(members, context).filter(({ member }) => !alerted.has(member.accountNumber));
      const ahead = free.find(({ verdict }) => verdict === 'above');
      const behind = free.filter(({ verdict }) => verdict === 'below').slice(0, MAX_NAMED);
      return [
        ...behind.map(({ member, lately, usual, mainSource }) => {
          const payer = mainSource === null ? '' : prose`; ask whether the credits from ${mainSource} now go elsewhere`;
          return prose`Relationship officers: call ${memberPhrase(sheet, member)}, who recently received ${amountOrNothing(lately)}, compared with ${compactWithoutSign(usual ?? lately)} in a usual month${payer}.`;
        }),
        ahead &&
          prose`Relationship officers: offer ${memberPhrase(sheet, ahead.member)} a savings option for extra funds; ${compactWithoutSign(ahead.lately)} came in recently, compared with ${compactWithoutSign(ahead.usual ?? ahead.lately)} in a usual month.`,
      ];
    },
  ],
  method({ leastMonths }, { sheet }) {
    const { count } = sheet.from('Definition used in this report');
    const months = count('Months with credits needed for regular credits', leastMonths);
    const { share } = sheet.from('Definition of the usual month');
    const about = share('Difference up to which a month counts as usual', USUAL_TOLERANCE_PERCENT / 100);
    return [
      prose`VIP members had credits in at least ${withNoun(months, 'month')} of the year and have the largest usual months, so a large one-time amount has little effect. The usual month is the median of the last full months, as on the member page; “much less” means a difference of more than ${about}. The members and their usual months are as of the end of the ledger, regardless of the period.`,
    ];
  },
});

function changedMembers(members: VipData['members'], sign: 1 | -1, context: ReportContext) {
  const changed = members
    .filter((figures) => sign * creditChange(figures) > 0)
    .toSorted((left, right) => sign * (creditChange(right) - creditChange(left)));
  const named = withFacts(changed.slice(0, MAX_NAMED), context).map(({ member, credits }) => {
    const difference = differenceFact(context.sheet, credits) ?? credits.now;
    return prose`${memberPhrase(context.sheet, member)} by ${compactWithoutSign(difference)}`;
  });
  if (changed.length === 0) return null;
  return prose`Largest ${sign === 1 ? 'increases' : 'decreases'}: ${joinWithAnd(named)}.`;
}

/** Members do not need a call if their credits fell only because of an earlier one-time amount. */
function backToUsualSentence(members: VipData['members'], context: ReportContext): Span[] | null {
  const { period, asOf } = context.scope;
  const fell = withFacts(
    members.filter((figures) => creditChange(figures) < 0),
    context,
  );
  const isAsUsual = fell.every(({ verdict }) => verdict === 'about' || verdict === 'above');
  if (fell.length === 0 || !isAsUsual || period.lastDay !== asOf) return null;
  return prose`The members whose credits fell are receiving about as much as in a usual month, or more; their earlier credits probably included large one-time amounts.`;
}

function behindUsualSentence(members: VipData['members'], context: ReportContext): Span[] {
  const below = withFacts(members, context).filter(({ verdict }) => verdict === 'below');
  const days = comparedDaysFact(context);
  if (members.every(({ normal }) => normal === null)) return prose`There is no usual month to compare with yet.`;
  if (below.length === 0)
    return prose`${members.length === 1 ? 'The member did not fall below the' : 'None of them fell below their'} usual month in the last ${days} days of the ledger.`;
  if (members.length === 1)
    return prose`In the last ${days} days of the ledger, the member received much less than in a usual month.`;
  const { count } = context.sheet.from('Recent days compared with the median month', context.scope.asOf);
  const number = count('VIP members below their usual month', below.length);
  const names = below.slice(0, MAX_NAMED).map(({ member }) => memberPhrase(context.sheet, member));
  return prose`In the last ${days} days of the ledger, ${number} of them received much less than in a usual month${below.length > MAX_NAMED ? ', including' : ':'} ${joinWithAnd(names)}.`;
}
