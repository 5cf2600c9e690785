import type { Span } from '@clearwatch/contracts/ai-reports';
import type { FactSheet } from '../fact-sheet.ts';
import { actionsSection, prose, reportOf, sentences, strong, withNoun } from '../report-blocks.ts';
import type { ReportComposer, ReportScope } from '../report-composer.ts';
import { dataLimitsSection } from '../report-data-limits.ts';
import { memberPhrase } from '../sections/member-figures.ts';
import {
  financialStrainSection,
  highRiskMemberFacts,
  highRiskMembersSection,
  type MemberRisk,
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
  compose: ({ flows, risk }, { asked, sheet }) =>
    reportOf(headline(sheet, risk, asked), [
      highRiskMembersSection(sheet, risk, asked),
      riskChangesSection(sheet, risk, asked),
      riskLevelsSection(sheet, risk, asked),
      financialStrainSection(sheet, risk, asked),
      actionsSection(riskActions(risk, { asked, sheet })),
      dataLimitsSection(flows, riskMethod(sheet), { asked, sheet }),
    ]),
};

function headline(sheet: FactSheet, { members, levels, watched }: MemberRisk, asked: ReportScope): Span[] {
  const levelOf = (level: 'high' | 'medium') =>
    sheet
      .from('Risk level of the member list', asked.asOf)
      .count(`Members at ${level} risk`, levels[level].members);
  const all = sheet.from('Accounts of the member list', asked.asOf).count('Members', members);
  const day = sheet.from('Ledger').day('Newest posting day', asked.asOf);
  const [high, medium] = [levelOf('high'), levelOf('medium')];
  if (levels.high.members + levels.medium.members === 0)
    return members === 1
      ? prose`The only member is at low risk as of ${day}.`
      : prose`None of the ${withNoun(all, 'member')} is above low risk as of ${day}.`;
  const standing = prose`Of ${withNoun(all, 'member')}, ${strong(prose`${high} ${levels.high.members === 1 ? 'is' : 'are'} at high risk`)} and ${medium} at medium as of ${day}.`;
  const [first] = watched;
  if (first === undefined) return standing;
  const { high: open, type, amount } = highRiskMemberFacts(sheet, first, asked);
  const alerts =
    first.openHigh > 0
      ? prose`${withNoun(open, 'open high alert')}, the largest`
      : prose`alerts in several categories, the largest`;
  return sentences(
    standing,
    prose`${memberPhrase(sheet, first.member)} comes first: ${alerts} for possible ${type} over ${amount}.`,
  );
}
