import type { Span } from '@clearwatch/contracts/ai-reports';
import { actionsSection } from '../report-blocks.ts';
import { type ReportComposer, type ReportContext, reportOf } from '../report-composer.ts';
import { dataLimitsSection } from '../report-data-limits.ts';
import { prose, sentences, strong, withNoun } from '../report-sentences.ts';
import { memberPhrase } from '../sections/member-figures.ts';
import {
  allMembersFact,
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
import type { Flows } from '../sections/money-flow-sections.ts';

export interface MemberRiskData {
  flows: Flows;
  risk: MemberRisk;
}

export const memberRiskAnalysis: ReportComposer<MemberRiskData> = {
  type: 'member_risk_analysis',
  purpose: 'Which members are at risk, why, and whom to look at first.',
  compose: ({ flows, risk }, context) =>
    reportOf(headline(risk, context), [
      highRiskMembersSection(risk, context),
      riskChangesSection(risk, context),
      riskLevelsSection(risk, context),
      financialStrainSection(risk, context),
      actionsSection(riskActions(risk, context)),
      dataLimitsSection(flows, riskMethod(context), context),
    ]),
};

function headline(risk: MemberRisk, context: ReportContext): Span[] {
  const { members, levels, watched } = risk;
  const { scope, sheet } = context;
  const all = allMembersFact(risk, context);
  const day = sheet.from('Ledger').day('Newest posting day', scope.asOf);
  const high = membersAtRiskFact(risk, 'high', context);
  const medium = membersAtRiskFact(risk, 'medium', context);
  if (levels.high.members + levels.medium.members === 0)
    return members === 1
      ? prose`The only member is at low risk as of ${day}.`
      : prose`None of the ${withNoun(all, 'member')} is above low risk as of ${day}.`;
  const opening = prose`Of ${withNoun(all, 'member')}, ${strong(prose`${high} ${levels.high.members === 1 ? 'is' : 'are'} at high risk`)} and ${medium} at medium as of ${day}.`;
  const [first] = watched;
  if (first === undefined) return opening;
  const { high: open, type, amount } = highRiskMemberFacts(first, context);
  const alerts =
    first.openHigh > 0
      ? prose`${withNoun(open, 'open high alert')}, the largest`
      : prose`alerts in several categories, the largest`;
  return sentences(
    opening,
    prose`${memberPhrase(sheet, first.member)} comes first: ${alerts} for possible ${type} over ${amount}.`,
  );
}
