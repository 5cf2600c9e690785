import type { ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { ABOUT_PERCENT, NORMAL_COMPARED_DAYS } from '../../../members/against-normal.ts';
import type { Stated } from '../../fact-sheet.ts';
import { counted, enumerated, paragraph, prose, sentences, strong } from '../../prose.ts';
import type { ReportComposer, ReportContext } from '../../report-composer.ts';
import { actionsSection } from '../../topics/actions-section.ts';
import { alertLinks, alertsTable } from '../../topics/alerts-told.ts';
import { limitsSection } from '../../topics/limits.ts';
import { memberWords } from '../../topics/members/member-words.ts';
import type { Standing } from '../../topics/members/standing.ts';
import { statedStanding } from '../../topics/members/stated-standing.ts';
import { notedAsOf } from '../../topics/noted.ts';
import { reportOf, section } from '../../topics/sections.ts';
import { vipActions } from './actions.ts';
import { changedSection } from './changed.ts';
import { membersSection } from './members.ts';
import type { VipData } from './vip-data.ts';

const MOST_NAMED = 3;

/** How the members on whose regular money most rests are doing, and who of them may be leaving. */
export const vipMemberAnalysis: ReportComposer<VipData> = {
  type: 'vip_member_analysis',
  purpose:
    'How the members with the most regular income are doing against their own usual month, and who may be leaving.',
  compose(data, context) {
    return reportOf(headline(data, context), [
      changedSection(data, context),
      membersSection(data, context),
      risksSection(data, context),
      actionsSection(vipActions(data, context)),
      limitsSection(data.flows, [method(data, context)], context),
    ]);
  },
};

function headline({ members, yearCents, vipYearCents }: VipData, context: ReportContext): Span[] {
  const { asked, sheet } = context;
  const [first] = members;
  if (first === undefined)
    return prose`No member has had regular credits in the year up to the end of the ledger.`;
  const number = sheet.count(
    notedAsOf('VIP members', 'Members with regular credits and the most of them', asked.asOf),
    members.length,
  );
  const all = sheet.money(
    notedAsOf('Credits of the year, all members', 'Figures of the member list', asked.asOf),
    yearCents,
  );
  const own = sheet.money(
    notedAsOf('Credits of the year, VIP members', 'Figures of the member list', asked.asOf),
    vipYearCents,
  );
  const part = sheet.partOf('Part of the year’s credits that VIP members received', own, all);
  const received = prose`received ${strong(part ?? own)}${part === null ? '' : ' of the year’s credits'}`;
  const opening =
    members.length === 1
      ? prose`${memberWords(sheet, first.member)}, the only member with regular credits, ${received}.`
      : prose`The ${number} members with the most regular credits ${received}.`;
  return sentences(opening, standingWords(members, context));
}

/** Who stays behind the usual month, or that nobody does. */
function standingWords(members: readonly Standing[], context: ReportContext): Span[] | null {
  const below = members.filter((standing) => statedStanding(standing, context).verdict === 'below');
  const days = comparedDays(context);
  const known = members.filter(({ normal }) => normal !== null);
  if (known.length === 0) return prose`There is no usual month yet to compare with.`;
  if (below.length === 0)
    return prose`${members.length === 1 ? 'The member did not fall' : 'None of them fell'} behind the usual month in the last ${days} days of the ledger.`;
  if (members.length === 1)
    return prose`In the last ${days} days of the ledger clearly less came in than in a usual month.`;
  const number = context.sheet.count(
    notedAsOf(
      'VIP members behind their usual month',
      'Last days against the median month',
      context.asked.asOf,
    ),
    below.length,
  );
  const names = below.slice(0, MOST_NAMED).map(({ member }) => memberWords(context.sheet, member));
  const some =
    below.length > MOST_NAMED ? prose`, among them ${enumerated(names)}` : prose`: ${enumerated(names)}`;
  return prose`In the last ${days} days of the ledger ${number} of them received clearly less than in a usual month${some}.`;
}

export function comparedDays({ sheet }: ReportContext): Stated {
  return sheet.count(
    { label: 'Days compared with the usual month', source: 'Definition of the own normal' },
    NORMAL_COMPARED_DAYS,
  );
}

function risksSection({ alerts }: VipData, context: ReportContext): ReportSection | null {
  if (alerts.length === 0) return null;
  return section(
    'Risks',
    paragraph(
      prose`Open alerts of high and medium risk on these members. Each is a possible pattern until somebody has decided it; a good member may be its victim.`,
    ),
    alertsTable('Open alerts on VIP members', alerts, context),
    alertLinks(alerts),
  );
}

function method({ leastMonths }: VipData, context: ReportContext): Span[] {
  const months = context.sheet.count(
    { label: 'Months with credits from which on credits are regular', source: 'Definition of this report' },
    leastMonths,
  );
  const about = context.sheet.share(
    { label: 'Difference up to which a month is about as usual', source: 'Definition of the own normal' },
    ABOUT_PERCENT / 100,
  );
  return prose`VIP is who had credits in ${counted(months, 'month')} of the year or more, and of these the largest by their usual month, so that a large amount that came once counts little. The usual month is the median of the last whole months, as the member’s page shows it; clearly less or more means by over ${about}. Both are of the end of the ledger, whatever the period.`;
}
