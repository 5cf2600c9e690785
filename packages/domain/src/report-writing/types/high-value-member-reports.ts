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

/** Members named in one sentence or list of actions. */
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
  /** Their open alerts of high and medium risk, whatever the day. */
  alerts: readonly ReportedAlert[];
}

/** One member with this share of all credits is a risk to the institution. */
const HEAVY_SHARE = 0.1;

export const highValueCustomers = reportType<HighValueData>({
  type: 'high_value_customers',
  purpose:
    'The members with the most money coming in, how much rests on how few of them, and whom to care for.',
  headline({ top, concentration, flows }, context) {
    const [first] = top;
    if (first === undefined) return prose`No member received money in the period.`;
    const { scope, sheet } = context;
    const credits = flowFacts(flows, context).credits.now;
    const number = listedFact(top, context);
    const { money } = sheet.from('Sum over the members with the most credits', scope.period);
    const listed = money('Credits of the members listed', creditsOf(top, 'now'));
    const part = sheet.partOf('Part of all credits that the members listed received', listed, credits);
    const own = memberFigureFacts(first, context).credits.now;
    const ownPart = sheet.partOf('Part of all credits that the first member received', own, credits);
    if (top.length === 1 || part === null || ownPart === null)
      return prose`${memberPhrase(sheet, first.member)} received all credits of the period, ${own}.`;
    const opening = prose`${strong(part)} of all credits went to ${strong(number)} members, ${ownPart} to ${memberPhrase(sheet, first.member)} alone.`;
    if (concentrationSentences(concentration, context).length === 0) return opening;
    const { count } = sheet.from('Credits in the daily totals of accounts', scope.period);
    const half = count('Members who together received half of all credits', concentration.halfMembers);
    const all = count('Members with credits', concentration.receiving);
    return sentences(
      opening,
      prose`${halfShareFact(context)} of the money rests on ${half} of ${all} members who received any.`,
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
          'Members by credits of the period',
          [
            'Member',
            'Account',
            right('Credits'),
            right('Before'),
            right('Change'),
            right('Debits'),
            'Paid mostly by',
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
          ['Credits of the members listed', 'bar', 'money'],
          rows,
          ({ member }) => memberCells(sheet, member)[0],
          { Period: ({ credits }) => credits.now, 'Period before': ({ credits }) => credits.before },
        ),
      );
    },
    ({ concentration }, context) =>
      section('How much rests on how few', concentrationBlocks(concentration, context)),
    (data, context) => {
      const { credits } = flowFacts(data.flows, context);
      if (credits.before === null) return null;
      return section(
        'What changed, and why',
        paragraph(
          prose`All credits ${changePhrase(context.sheet, credits)}.`,
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
          sentence: prose`Open alerts of high and medium risk on the members listed. Each is a possible pattern until somebody has decided it.`,
          caption: 'Open alerts on the members with the most credits',
        },
        alerts,
        context,
      ),
  ],
  actions: [
    ({ alerts: [first] }, context) =>
      first && prose`Fraud analysts: review ${alertPhrase(first, context)} before anybody calls the member.`,
    // Of the largest members of the previous period, those now below their usual month.
    ({ former }, context) => {
      if (!isComparable(context.scope)) return null;
      const days = comparedDaysFact(context);
      const calm = former.filter(({ openHigh }) => openHigh === 0);
      return withFacts(calm, context)
        .filter(({ verdict }) => verdict === 'below')
        .slice(0, MAX_NAMED)
        .map(({ member, lately, usual, mainSource }) => {
          const payer = mainSource === null ? '' : prose`; most of the year’s money came from ${mainSource}`;
          return prose`Member services: call ${memberPhrase(context.sheet, member)}, who received ${amountOrNothing(lately)} in the last ${days} days of the ledger against ${compactWithoutSign(usual ?? lately)} in a usual month${payer}.`;
        });
    },
    ({ top: [first, second], flows }, context) => {
      if (first === undefined || second === undefined) return null;
      if (first.now.creditCents < HEAVY_SHARE * flows.now.creditCents) return null;
      const { credits, mainSource } = memberFigureFacts(first, context);
      const payer = mainSource === null ? '' : prose`, most of it paid by ${mainSource}`;
      return prose`Management: plan for the day on which ${memberPhrase(context.sheet, first.member)} leaves: ${compactWithoutSign(credits.now)} came in for this member alone${payer}.`;
    },
    ({ top }, context) => {
      const { scope, sheet } = context;
      const firsts = top.filter(({ now, before }) => before.creditCents === 0 && now.creditCents > 0);
      const [first] = firsts;
      if (first === undefined || !isComparable(scope)) return null;
      const { count } = sheet.from('Members with the most credits', scope.period);
      const number = count('Listed members without credits in the period before', firsts.length);
      const { credits, mainSource } = memberFigureFacts(first, context);
      const payer = mainSource === null ? '' : prose` from ${mainSource}`;
      const listed = firsts.length === 1 ? 'the listed member' : prose`the ${number} listed members`;
      return prose`Relationship officers: get to know ${listed} who received nothing in the period before${firsts.length === 1 ? ':' : ', beginning with'} ${memberPhrase(sheet, first.member)}, now ${compactWithoutSign(credits.now)}${payer}.`;
    },
  ],
  method: () => [
    prose`Value is measured by what came into the account by ACH, not by balances, loans or fees. Business accounts are members as well and receive more than persons do.`,
  ],
});

const listedFact = (top: HighValueData['top'], { scope, sheet }: ReportContext) =>
  sheet.from('Members with the most credits', scope.period).count('Members listed', top.length);

/** Large amounts often come once, so few of the largest may have been so before. */
function retainedMembersSentence({ top, former }: HighValueData, context: ReportContext): Span[] | null {
  if (top.length < 2 || former.length === 0) return null;
  const known = new Set(former.map(({ member }) => member.accountNumber));
  const stayed = top.filter(({ member }) => known.has(member.accountNumber)).length;
  const listed = listedFact(top, context);
  if (stayed === 0)
    return prose`None of the ${listed} members listed above was among the largest of the period before.`;
  const { count } = context.sheet.from('Members with the most credits of both periods', context.scope.period);
  const number = count('Members listed who were among the largest before', stayed);
  return prose`Of the ${listed} members listed above, ${number} ${stayed === 1 ? 'was' : 'were'} among the largest of the period before as well; for the others a large amount came once, or is new.`;
}

export interface VipData extends Pick<MoneyData, 'flows'> {
  members: readonly MemberFigures[];
  /** Months with credits within the year from which on credits are regular here. */
  leastMonths: number;
  /** Credits of the year: of all members, and of those above. */
  yearCents: Cents;
  vipYearCents: Cents;
  alerts: readonly ReportedAlert[];
}

const MAX_CHARTED_MEMBERS = 10;

export const vipMemberAnalysis = reportType<VipData>({
  type: 'vip_member_analysis',
  purpose:
    'How the members with the most regular income are doing against their own usual month, and who may be leaving.',
  headline({ members, yearCents, vipYearCents }, context) {
    const { scope, sheet } = context;
    const [first] = members;
    if (first === undefined)
      return prose`No member has had regular credits in the year up to the end of the ledger.`;
    const { count } = sheet.from('Members with regular credits and the most of them', scope.asOf);
    const number = count('VIP members', members.length);
    const { money } = sheet.from('Figures of the member list', scope.asOf);
    const all = money('Credits of the year, all members', yearCents);
    const own = money('Credits of the year, VIP members', vipYearCents);
    const part = sheet.partOf('Part of the year’s credits that VIP members received', own, all);
    const received = prose`received ${strong(part ?? own)}${part === null ? '' : ' of the year’s credits'}`;
    const opening =
      members.length === 1
        ? prose`${memberPhrase(sheet, first.member)}, the only member with regular credits, ${received}.`
        : prose`The ${number} members with the most regular credits ${received}.`;
    return sentences(opening, behindUsualSentence(members, context));
  },
  sections: [
    ({ members }, context) => {
      const { sheet } = context;
      if (members.length === 0) return null;
      const together = pairsFrom(context, 'Daily totals of their accounts').money(
        'Credits of VIP members',
        creditsOf(members, 'now'),
        creditsOf(members, 'before'),
      );
      const change = differenceFact(sheet, together);
      if (change === null) return null;
      return section(
        'What changed, and why',
        paragraph(
          prose`What these members received in the period ${changePhrase(sheet, together)}.`,
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
        'The members against their own usual month',
        rowTable('VIP members, the largest usual month first', rows, [
          ['Member', ({ cells }) => cells[0]],
          ['Account', ({ cells }) => cells[1]],
          [right('Monthly income'), ({ income }) => income],
          [right('Usual month'), ({ usual }) => usual],
          [right('Last days'), ({ lately }) => lately],
          [right('Against usual'), ({ againstUsual }) => againstUsual],
          ['Paid mostly by', ({ mainSource }) => mainSource],
          ['Risk', ({ risk }) => risk],
        ]),
        rowChart(
          ['Credits of the last days beside the usual month', 'bar', 'money'],
          rows.filter(({ usual }) => usual !== null).slice(0, MAX_CHARTED_MEMBERS),
          ({ cells }) => cells[0],
          { 'Usual month': ({ usual, lately }) => usual ?? lately, 'Last days': ({ lately }) => lately },
        ),
      );
    },
    ({ alerts }, context) =>
      risksSection(
        {
          sentence: prose`Open alerts of high and medium risk on these members. Each is a possible pattern until somebody has decided it; a good member may be its victim.`,
          caption: 'Open alerts on VIP members',
        },
        alerts,
        context,
      ),
  ],
  actions: [
    ({ alerts: [alert] }, context) =>
      alert &&
      prose`Fraud analysts: review ${alertPhrase(alert, context)} first; nobody should call that member about business before.`,
    ({ members, alerts }, context) => {
      const { sheet } = context;
      const alerted = new Set(alerts.map(({ accountNumber }) => accountNumber));
      const free = withFacts(members, context).filter(({ member }) => !alerted.has(member.accountNumber));
      const ahead = free.find(({ verdict }) => verdict === 'above');
      const behind = free.filter(({ verdict }) => verdict === 'below').slice(0, MAX_NAMED);
      return [
        ...behind.map(({ member, lately, usual, mainSource }) => {
          const payer =
            mainSource === null ? '' : prose`; ask whether the money from ${mainSource} goes elsewhere now`;
          return prose`Relationship officers: call ${memberPhrase(sheet, member)}: ${amountOrNothing(lately)} came in lately against ${compactWithoutSign(usual ?? lately)} in a usual month${payer}.`;
        }),
        ahead &&
          prose`Relationship officers: offer ${memberPhrase(sheet, ahead.member)} a place for what came in beyond the usual, ${compactWithoutSign(ahead.lately)} against ${compactWithoutSign(ahead.usual ?? ahead.lately)} in a usual month.`,
      ];
    },
  ],
  method({ leastMonths }, { sheet }) {
    const { count } = sheet.from('Definition of this report');
    const months = count('Months with credits from which on credits are regular', leastMonths);
    const { share } = sheet.from('Definition of the own normal');
    const about = share('Difference up to which a month is about as usual', USUAL_TOLERANCE_PERCENT / 100);
    return [
      prose`VIP is who had credits in ${withNoun(months, 'month')} of the year or more, and of these the largest by their usual month, so that a large amount that came once counts little. The usual month is the median of the last whole months, as the member’s page shows it; clearly less or more means by over ${about}. Both are of the end of the ledger, whatever the period.`,
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
  return prose`The largest ${sign === 1 ? 'rises' : 'falls'}: ${joinWithAnd(named)}.`;
}

/** Members whose credits fell need no call when a large amount came only once. */
function backToUsualSentence(members: VipData['members'], context: ReportContext): Span[] | null {
  const { period, asOf } = context.scope;
  const fell = withFacts(
    members.filter((figures) => creditChange(figures) < 0),
    context,
  );
  const isAsUsual = fell.every(({ verdict }) => verdict === 'about' || verdict === 'above');
  if (fell.length === 0 || !isAsUsual || period.lastDay !== asOf) return null;
  return prose`Whoever fell is at the usual month again: what fell away were large amounts that came once.`;
}

function behindUsualSentence(members: VipData['members'], context: ReportContext): Span[] {
  const below = withFacts(members, context).filter(({ verdict }) => verdict === 'below');
  const days = comparedDaysFact(context);
  if (members.every(({ normal }) => normal === null))
    return prose`There is no usual month yet to compare with.`;
  if (below.length === 0)
    return prose`${members.length === 1 ? 'The member did not fall' : 'None of them fell'} behind the usual month in the last ${days} days of the ledger.`;
  if (members.length === 1)
    return prose`In the last ${days} days of the ledger clearly less came in than in a usual month.`;
  const { count } = context.sheet.from('Last days against the median month', context.scope.asOf);
  const number = count('VIP members behind their usual month', below.length);
  const names = below.slice(0, MAX_NAMED).map(({ member }) => memberPhrase(context.sheet, member));
  return prose`In the last ${days} days of the ledger ${number} of them received clearly less than in a usual month${below.length > MAX_NAMED ? ', among them' : ':'} ${joinWithAnd(names)}.`;
}
