import type { Span } from '@clearwatch/contracts/reports/report-document';
import { counted, enumerated, prose, sentences, strong } from '../../prose.ts';
import type { ReportComposer, ReportContext } from '../../report-composer.ts';
import { actionsSection } from '../../topics/actions-section.ts';
import { isComparable } from '../../topics/against-before.ts';
import type { Flows } from '../../topics/flows.ts';
import { limitsSection } from '../../topics/limits.ts';
import { growthActions } from '../../topics/members/growth-actions.ts';
import { type Membership, NEW_AFTER_DAYS, tellsNewMembers } from '../../topics/members/membership.ts';
import { movedSection } from '../../topics/members/moved-section.ts';
import { arrivedWords, quietWords, statedMembership } from '../../topics/members/stated-membership.ts';
import { movedTo } from '../../topics/pair-words.ts';
import { reportOf } from '../../topics/sections.ts';
import { arrivedSection, quietSection } from './came-and-went.ts';
import { monthsSection } from './months.ts';

export interface MemberGrowthData {
  flows: Flows;
  membership: Membership;
}

/** Whether the institution gains or loses active members, who they are and through whom. */
export const memberGrowthAnalysis: ReportComposer<MemberGrowthData> = {
  type: 'member_growth_analysis',
  purpose:
    'Whether active members become more or fewer: who came, who came back, who went quiet, and through whom.',
  compose(data, context) {
    return reportOf(headline(data.membership, context), [
      movedSection(data.membership, context),
      arrivedSection(data, context),
      quietSection(data.membership, context),
      monthsSection(data.membership, context),
      actionsSection(growthActions(data.membership, context)),
      limitsSection(data.flows, limits(context), context),
    ]);
  },
};

function headline(membership: Membership, context: ReportContext): Span[] {
  const { active, arrived, returned, quiet } = statedMembership(membership, context);
  if (membership.active === 0 && membership.activeBefore === 0)
    return prose`No member moved money in the period.`;
  if (!isComparable(context.asked))
    return prose`${strong(counted(active.now, 'member'))} moved money in the period; there is no whole period before it to compare with.`;
  const first = prose`${strong('Active members')} ${movedTo(context.sheet, active)}.`;
  const came = [
    tellsNewMembers(context.asked) && membership.arrived > 0
      ? arrivedWords(arrived.now, membership.arrived)
      : null,
    membership.returned > 0 ? prose`${returned} came back after a pause` : null,
    membership.quiet > 0 ? quietWords(quiet) : null,
  ].filter((words) => words !== null);
  return sentences(first, came.length === 0 ? null : prose`In the period ${enumerated(came)}.`);
}

function limits(context: ReportContext): Span[][] {
  const { asked, sheet } = context;
  const days = sheet.count(
    { label: 'Days of ledger needed to tell a new member', source: 'Definition of this report' },
    NEW_AFTER_DAYS,
  );
  return [
    prose`Active is who had a credit or a debit. A first entry is taken for a new member when the ledger reaches back ${days} days or more before the period; an old account that ACH had not used before looks new all the same, the more often the younger the ledger.`,
    ...(tellsNewMembers(asked)
      ? []
      : [
          prose`Here it does not reach back so far, so that first entries are counted but say little about new members.`,
        ]),
  ];
}
