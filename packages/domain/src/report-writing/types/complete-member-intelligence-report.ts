import type { ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { ACTIVITY_BANDS, type ActivityBand, MODERATE_DAYS, RECENT_DAYS } from '../../members/member-bands.ts';
import type { Cents } from '../../money/cents.ts';
import { changePhrase, growthFact, isComparable, periodPair } from '../compared-facts.ts';
import { formatReportMonth } from '../format-fact.ts';
import { actionsSection, chartOf, paragraph, right, section, table } from '../report-blocks.ts';
import { type ReportComposer, type ReportContext, reportOf } from '../report-composer.ts';
import { dataLimitsSection } from '../report-data-limits.ts';
import { joinWithAnd, prose, sentences, strong, withNoun } from '../report-sentences.ts';
import { type CreditConcentration, concentrationBlocks } from '../sections/member-figures.ts';
import {
  allMembersFact,
  billsAboveIncomeFact,
  financialStrainSection,
  highRiskMembersSection,
  type MemberRisk,
  membersAtRiskFact,
  riskActions,
  riskLevelsSection,
  riskMethod,
} from '../sections/member-risk-sections.ts';
import {
  growthActions,
  type Membership,
  membershipChangeSection,
  membershipFacts,
} from '../sections/membership-sections.ts';
import type { Flows } from '../sections/money-flow-sections.ts';
import { type Transfers, transferRoutesSection } from '../sections/transfer-sections.ts';

function activitySection(
  activity: Readonly<Record<ActivityBand, number>>,
  { months }: Membership,
  { scope, sheet }: ReportContext,
): ReportSection | null {
  const all = ACTIVITY_BANDS.reduce((sum, band) => sum + activity[band], 0);
  if (all === 0) return null;
  const source = 'Last activity in the member list';
  const of = (label: string, band: ActivityBand) =>
    sheet.from(source, scope.asOf).count(label, activity[band]);
  const recent = sheet
    .from('Definition of the member list')
    .count('Days since the last entry, recent', RECENT_DAYS);
  const moderate = sheet
    .from('Definition of the member list')
    .count('Days since the last entry, moderate', MODERATE_DAYS);
  const lasts = [
    activity.recent > 0
      ? prose`${of('Members active recently', 'recent')} within ${recent} days of the ledger’s end`
      : null,
    activity.moderate > 0
      ? prose`${of('Members active moderately lately', 'moderate')} within ${moderate} days`
      : null,
    activity.old > 0 ? prose`${of('Members active long ago', 'old')} longer ago` : null,
  ].filter((words) => words !== null);
  const drawn = months.map(({ month, active }) => ({
    month: sheet.from('Months up to the end of the period').month('Month', month),
    active: sheet
      .from('Accounts with at least one credit or debit in the month')
      .count(`Active members, ${formatReportMonth(month)}`, active),
  }));
  return section(
    'Activity',
    paragraph(prose`Last entries of members: ${joinWithAnd(lasts)}.`),
    chartOf({
      title: 'Active members by month',
      type: 'line',
      unit: 'count',
      categories: drawn.map(({ month }) => month),
      series: [{ name: 'Active', values: drawn.map(({ active }) => active) }],
    }),
  );
}

interface MemberPayer {
  company: string;
  nowCents: Cents;
  beforeCents: Cents;
  members: number;
}

function payersSection(payers: readonly MemberPayer[], context: ReportContext): ReportSection | null {
  if (payers.length === 0) return null;
  const { scope, sheet } = context;
  const isCompared = isComparable(scope);
  return section(
    'Who pays members',
    table(
      'Companies that paid members most in the period',
      [
        'Company',
        right('Credits'),
        isCompared && right('Period before'),
        isCompared && right('Change'),
        right('Members ever paid'),
      ],
      payers.map(({ company, nowCents, beforeCents, members }) => {
        const paid = periodPair({ scope, sheet }, 'money', {
          label: `Credits of ${company}`,
          source: 'Sum of credits in the daily totals of companies',
          now: nowCents,
          before: beforeCents,
        });
        return [
          sheet.entryCompany(company),
          paid.now,
          isCompared && paid.before,
          isCompared && growthFact(sheet, paid),
          sheet
            .from('Accounts with credits of the company')
            .count(`Members that ${company} ever paid`, members),
        ];
      }),
    ),
  );
}

export interface CompleteMemberData {
  flows: Flows;
  membership: Membership;
  /** Members by their last entry before the end of the ledger. */
  activity: Readonly<Record<ActivityBand, number>>;
  concentration: CreditConcentration;
  payers: readonly MemberPayer[];
  risk: MemberRisk;
  transfers: Transfers;
}

export const completeMemberIntelligence: ReportComposer<CompleteMemberData> = {
  type: 'complete_member_intelligence',
  purpose:
    'All that the ledger says of the members as a whole: activity, income, bills, risk and money elsewhere.',
  compose(data, context) {
    const { membership, risk, transfers } = data;
    return reportOf(headline(data, context), [
      membershipChangeSection(membership, context),
      activitySection(data.activity, membership, context),
      section('Income, and on how few it rests', concentrationBlocks(data.concentration, context)),
      payersSection(data.payers, context),
      financialStrainSection(risk, context),
      riskLevelsSection(risk, context),
      highRiskMembersSection(risk, context),
      transferRoutesSection(transfers, context),
      actionsSection([...riskActions(risk, context), ...growthActions(membership, context)]),
      dataLimitsSection(
        data.flows,
        [
          ...riskMethod(context),
          prose`Monthly income and bills are those of the member list: all credits and all debits of the year that ends with the ledger, by the month. Not every credit is income.`,
        ],
        context,
      ),
    ]);
  },
};

function headline({ membership, risk }: CompleteMemberData, context: ReportContext): Span[] {
  const { sheet } = context;
  const { active } = membershipFacts(membership, context);
  if (risk.members === 0) return prose`The ledger has no members yet.`;
  const all = allMembersFact(risk, context);
  const high = membersAtRiskFact(risk, 'high', context);
  const over = billsAboveIncomeFact(risk, context);
  const risky =
    risk.levels.high.members === 0
      ? prose`None is at high risk`
      : prose`${strong(high)} ${risk.levels.high.members === 1 ? 'is' : 'are'} at high risk`;
  return sentences(
    active.before === null
      ? prose`${active.now} of ${withNoun(all, 'member')} moved money in the period.`
      : prose`The number of active members ${changePhrase(sheet, active)}, of ${withNoun(all, 'member')} in all.`,
    risk.strain.over === 0
      ? prose`${risky}.`
      : prose`${risky}, and ${over} paid out more over the year than came in.`,
  );
}
