import type { Span } from '@clearwatch/contracts/reports/report-document';
import type { Asked } from '../../asked.ts';
import type { FactSheet } from '../../fact-sheet.ts';
import { counted, prose, sentences, strong } from '../../prose.ts';
import type { ReportComposer } from '../../report-composer.ts';
import { actionsSection } from '../../topics/actions-section.ts';
import type { Flows } from '../../topics/flows.ts';
import { limitsSection } from '../../topics/limits.ts';
import type { MemberRisk } from '../../topics/member-risk/member-risk.ts';
import { acrossSection, changedSection } from '../../topics/member-risk/risk-across.ts';
import { riskActions } from '../../topics/member-risk/risk-actions.ts';
import { riskMethod } from '../../topics/member-risk/risk-method.ts';
import { strainSection } from '../../topics/member-risk/strain.ts';
import { watchedFacts, watchedSection } from '../../topics/member-risk/watched.ts';
import { memberWords } from '../../topics/members/member-words.ts';
import { notedAsOf } from '../../topics/noted.ts';
import { reportOf } from '../../topics/sections.ts';

export interface MemberRiskData {
  flows: Flows;
  risk: MemberRisk;
}

/** Which members are at risk, why, and whom to look at first. */
export const memberRiskAnalysis: ReportComposer<MemberRiskData> = {
  type: 'member_risk_analysis',
  purpose: 'Which members are at risk, why, and whom to look at first.',
  compose: ({ flows, risk }, { asked, sheet }) =>
    reportOf(headline(sheet, risk, asked), [
      watchedSection(sheet, risk, asked),
      changedSection(sheet, risk, asked),
      acrossSection(sheet, risk, asked),
      strainSection(sheet, risk, asked),
      actionsSection(riskActions(risk, { asked, sheet })),
      limitsSection(flows, riskMethod(sheet), { asked, sheet }),
    ]),
};

function headline(sheet: FactSheet, { members, levels, watched }: MemberRisk, asked: Asked): Span[] {
  const levelOf = (level: 'high' | 'medium') =>
    sheet.count(
      notedAsOf(`Members at ${level} risk`, 'Risk level of the member list', asked.asOf),
      levels[level].members,
    );
  const all = sheet.count(notedAsOf('Members', 'Accounts of the member list', asked.asOf), members);
  const day = sheet.day({ label: 'Newest posting day', source: 'Ledger' }, asked.asOf);
  const [high, medium] = [levelOf('high'), levelOf('medium')];
  if (levels.high.members + levels.medium.members === 0)
    return members === 1
      ? prose`The only member is at low risk as of ${day}.`
      : prose`None of the ${counted(all, 'member')} is above low risk as of ${day}.`;
  const standing = prose`Of ${counted(all, 'member')}, ${strong(prose`${high} ${levels.high.members === 1 ? 'is' : 'are'} at high risk`)} and ${medium} at medium as of ${day}.`;
  const [first] = watched;
  if (first === undefined) return standing;
  const { high: open, type, amount } = watchedFacts(sheet, first, asked);
  const alerts =
    first.openHigh > 0
      ? prose`${counted(open, 'open high alert')}, the largest`
      : prose`alerts in several categories, the largest`;
  return sentences(
    standing,
    prose`${memberWords(sheet, first.member)} comes first: ${alerts} for possible ${type} over ${amount}.`,
  );
}
