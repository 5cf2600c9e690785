import type { ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { changePhrase, growthFact, isComparable, pairSeries } from '../compared-facts.ts';
import type { CitedFact } from '../fact-sheet.ts';
import { actionsSection, chartOf, paragraph, right, section, table } from '../report-blocks.ts';
import { type ReportComposer, type ReportContext, reportOf } from '../report-composer.ts';
import { dataLimitsSection } from '../report-data-limits.ts';
import { amountOrNothing, compactWithoutSign, prose, sentences, strong } from '../report-sentences.ts';
import { alertPhrase, type ReportedAlert } from '../sections/alert-facts.ts';
import { risksSection } from '../sections/alert-sections.ts';
import { contributorsBlocks } from '../sections/change-contributors.ts';
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
import type { MoneyData } from '../sections/what-changed-section.ts';

export interface HighValueData extends Pick<MoneyData, 'flows' | 'contributions'> {
  concentration: CreditConcentration;
  top: readonly MemberFigures[];
  former: readonly MemberFigures[];
  /** Their open alerts of high and medium risk, whatever the day. */
  alerts: readonly ReportedAlert[];
}

/** One member with this share of all credits is a risk to the institution. */
const HEAVY_SHARE = 0.1;
const MAX_NAMED_MEMBERS = 3;

function highValueActions(data: HighValueData, context: ReportContext): (Span[] | null)[] {
  const { top, former, alerts } = data;
  const first = alerts[0];
  return [
    first === undefined
      ? null
      : prose`Fraud analysts: review ${alertPhrase(first, context)} before anybody calls the member.`,
    ...behindUsualActions(former, context).slice(0, MAX_NAMED_MEMBERS),
    concentrationAction(data, context),
    newTopMembersAction(top, context),
  ];
}

/** Of the largest members of the previous period, those now below their usual month. */
function behindUsualActions(former: readonly MemberFigures[], context: ReportContext): Span[][] {
  if (!isComparable(context.scope)) return [];
  const days = comparedDaysFact(context);
  return former
    .filter((figures) => figures.openHigh === 0 && memberFigureFacts(figures, context).verdict === 'below')
    .map((figures) => {
      const { lately, usual, mainSource } = memberFigureFacts(figures, context);
      const payer = mainSource === null ? '' : prose`; most of the year’s money came from ${mainSource}`;
      return prose`Member services: call ${memberPhrase(context.sheet, figures.member)}, who received ${amountOrNothing(lately)} in the last ${days} days of the ledger against ${compactWithoutSign(usual ?? lately)} in a usual month${payer}.`;
    });
}

function concentrationAction({ top, flows }: HighValueData, context: ReportContext): Span[] | null {
  const [first, second] = top;
  if (first === undefined || second === undefined) return null;
  if (first.now.creditCents < HEAVY_SHARE * flows.now.creditCents) return null;
  const { credits, mainSource } = memberFigureFacts(first, context);
  const payer = mainSource === null ? '' : prose`, most of it paid by ${mainSource}`;
  return prose`Management: plan for the day on which ${memberPhrase(context.sheet, first.member)} leaves: ${compactWithoutSign(credits.now)} came in for this member alone${payer}.`;
}

function newTopMembersAction(top: readonly MemberFigures[], context: ReportContext): Span[] | null {
  if (!isComparable(context.scope)) return null;
  const firsts = top.filter(({ now, before }) => before.creditCents === 0 && now.creditCents > 0);
  const [first] = firsts;
  if (first === undefined) return null;
  const number = context.sheet
    .from('Members with the most credits', context.scope.period)
    .count('Listed members without credits in the period before', firsts.length);
  const { credits, mainSource } = memberFigureFacts(first, context);
  const payer = mainSource === null ? '' : prose` from ${mainSource}`;
  const listed = firsts.length === 1 ? prose`the listed member` : prose`the ${number} listed members`;
  return prose`Relationship officers: get to know ${listed} who received nothing in the period before${firsts.length === 1 ? ':' : ', beginning with'} ${memberPhrase(context.sheet, first.member)}, now ${compactWithoutSign(credits.now)}${payer}.`;
}

function topMembersSection({ top }: HighValueData, context: ReportContext): ReportSection | null {
  if (top.length === 0) return null;
  const rows = top.map((figures) => ({ figures, facts: memberFigureFacts(figures, context) }));
  const isCompared = rows.some(({ facts }) => facts.credits.before !== null);
  return section(
    'Members with the most credits',
    table(
      'Members by credits of the period',
      [
        'Member',
        'Account',
        right('Credits'),
        isCompared && right('Before'),
        isCompared && right('Change'),
        right('Debits'),
        'Paid mostly by',
        'Risk',
      ],
      rows.map(({ figures, facts: { credits, debits, mainSource } }) => [
        ...memberCells(context.sheet, figures.member),
        credits.now,
        isCompared && credits.before,
        isCompared && growthFact(context.sheet, credits),
        debits.now,
        mainSource,
        figures.risk,
      ]),
    ),
    chartOf({
      title: 'Credits of the members listed',
      type: 'bar',
      unit: 'money',
      categories: rows.map(({ figures }) => memberCells(context.sheet, figures.member)[0]),
      series: pairSeries(
        rows.map(({ facts }) => facts.credits),
        'Period',
      ),
    }),
  );
}

const MAX_CHANGES = 6;

export const highValueCustomers: ReportComposer<HighValueData> = {
  type: 'high_value_customers',
  purpose:
    'The members with the most money coming in, how much rests on how few of them, and whom to care for.',
  compose(data, context) {
    return reportOf(headline(data, context), [
      topMembersSection(data, context),
      section('How much rests on how few', concentrationBlocks(data.concentration, context)),
      changedSection(data, context),
      risksSection(
        {
          sentence: prose`Open alerts of high and medium risk on the members listed. Each is a possible pattern until somebody has decided it.`,
          caption: 'Open alerts on the members with the most credits',
        },
        data.alerts,
        context,
      ),
      actionsSection(highValueActions(data, context)),
      dataLimitsSection(
        data.flows,
        [
          prose`Value is measured by what came into the account by ACH, not by balances, loans or fees. Business accounts are members as well and receive more than persons do.`,
        ],
        context,
      ),
    ]);
  },
};

function totalOfTopMembers(top: readonly MemberFigures[], { scope, sheet }: ReportContext): CitedFact {
  return sheet.from('Sum over the members with the most credits', scope.period).money(
    'Credits of the members listed',
    top.reduce((cents, { now }) => cents + now.creditCents, 0),
  );
}

function headline({ top, concentration, flows }: HighValueData, context: ReportContext): Span[] {
  const [first] = top;
  if (first === undefined) return prose`No member received money in the period.`;
  const { sheet } = context;
  const credits = flowFacts(flows, context).credits.now;
  const number = sheet
    .from('Members with the most credits', context.scope.period)
    .count('Members listed', top.length);
  const part = sheet.partOf(
    'Part of all credits that the members listed received',
    totalOfTopMembers(top, context),
    credits,
  );
  const own = memberFigureFacts(first, context).credits.now;
  const ownPart = sheet.partOf('Part of all credits that the first member received', own, credits);
  if (top.length === 1 || part === null || ownPart === null)
    return prose`${memberPhrase(sheet, first.member)} received all credits of the period, ${own}.`;
  return sentences(
    prose`${strong(part)} of all credits went to ${strong(number)} members, ${ownPart} to ${memberPhrase(sheet, first.member)} alone.`,
    concentrationSentences(concentration, context).length === 0 ? null : halfOf(concentration, context),
  );
}

function halfOf({ halfMembers, receiving }: CreditConcentration, context: ReportContext): Span[] {
  const { scope, sheet } = context;
  const { count } = sheet.from('Credits in the daily totals of accounts', scope.period);
  const half = count('Members who together received half of all credits', halfMembers);
  const all = count('Members with credits', receiving);
  return prose`${halfShareFact(context)} of the money rests on ${half} of ${all} members who received any.`;
}

function changedSection({ flows, contributions, top, former }: HighValueData, context: ReportContext) {
  const { credits } = flowFacts(flows, context);
  if (credits.before === null) return null;
  return section(
    'What changed, and why',
    paragraph(
      prose`All credits ${changePhrase(context.sheet, credits)}.`,
      retainedMembersSentence({ top, former }, context),
    ),
    ...contributorsBlocks(
      { direction: 'credits', kind: 'members', most: MAX_CHANGES },
      { contributions, total: credits },
      context,
    ),
  );
}

/** Large amounts often come once, so few of the largest may have been so before. */
function retainedMembersSentence(
  { top, former }: Pick<HighValueData, 'top' | 'former'>,
  { scope, sheet }: ReportContext,
): Span[] | null {
  if (top.length < 2 || former.length === 0) return null;
  const known = new Set(former.map(({ member }) => member.accountNumber));
  const stayed = top.filter(({ member }) => known.has(member.accountNumber)).length;
  const source = 'Members with the most credits of both periods';
  const listed = sheet
    .from('Members with the most credits', scope.period)
    .count('Members listed', top.length);
  if (stayed === 0)
    return prose`None of the ${listed} members listed above was among the largest of the period before.`;
  const number = sheet
    .from(source, scope.period)
    .count('Members listed who were among the largest before', stayed);
  return prose`Of the ${listed} members listed above, ${number} ${stayed === 1 ? 'was' : 'were'} among the largest of the period before as well; for the others a large amount came once, or is new.`;
}
