import type { ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { USUAL_TOLERANCE_PERCENT } from '../../members/member-baseline.ts';
import type { Cents } from '../../money/cents.ts';
import { changePhrase, periodPair } from '../compared-facts.ts';
import { factSize } from '../fact-sheet.ts';
import { actionsSection, chartOf, paragraph, right, section, table } from '../report-blocks.ts';
import { type ReportComposer, type ReportContext, reportOf } from '../report-composer.ts';
import { dataLimitsSection } from '../report-data-limits.ts';
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
  comparedDaysFact,
  type MemberFigures,
  memberCells,
  memberFigureFacts,
  memberPhrase,
} from '../sections/member-figures.ts';
import type { Flows } from '../sections/money-flow-sections.ts';

export interface VipData {
  flows: Flows;
  members: readonly MemberFigures[];
  /** Months with credits within the year from which on credits are regular here. */
  leastMonths: number;
  /** Credits of the year: of all members, and of those above. */
  yearCents: Cents;
  vipYearCents: Cents;
  alerts: readonly ReportedAlert[];
}

const MAX_NAMED_IN_ACTIONS = 3;

function vipActions({ members, alerts }: VipData, context: ReportContext): (Span[] | null)[] {
  const [alert] = alerts;
  const alerted = new Set(alerts.map(({ accountNumber }) => accountNumber));
  const free = members.filter(({ member }) => !alerted.has(member.accountNumber));
  const of = (verdict: 'below' | 'above') =>
    free.filter((figures) => memberFigureFacts(figures, context).verdict === verdict);
  return [
    alert === undefined
      ? null
      : prose`Fraud analysts: review ${alertPhrase(alert, context)} first; nobody should call that member about business before.`,
    ...of('below')
      .slice(0, MAX_NAMED_IN_ACTIONS)
      .map((figures) => behindUsualAction(figures, context)),
    aheadOfUsualAction(of('above'), context),
  ];
}

function behindUsualAction(figures: MemberFigures, context: ReportContext): Span[] {
  const { lately, usual, mainSource } = memberFigureFacts(figures, context);
  const payer =
    mainSource === null ? '' : prose`; ask whether the money from ${mainSource} goes elsewhere now`;
  return prose`Relationship officers: call ${memberPhrase(context.sheet, figures.member)}: ${amountOrNothing(lately)} came in lately against ${compactWithoutSign(usual ?? lately)} in a usual month${payer}.`;
}

function aheadOfUsualAction([first]: readonly MemberFigures[], context: ReportContext): Span[] | null {
  if (first === undefined) return null;
  const { lately, usual } = memberFigureFacts(first, context);
  return prose`Relationship officers: offer ${memberPhrase(context.sheet, first.member)} a place for what came in beyond the usual, ${compactWithoutSign(lately)} against ${compactWithoutSign(usual ?? lately)} in a usual month.`;
}

const MAX_NAMED_CHANGES = 3;

function vipChangesSection({ members }: VipData, context: ReportContext): ReportSection | null {
  const { scope, sheet } = context;
  if (members.length === 0) return null;
  const sum = (of: 'now' | 'before') =>
    members.reduce((cents, figures) => cents + figures[of].creditCents, 0);
  const together = periodPair({ scope, sheet }, 'money', {
    label: 'Credits of VIP members',
    source: 'Daily totals of their accounts',
    now: sum('now'),
    before: sum('before'),
  });
  if (together.before === null) return null;
  const change = sheet.difference('Credits of VIP members, difference', together.now, together.before);
  return section(
    'What changed, and why',
    paragraph(
      prose`What these members received in the period ${changePhrase(sheet, together)}.`,
      factSize(change) === 0 ? null : changedMembersPhrase(members, 'more', context),
      factSize(change) === 0 ? null : changedMembersPhrase(members, 'less', context),
      backToUsualSentence(members, context),
    ),
  );
}

function changedMembersPhrase(
  members: readonly MemberFigures[],
  way: 'more' | 'less',
  context: ReportContext,
): Span[] | null {
  const sign = way === 'more' ? 1 : -1;
  const changed = members
    .filter(({ now, before }) => sign * (now.creditCents - before.creditCents) > 0)
    .toSorted((left, right) => sign * (changeOf(right) - changeOf(left)))
    .slice(0, MAX_NAMED_CHANGES)
    .map((figures) => {
      const { credits } = memberFigureFacts(figures, context);
      const difference = context.sheet.difference(
        `${credits.label}, difference`,
        credits.now,
        credits.before ?? credits.now,
      );
      return prose`${memberPhrase(context.sheet, figures.member)} by ${compactWithoutSign(difference)}`;
    });
  if (changed.length === 0) return null;
  return prose`The largest ${way === 'more' ? 'rises' : 'falls'}: ${joinWithAnd(changed)}.`;
}

/** Members whose credits fell need no call when a large amount came only once. */
function backToUsualSentence(members: readonly MemberFigures[], context: ReportContext): Span[] | null {
  const fell = members.filter((figures) => changeOf(figures) < 0);
  const isAsUsual = (figures: MemberFigures) => {
    const { verdict } = memberFigureFacts(figures, context);
    return verdict === 'about' || verdict === 'above';
  };
  if (fell.length === 0 || !fell.every(isAsUsual) || context.scope.period.lastDay !== context.scope.asOf)
    return null;
  return prose`Whoever fell is at the usual month again: what fell away were large amounts that came once.`;
}

const changeOf = ({ now, before }: MemberFigures) => now.creditCents - before.creditCents;

const MAX_CHARTED_MEMBERS = 10;

function vipMembersSection({ members }: VipData, context: ReportContext): ReportSection | null {
  if (members.length === 0) return null;
  const rows = members.map((figures) => ({
    figures,
    facts: memberFigureFacts(figures, context),
    cells: memberCells(context.sheet, figures.member),
  }));
  const drawn = rows.filter(({ facts }) => facts.usual !== null).slice(0, MAX_CHARTED_MEMBERS);
  return section(
    'The members against their own usual month',
    table(
      'VIP members, the largest usual month first',
      [
        'Member',
        'Account',
        right('Monthly income'),
        right('Usual month'),
        right('Last days'),
        right('Against usual'),
        'Paid mostly by',
        'Risk',
      ],
      rows.map(({ figures, facts: { income, usual, lately, againstUsual, mainSource }, cells }) => [
        ...cells,
        income,
        usual,
        lately,
        againstUsual,
        mainSource,
        figures.risk,
      ]),
    ),
    chartOf({
      title: 'Credits of the last days beside the usual month',
      type: 'bar',
      unit: 'money',
      categories: drawn.map(({ cells }) => cells[0]),
      series: [
        { name: 'Usual month', values: drawn.map(({ facts }) => facts.usual ?? facts.lately) },
        { name: 'Last days', values: drawn.map(({ facts }) => facts.lately) },
      ],
    }),
  );
}

const MAX_NAMED_IN_HEADLINE = 3;

export const vipMemberAnalysis: ReportComposer<VipData> = {
  type: 'vip_member_analysis',
  purpose:
    'How the members with the most regular income are doing against their own usual month, and who may be leaving.',
  compose(data, context) {
    return reportOf(headline(data, context), [
      vipChangesSection(data, context),
      vipMembersSection(data, context),
      risksSection(
        {
          sentence: prose`Open alerts of high and medium risk on these members. Each is a possible pattern until somebody has decided it; a good member may be its victim.`,
          caption: 'Open alerts on VIP members',
        },
        data.alerts,
        context,
      ),
      actionsSection(vipActions(data, context)),
      dataLimitsSection(data.flows, [method(data, context)], context),
    ]);
  },
};

function headline({ members, yearCents, vipYearCents }: VipData, context: ReportContext): Span[] {
  const { scope, sheet } = context;
  const [first] = members;
  if (first === undefined)
    return prose`No member has had regular credits in the year up to the end of the ledger.`;
  const number = sheet
    .from('Members with regular credits and the most of them', scope.asOf)
    .count('VIP members', members.length);
  const all = sheet
    .from('Figures of the member list', scope.asOf)
    .money('Credits of the year, all members', yearCents);
  const own = sheet
    .from('Figures of the member list', scope.asOf)
    .money('Credits of the year, VIP members', vipYearCents);
  const part = sheet.partOf('Part of the year’s credits that VIP members received', own, all);
  const received = prose`received ${strong(part ?? own)}${part === null ? '' : ' of the year’s credits'}`;
  const opening =
    members.length === 1
      ? prose`${memberPhrase(sheet, first.member)}, the only member with regular credits, ${received}.`
      : prose`The ${number} members with the most regular credits ${received}.`;
  return sentences(opening, behindUsualSentence(members, context));
}

function behindUsualSentence(members: readonly MemberFigures[], context: ReportContext): Span[] | null {
  const below = members.filter((figures) => memberFigureFacts(figures, context).verdict === 'below');
  const days = comparedDaysFact(context);
  const known = members.filter(({ normal }) => normal !== null);
  if (known.length === 0) return prose`There is no usual month yet to compare with.`;
  if (below.length === 0)
    return prose`${members.length === 1 ? 'The member did not fall' : 'None of them fell'} behind the usual month in the last ${days} days of the ledger.`;
  if (members.length === 1)
    return prose`In the last ${days} days of the ledger clearly less came in than in a usual month.`;
  const number = context.sheet
    .from('Last days against the median month', context.scope.asOf)
    .count('VIP members behind their usual month', below.length);
  const names = below
    .slice(0, MAX_NAMED_IN_HEADLINE)
    .map(({ member }) => memberPhrase(context.sheet, member));
  const some =
    below.length > MAX_NAMED_IN_HEADLINE
      ? prose`, among them ${joinWithAnd(names)}`
      : prose`: ${joinWithAnd(names)}`;
  return prose`In the last ${days} days of the ledger ${number} of them received clearly less than in a usual month${some}.`;
}

function method({ leastMonths }: VipData, context: ReportContext): Span[] {
  const months = context.sheet
    .from('Definition of this report')
    .count('Months with credits from which on credits are regular', leastMonths);
  const about = context.sheet
    .from('Definition of the own normal')
    .share('Difference up to which a month is about as usual', USUAL_TOLERANCE_PERCENT / 100);
  return prose`VIP is who had credits in ${withNoun(months, 'month')} of the year or more, and of these the largest by their usual month, so that a large amount that came once counts little. The usual month is the median of the last whole months, as the member’s page shows it; clearly less or more means by over ${about}. Both are of the end of the ledger, whatever the period.`;
}
