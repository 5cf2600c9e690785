import type { Block, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { addDays, isLastDayOfMonth, monthOf } from '../../calendar/day.ts';
import { maskAccount } from '../../members/member-names.ts';
import { changePhrase, isComparable } from '../compared-facts.ts';
import { factSize } from '../fact-sheet.ts';
import { formatReportDay, formatReportMonth } from '../format-fact.ts';
import { actionsSection, chartOf, paragraph, right, section, table } from '../report-blocks.ts';
import { type ReportComposer, type ReportContext, reportOf } from '../report-composer.ts';
import { dataLimitsSection } from '../report-data-limits.ts';
import { compactWithoutSign, joinWithAnd, prose, sentences, strong, withNoun } from '../report-sentences.ts';
import { memberCells } from '../sections/member-figures.ts';
import {
  type CompanyOfNewOrQuietMembers,
  canIdentifyNewMembers,
  growthActions,
  type Membership,
  membershipChangeSection,
  membershipFacts,
  NEW_AFTER_DAYS,
  quietMemberFacts,
} from '../sections/membership-sections.ts';
import { type Flows, flowFacts } from '../sections/money-flow-sections.ts';

function newMembersSection(
  { membership, flows }: { membership: Membership; flows: Flows },
  context: ReportContext,
): ReportSection | null {
  if (!canIdentifyNewMembers(context.scope) || membership.newMembers === 0) return null;
  const { newMembers, newMemberCredits } = membershipFacts(membership, context);
  const part = context.sheet.partOf(
    'Part of all credits that went to new members',
    newMemberCredits,
    flowFacts(flows, context).credits.now,
  );
  return section(
    'Who came',
    paragraph(
      prose`The number of new members ${changePhrase(context.sheet, newMembers)}.`,
      membership.arrivedCents === 0
        ? prose`None of them received money by ACH yet.`
        : prose`They received ${compactWithoutSign(newMemberCredits)}${part === null ? '' : prose`, ${part} of all credits`}.`,
    ),
    companiesTable(
      {
        caption: 'Companies that paid most new members',
        what: 'New members paid',
        source: 'Accounts with credits of the company',
      },
      membership.arrivedThrough,
      context,
    ),
  );
}

function quietMembersSection(membership: Membership, context: ReportContext): ReportSection | null {
  if (!isComparable(context.scope) || membership.quiet === 0) return null;
  const { quiet, quietCredits } = membershipFacts(membership, context);
  return section(
    'Who went quiet',
    paragraph(
      prose`${withNoun(quiet, 'member')} of the period before moved no money in this one. ${membership.quiet === 1 ? 'It' : 'They'} had received ${compactWithoutSign(quietCredits)} then.`,
    ),
    quietTable(membership, context),
    companiesTable(
      {
        caption: 'Companies whose paid members went quiet',
        what: 'Members gone quiet',
        source: 'Accounts with credits of the company in the period before and no money',
      },
      membership.quietThrough,
      context,
    ),
  );
}

function quietTable({ quietFirst }: Membership, context: ReportContext): Block | null {
  const { scope, sheet } = context;
  if (quietFirst.length === 0) return null;
  return table(
    'Members gone quiet with the most credits in the period before',
    ['Member', 'Account', right('Credits before'), right('Months with credits'), 'Last entry then'],
    quietFirst.map((quiet) => {
      const { credits, months } = quietMemberFacts(quiet, context);
      const label = `Last entry of ${maskAccount(quiet.member.accountNumber)} until ${formatReportDay(scope.period.lastDay)}`;
      const last = sheet.from('Daily totals of the account').day(label, quiet.lastDay);
      return [...memberCells(sheet, quiet.member), credits, months, last];
    }),
  );
}

function companiesTable(
  { caption, what, source }: { caption: string; what: string; source: string },
  companies: readonly CompanyOfNewOrQuietMembers[],
  { scope, sheet }: ReportContext,
): Block | null {
  const facts = companies.map(({ company, members }) => ({
    name: sheet.entryCompany(company),
    members: sheet.from(source, scope.period).count(`${what}, ${company}`, members),
  }));
  if (facts.every(({ members }) => factSize(members) === 0)) return null;
  return table(
    caption,
    ['Company', right('Members')],
    facts.map(({ name, members }) => [name, members]),
  );
}

/** In a young ledger every account is new, so the chart of new members starts this many days after its beginning. */
const NEW_MEMBERS_CHARTED_AFTER_DAYS = 180;

function activeMonthsSection({ months }: Membership, { scope, sheet }: ReportContext): ReportSection | null {
  if (months.length < 2) return null;
  const source = 'Accounts with at least one credit or debit in the month';
  const facts = months.map(({ month, active, newMembers }) => ({
    month: sheet.from('Months up to the end of the period').month('Month', month),
    active: sheet.from(source).count(`Active members, ${formatReportMonth(month)}`, active),
    newMembers: sheet
      .from('Accounts whose first entry is dated in the month')
      .count(`New members, ${formatReportMonth(month)}`, newMembers),
  }));
  const chartedFrom = monthOf(addDays(scope.firstDay, NEW_MEMBERS_CHARTED_AFTER_DAYS));
  const charted = facts.slice(months.findIndex(({ month }) => month > chartedFrom));
  const hasCharted = months.some(({ month }) => month > chartedFrom);
  const lastDay = sheet.from('Asked for').day('Last day of the period', scope.period.lastDay);
  const first = sheet.from('Oldest dated entry').day('First day of the ledger', scope.firstDay);
  const isCut = months[0]?.month === monthOf(scope.firstDay) && !scope.firstDay.endsWith('-01');
  return section(
    'Month by month',
    chartOf({
      title: 'Active members by month',
      type: 'line',
      unit: 'count',
      categories: facts.map(({ month }) => month),
      series: [{ name: 'Active', values: facts.map(({ active }) => active) }],
    }),
    !hasCharted
      ? null
      : chartOf({
          title: 'New members by month',
          type: 'bar',
          unit: 'count',
          categories: charted.map(({ month }) => month),
          series: [{ name: 'New', values: charted.map(({ newMembers }) => newMembers) }],
        }),
    paragraph(
      isCut ? prose`The first month begins with the ledger, on ${first}.` : null,
      isLastDayOfMonth(scope.period.lastDay) ? null : prose`The last month is counted up to ${lastDay}.`,
    ),
  );
}

export interface MemberGrowthData {
  flows: Flows;
  membership: Membership;
}

export const memberGrowthAnalysis: ReportComposer<MemberGrowthData> = {
  type: 'member_growth_analysis',
  purpose:
    'Whether active members become more or fewer: who came, who came back, who went quiet, and through whom.',
  compose(data, context) {
    return reportOf(headline(data.membership, context), [
      membershipChangeSection(data.membership, context),
      newMembersSection(data, context),
      quietMembersSection(data.membership, context),
      activeMonthsSection(data.membership, context),
      actionsSection(growthActions(data.membership, context)),
      dataLimitsSection(data.flows, limits(context), context),
    ]);
  },
};

function headline(membership: Membership, context: ReportContext): Span[] {
  const { active, newMembers, returned, quiet } = membershipFacts(membership, context);
  if (membership.active === 0 && membership.activeBefore === 0)
    return prose`No member moved money in the period.`;
  if (!isComparable(context.scope))
    return prose`${strong(withNoun(active.now, 'member'))} moved money in the period; there is no whole period before it to compare with.`;
  const first = prose`${strong('Active members')} ${changePhrase(context.sheet, active)}.`;
  const came = [
    canIdentifyNewMembers(context.scope) && membership.newMembers > 0
      ? prose`${withNoun(newMembers.now, 'member')} ${membership.newMembers === 1 ? 'was' : 'were'} new`
      : null,
    membership.returned > 0 ? prose`${returned} came back after a pause` : null,
    membership.quiet > 0 ? prose`${quiet} went quiet` : null,
  ].filter((words) => words !== null);
  return sentences(first, came.length === 0 ? null : prose`In the period ${joinWithAnd(came)}.`);
}

function limits(context: ReportContext): Span[][] {
  const { scope, sheet } = context;
  const days = sheet
    .from('Definition of this report')
    .count('Days of ledger needed to tell a new member', NEW_AFTER_DAYS);
  return [
    prose`Active is who had a credit or a debit. A first entry is taken for a new member when the ledger reaches back ${days} days or more before the period; an old account that ACH had not used before looks new all the same, the more often the younger the ledger.`,
    ...(canIdentifyNewMembers(scope)
      ? []
      : [
          prose`Here it does not reach back so far, so that first entries are counted but say little about new members.`,
        ]),
  ];
}
