import { addDays, isLastDayOfMonth, type Month, monthOf } from '../../calendar/day.ts';
import { ACTIVITY_BANDS, type ActivityBand, MODERATE_DAYS, RECENT_DAYS } from '../../members/member-bands.ts';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import { changePhrase, isComparable, pairsFrom } from '../compared-facts.ts';
import { type CitedFact, factSize } from '../fact-sheet.ts';
import { formatReportDay, formatReportMonth } from '../format-fact.ts';
import { paragraph, right, rowChart, section, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { compactWithoutSign, joinWithAnd, prose, sentences, strong, withNoun } from '../report-sentences.ts';
import {
  type CreditConcentration,
  concentrationBlocks,
  memberCells,
  memberPhrase,
} from '../sections/member-figures.ts';
import {
  allMembersFact,
  billsAboveIncomeFact,
  financialStrainSection,
  highRiskMemberFacts,
  highRiskMembersSection,
  type MemberRisk,
  membersAtRiskFact,
  riskActions,
  riskChangesSection,
  riskLevelsSection,
  riskMethod,
} from '../sections/member-risk-sections.ts';
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
import { type Transfers, transferRoutesSection } from '../sections/transfer-sections.ts';
import { pairCells, reportType } from './report-type.ts';

const activeMonthFacts = ({ month, active }: { month: Month; active: number }, { sheet }: ReportContext) => ({
  month: sheet.from('Months through the end of the period').month('Month', month),
  active: sheet
    .from('Accounts with at least one credit or debit in the month')
    .count(`Active members, ${formatReportMonth(month)}`, active),
});

const activeMembersChart = (months: readonly ReturnType<typeof activeMonthFacts>[]) =>
  rowChart(['Active members by month', 'line', 'count'], months, ({ month }) => month, {
    Active: ({ active }) => active,
  });

export interface MemberGrowthData {
  flows: Flows;
  membership: Membership;
}

export interface MemberRiskData {
  flows: Flows;
  risk: MemberRisk;
}

export interface CompleteMemberData extends MemberGrowthData, MemberRiskData {
  /** Members grouped by the age of their last entry at the end of the ledger. */
  activity: Readonly<Record<ActivityBand, number>>;
  concentration: CreditConcentration;
  payers: readonly { company: string; nowCents: Cents; beforeCents: Cents; members: number }[];
  transfers: Transfers;
}

export const completeMemberIntelligence = reportType<CompleteMemberData>({
  type: 'complete_member_intelligence',
  purpose:
    'What the ledger shows about all members: activity, income, bills, risk and transfers to other institutions.',
  headline({ membership, risk }, context) {
    const { active } = membershipFacts(membership, context);
    if (risk.members === 0) return prose`The ledger has no members yet.`;
    const all = allMembersFact(risk, context);
    const high = membersAtRiskFact(risk, 'high', context);
    const over = billsAboveIncomeFact(risk, context);
    const number = risk.levels.high.members;
    const risky =
      number === 0 ? prose`None is at high risk` : prose`${strong(high)} ${number === 1 ? 'is' : 'are'} at high risk`;
    return sentences(
      active.before === null
        ? prose`${active.now} of ${withNoun(all, 'member')} moved money in the period.`
        : prose`The number of active members ${changePhrase(context.sheet, active)}, out of ${withNoun(all, 'member')}.`,
      prose`${risky}${risk.strain.over === 0 ? '' : prose`, and ${over} paid out more than they received over the year`}.`,
    );
  },
  sections: [
    ({ membership }, context) => membershipChangeSection(membership, context),
    ({ activity, membership }, context) => {
      if (ACTIVITY_BANDS.every((band) => activity[band] === 0)) return null;
      const { scope, sheet } = context;
      const last = sheet.from('Last activity in the member list', scope.asOf);
      const { count } = sheet.from('Activity bands in the member list');
      const recent = count('Days since the last entry, recent', RECENT_DAYS);
      const moderate = count('Days since the last entry, moderate', MODERATE_DAYS);
      const lasts = [
        activity.recent > 0 &&
          prose`${last.count('Members active recently', activity.recent)} within the last ${recent} days of the ledger`,
        activity.moderate > 0 &&
          prose`${last.count('Members active less recently', activity.moderate)} within ${moderate} days`,
        activity.old > 0 && prose`${last.count('Members active long ago', activity.old)} longer ago`,
      ].filter((words) => words !== false);
      return section(
        'Activity',
        paragraph(prose`Last member activity: ${joinWithAnd(lasts)}.`),
        activeMembersChart(membership.months.map((month) => activeMonthFacts(month, context))),
      );
    },
    ({ concentration }, context) =>
      section('Income and concentration of credits', concentrationBlocks(concentration, context)),
    ({ payers }, context) => {
      if (payers.length === 0) return null;
      const { sheet } = context;
      return section(
        'Who pays members',
        table(
          'Companies that paid members the most in the period',
          ['Company', right('Credits'), right('Previous period'), right('Change'), right('Members ever paid')],
          payers.map(({ company, nowCents, beforeCents, members }) => {
            const pairs = pairsFrom(context, 'Sum of credits in the daily totals of companies');
            const paid = pairs.money(`Credits for ${company}`, nowCents, beforeCents);
            return [
              sheet.entryCompany(company),
              ...pairCells(sheet, paid),
              sheet.from('Accounts with credits from the company').count(`Members that ${company} ever paid`, members),
            ];
          }),
        ),
      );
    },
    ({ risk }, context) => financialStrainSection(risk, context),
    ({ risk }, context) => riskLevelsSection(risk, context),
    ({ risk }, context) => highRiskMembersSection(risk, context),
    ({ transfers }, context) => transferRoutesSection(transfers, context),
  ],
  actions: [
    ({ risk }, context) => riskActions(risk, context),
    ({ membership }, context) => growthActions(membership, context),
  ],
  method: (_data, context) => [
    ...riskMethod(context),
    prose`Monthly income and bills come from the member list: monthly averages of all credits and all debits in the last year of the ledger. Not every credit is income.`,
  ],
});

/**
 * In a new ledger, every account is new, so the chart of new members starts this many days after the
 * ledger's first day.
 */
const NEW_MEMBERS_CHARTED_AFTER_DAYS = 180;

export const memberGrowthAnalysis = reportType<MemberGrowthData>({
  type: 'member_growth_analysis',
  purpose:
    'Whether the number of active members is growing: who joined, who returned, who went quiet, and through which companies.',
  headline({ membership }, context) {
    const { active, newMembers, returned, quiet } = membershipFacts(membership, context);
    if (membership.active === 0 && membership.activeBefore === 0) return prose`No member moved money in the period.`;
    if (!isComparable(context.scope))
      return prose`${strong(withNoun(active.now, 'member'))} moved money in the period; there is no full previous period to compare with.`;
    const first = prose`${strong('Active members')} ${changePhrase(context.sheet, active)}.`;
    const came = [
      canIdentifyNewMembers(context.scope) &&
        membership.newMembers > 0 &&
        prose`${withNoun(newMembers.now, 'member')} ${membership.newMembers === 1 ? 'was' : 'were'} new`,
      membership.returned > 0 && prose`${returned} returned after a pause`,
      membership.quiet > 0 && prose`${quiet} went quiet`,
    ].filter((words) => words !== false);
    return came.length === 0 ? first : sentences(first, prose`In the period, ${joinWithAnd(came)}.`);
  },
  sections: [
    ({ membership }, context) => membershipChangeSection(membership, context),
    ({ membership, flows }, context) => {
      if (!canIdentifyNewMembers(context.scope) || membership.newMembers === 0) return null;
      const { sheet } = context;
      const { newMembers, newMemberCredits } = membershipFacts(membership, context);
      const credits = flowFacts(flows, context).credits.now;
      const part = sheet.partOf('Share of all credits that went to new members', newMemberCredits, credits);
      return section(
        'New members',
        paragraph(
          prose`The number of new members ${changePhrase(sheet, newMembers)}.`,
          membership.arrivedCents === 0
            ? prose`None of them has received money by ACH yet.`
            : prose`They received ${compactWithoutSign(newMemberCredits)}${part === null ? '' : prose`, ${part} of all credits`}.`,
        ),
        companiesTable(
          ['Companies that paid the most new members', 'New members paid', 'Accounts with credits from the company'],
          membership.arrivedThrough,
          context,
        ),
      );
    },
    ({ membership }, context) => {
      if (!isComparable(context.scope) || membership.quiet === 0) return null;
      const { scope, sheet } = context;
      const { quiet, quietCredits } = membershipFacts(membership, context);
      const quietMembers = membership.quietFirst.map((member) => {
        const facts = quietMemberFacts(member, context);
        const label = `Last entry for ${maskAccount(member.member.accountNumber)} through ${formatReportDay(scope.period.lastDay)}`;
        const last = sheet.from('Daily totals of the account').day(label, member.lastDay);
        return [...memberCells(sheet, member.member), facts.credits, facts.months, last];
      });
      return section(
        'Who went quiet',
        paragraph(
          prose`${withNoun(quiet, 'member')} active in the previous period moved no money in this period. They had received ${compactWithoutSign(quietCredits)} in the previous period.`,
        ),
        quietMembers.length === 0
          ? null
          : table(
              'Members gone quiet with the most credits in the previous period',
              ['Member', 'Account', right('Previous credits'), right('Months with credits'), 'Last entry'],
              quietMembers,
            ),
        companiesTable(
          [
            'Companies that paid the members who went quiet',
            'Members gone quiet',
            'Accounts with credits from the company in the previous period that moved no money',
          ],
          membership.quietThrough,
          context,
        ),
      );
    },
    ({ membership: { months } }, context) => {
      if (months.length < 2) return null;
      const { scope, sheet } = context;
      const facts = months.map(({ newMembers, ...month }) => ({
        ...activeMonthFacts(month, context),
        newMembers: sheet
          .from('Accounts whose first entry is dated in the month')
          .count(`New members, ${formatReportMonth(month.month)}`, newMembers),
      }));
      const chartedFrom = monthOf(addDays(scope.firstDay, NEW_MEMBERS_CHARTED_AFTER_DAYS));
      const lastDay = sheet.from('Report request').day('Last day of the period', scope.period.lastDay);
      const first = sheet.from('Oldest dated entry').day('First day of the ledger', scope.firstDay);
      const isCut = months[0]?.month === monthOf(scope.firstDay) && !scope.firstDay.endsWith('-01');
      return section(
        'Month by month',
        activeMembersChart(facts),
        rowChart(
          ['New members by month', 'bar', 'count'],
          facts.filter((_facts, index) => (months[index]?.month ?? '') > chartedFrom),
          ({ month }) => month,
          { New: ({ newMembers }) => newMembers },
        ),
        paragraph(
          isCut ? prose`The first month begins on ${first}, the first day of the ledger.` : null,
          isLastDayOfMonth(scope.period.lastDay) ? null : prose`The last month ends on ${lastDay}.`,
        ),
      );
    },
  ],
  actions: [({ membership }, context) => growthActions(membership, context)],
  method(_data, { scope, sheet }) {
    const { count } = sheet.from('Definition used in this report');
    const days = count('Days of ledger history needed to identify a new member', NEW_AFTER_DAYS);
    return [
      prose`Active members had a credit or a debit. A first entry counts as a new member when the ledger goes back at least ${days} days before the period; an existing account without earlier ACH entries also looks new, more often in a short ledger.`,
      !canIdentifyNewMembers(scope) &&
        prose`This ledger does not go back that far, so first entries are counted but say little about new members.`,
    ];
  },
});

function companiesTable(
  [caption, what, source]: readonly [caption: string, what: string, source: string],
  companies: readonly CompanyOfNewOrQuietMembers[],
  { scope, sheet }: ReportContext,
) {
  const rows = companies.map(({ company, members }): [CitedFact, CitedFact] => [
    sheet.entryCompany(company),
    sheet.from(source, scope.period).count(`${what}, ${company}`, members),
  ]);
  if (rows.every(([, members]) => factSize(members) === 0)) return null;
  return table(caption, ['Company', right('Members')], rows);
}

export const memberRiskAnalysis = reportType<MemberRiskData>({
  type: 'member_risk_analysis',
  purpose: 'Which members are at risk, why, and which to review first.',
  headline({ risk }, context) {
    const {
      members,
      levels,
      watched: [first],
    } = risk;
    const { scope, sheet } = context;
    const all = allMembersFact(risk, context);
    const day = sheet.from('Ledger').day('Newest posting day', scope.asOf);
    const high = membersAtRiskFact(risk, 'high', context);
    const medium = membersAtRiskFact(risk, 'medium', context);
    if (levels.high.members + levels.medium.members === 0)
      return members === 1
        ? prose`The only member is at low risk as of ${day}.`
        : prose`None of the ${withNoun(all, 'member')} is above low risk as of ${day}.`;
    const opening = prose`Of ${withNoun(all, 'member')}, ${strong(prose`${high} ${levels.high.members === 1 ? 'is' : 'are'} at high risk`)} and ${medium} at medium risk as of ${day}.`;
    if (first === undefined) return opening;
    const { high: open, type, amount } = highRiskMemberFacts(first, context);
    const alerts = first.openHigh > 0 ? withNoun(open, 'open high-risk alert') : 'alerts in several categories';
    return sentences(
      opening,
      prose`Review ${memberPhrase(sheet, first.member)} first: ${alerts}. Start with the alert for possible ${type}, ${amount}.`,
    );
  },
  sections: [
    ({ risk }, context) => highRiskMembersSection(risk, context),
    ({ risk }, context) => riskChangesSection(risk, context),
    ({ risk }, context) => riskLevelsSection(risk, context),
    ({ risk }, context) => financialStrainSection(risk, context),
  ],
  actions: [({ risk }, context) => riskActions(risk, context)],
  method: (_data, context) => riskMethod(context),
});
