import type { ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import type { Stated } from '../../fact-sheet.ts';
import { paragraph, prose, sentences, strong } from '../../prose.ts';
import type { ReportComposer, ReportContext } from '../../report-composer.ts';
import { actionsSection } from '../../topics/actions-section.ts';
import { alertLinks, alertsTable } from '../../topics/alerts-told.ts';
import { limitsSection } from '../../topics/limits.ts';
import type { Concentration } from '../../topics/members/concentration.ts';
import { bandsTable, concentrationSentences, halfPart } from '../../topics/members/concentration-told.ts';
import { memberWords } from '../../topics/members/member-words.ts';
import type { Standing } from '../../topics/members/standing.ts';
import { statedStanding } from '../../topics/members/stated-standing.ts';
import { moversBlocks } from '../../topics/movers-table.ts';
import { noted } from '../../topics/noted.ts';
import { movedTo } from '../../topics/pair-words.ts';
import { reportOf, section } from '../../topics/sections.ts';
import { statedFlows } from '../../topics/stated-flows.ts';
import { highValueActions } from './actions.ts';
import type { HighValueData } from './high-value-data.ts';
import { topSection } from './top-section.ts';

const MOST_CHANGES = 6;

/** Whose money comes in, how much rests on how few, and whom to care for. */
export const highValueCustomers: ReportComposer<HighValueData> = {
  type: 'high_value_customers',
  purpose:
    'The members with the most money coming in, how much rests on how few of them, and whom to care for.',
  compose(data, context) {
    return reportOf(headline(data, context), [
      topSection(data, context),
      concentrationSection(data, context),
      changedSection(data, context),
      risksSection(data, context),
      actionsSection(highValueActions(data, context)),
      limitsSection(
        data.flows,
        [
          prose`Value is measured by what came into the account by ACH, not by balances, loans or fees. Business accounts are members as well and receive more than persons do.`,
        ],
        context,
      ),
    ]);
  },
};

/** What the listed members received together. */
function together(top: readonly Standing[], { asked, sheet }: ReportContext): Stated {
  return sheet.money(
    noted('Credits of the members listed', 'Sum over the members with the most credits', asked.period),
    top.reduce((cents, { now }) => cents + now.creditCents, 0),
  );
}

function headline({ top, concentration, flows }: HighValueData, context: ReportContext): Span[] {
  const [first] = top;
  if (first === undefined) return prose`No member received money in the period.`;
  const { sheet } = context;
  const credits = statedFlows(flows, context).credits.now;
  const number = sheet.count(
    noted('Members listed', 'Members with the most credits', context.asked.period),
    top.length,
  );
  const part = sheet.partOf(
    'Part of all credits that the members listed received',
    together(top, context),
    credits,
  );
  const own = statedStanding(first, context).credits.now;
  const ownPart = sheet.partOf('Part of all credits that the first member received', own, credits);
  if (top.length === 1 || part === null || ownPart === null)
    return prose`${memberWords(sheet, first.member)} received all credits of the period, ${own}.`;
  return sentences(
    prose`${strong(part)} of all credits went to ${strong(number)} members, ${ownPart} to ${memberWords(sheet, first.member)} alone.`,
    concentrationSentences(concentration, context).length === 0 ? null : halfOf(concentration, context),
  );
}

function halfOf({ halfMembers, receiving }: Concentration, context: ReportContext): Span[] {
  const { asked, sheet } = context;
  const source = 'Credits in the daily totals of accounts';
  const half = sheet.count(
    noted('Members who together received half of all credits', source, asked.period),
    halfMembers,
  );
  const all = sheet.count(noted('Members with credits', source, asked.period), receiving);
  return prose`${halfPart(context)} of the money rests on ${half} of ${all} members who received any.`;
}

function concentrationSection(
  { concentration }: HighValueData,
  context: ReportContext,
): ReportSection | null {
  const told = concentrationSentences(concentration, context);
  return told.length === 0
    ? null
    : section('How much rests on how few', paragraph(told), bandsTable(concentration, context));
}

function changedSection(
  { flows, contributions, top, former }: HighValueData,
  context: ReportContext,
): ReportSection | null {
  const { credits } = statedFlows(flows, context);
  if (credits.before === null) return null;
  return section(
    'What changed, and why',
    paragraph(
      prose`All credits ${movedTo(context.sheet, credits)}.`,
      stayedSentence({ top, former }, context),
    ),
    ...moversBlocks(
      { direction: 'credits', kind: 'members', most: MOST_CHANGES },
      { contributions, total: credits },
      context,
    ),
  );
}

/** Large amounts often come once: how many of the largest were among the largest before. */
function stayedSentence(
  { top, former }: Pick<HighValueData, 'top' | 'former'>,
  { asked, sheet }: ReportContext,
): Span[] | null {
  if (top.length < 2 || former.length === 0) return null;
  const known = new Set(former.map(({ member }) => member.accountNumber));
  const stayed = top.filter(({ member }) => known.has(member.accountNumber)).length;
  const source = 'Members with the most credits of both periods';
  const listed = sheet.count(
    noted('Members listed', 'Members with the most credits', asked.period),
    top.length,
  );
  if (stayed === 0)
    return prose`None of the ${listed} members listed above was among the largest of the period before.`;
  const number = sheet.count(
    noted('Members listed who were among the largest before', source, asked.period),
    stayed,
  );
  return prose`Of the ${listed} members listed above, ${number} ${stayed === 1 ? 'was' : 'were'} among the largest of the period before as well; for the others a large amount came once, or is new.`;
}

function risksSection({ alerts }: HighValueData, context: ReportContext): ReportSection | null {
  if (alerts.length === 0) return null;
  return section(
    'Risks',
    paragraph(
      prose`Open alerts of high and medium risk on the members listed. Each is a possible pattern until somebody has decided it.`,
    ),
    alertsTable('Open alerts on the members with the most credits', alerts, context),
    alertLinks(alerts),
  );
}
