import type { ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import type { ActivityBand } from '../../../members/activity-band.ts';
import { counted, paragraph, prose, sentences, strong } from '../../prose.ts';
import type { ReportComposer, ReportContext } from '../../report-composer.ts';
import { actionsSection } from '../../topics/actions-section.ts';
import type { Flows } from '../../topics/flows.ts';
import { limitsSection } from '../../topics/limits.ts';
import type { MemberRisk } from '../../topics/member-risk/member-risk.ts';
import { acrossSection } from '../../topics/member-risk/risk-across.ts';
import { riskActions } from '../../topics/member-risk/risk-actions.ts';
import { riskMethod } from '../../topics/member-risk/risk-method.ts';
import { strainSection } from '../../topics/member-risk/strain.ts';
import { watchedSection } from '../../topics/member-risk/watched.ts';
import type { Concentration } from '../../topics/members/concentration.ts';
import { bandsTable, concentrationSentences } from '../../topics/members/concentration-told.ts';
import { growthActions } from '../../topics/members/growth-actions.ts';
import type { Membership } from '../../topics/members/membership.ts';
import { movedSection } from '../../topics/members/moved-section.ts';
import { statedMembership } from '../../topics/members/stated-membership.ts';
import { notedAsOf } from '../../topics/noted.ts';
import { movedTo } from '../../topics/pair-words.ts';
import { reportOf, section } from '../../topics/sections.ts';
import type { Transfers } from '../../topics/transfers/transfers.ts';
import { whereSection } from '../../topics/transfers/where-section.ts';
import { activitySection } from './activity.ts';
import { type Payer, payersSection } from './payers.ts';

export interface CompleteMemberData {
  flows: Flows;
  membership: Membership;
  /** Members by their last entry before the end of the ledger. */
  activity: Readonly<Record<ActivityBand, number>>;
  concentration: Concentration;
  payers: readonly Payer[];
  risk: MemberRisk;
  transfers: Transfers;
}

/** Everything the ledger says of the members as a whole: how many, how active, how paid, how burdened, how risky. */
export const completeMemberIntelligence: ReportComposer<CompleteMemberData> = {
  type: 'complete_member_intelligence',
  purpose:
    'All that the ledger says of the members as a whole: activity, income, bills, risk and money elsewhere.',
  compose(data, context) {
    const { asked, sheet } = context;
    const { membership, risk, transfers } = data;
    return reportOf(headline(data, context), [
      movedSection(membership, context),
      activitySection(data.activity, membership, context),
      incomeSection(data.concentration, context),
      payersSection(data.payers, context),
      strainSection(sheet, risk, asked),
      acrossSection(sheet, risk, asked),
      watchedSection(sheet, risk, asked),
      whereSection(transfers, context),
      actionsSection([...riskActions(risk, context), ...growthActions(membership, context)]),
      limitsSection(data.flows, [...riskMethod(sheet), method()], context),
    ]);
  },
};

function headline({ membership, risk }: CompleteMemberData, context: ReportContext): Span[] {
  const { asked, sheet } = context;
  const { active } = statedMembership(membership, context);
  if (risk.members === 0) return prose`The ledger has no members yet.`;
  const all = sheet.count(notedAsOf('Members', 'Accounts of the member list', asked.asOf), risk.members);
  const high = sheet.count(
    notedAsOf('Members at high risk', 'Risk level of the member list', asked.asOf),
    risk.levels.high.members,
  );
  const over = sheet.count(
    notedAsOf(
      'Members whose bills are above their income',
      'Credits and debits of the twelve months that the member list covers',
      asked.asOf,
    ),
    risk.strain.over,
  );
  const risky =
    risk.levels.high.members === 0
      ? prose`None is at high risk`
      : prose`${strong(high)} ${risk.levels.high.members === 1 ? 'is' : 'are'} at high risk`;
  return sentences(
    active.before === null
      ? prose`${active.now} of ${counted(all, 'member')} moved money in the period.`
      : prose`The number of active members ${movedTo(sheet, active)}, of ${counted(all, 'member')} in all.`,
    risk.strain.over === 0
      ? prose`${risky}.`
      : prose`${risky}, and ${over} paid out more over the year than came in.`,
  );
}

function incomeSection(concentration: Concentration, context: ReportContext): ReportSection | null {
  const told = concentrationSentences(concentration, context);
  return told.length === 0
    ? null
    : section('Income, and on how few it rests', paragraph(told), bandsTable(concentration, context));
}

function method(): Span[] {
  return prose`Monthly income and bills are those of the member list: all credits and all debits of the year that ends with the ledger, by the month. Not every credit is income.`;
}
