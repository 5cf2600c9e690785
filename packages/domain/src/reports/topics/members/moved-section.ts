import type { ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { counted, paragraph, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import { section } from '../sections.ts';
import { type Membership, tellsNewMembers } from './membership.ts';
import { statedMembership } from './stated-membership.ts';

/** The whole change, member by member: it adds up. */
export function movedSection(membership: Membership, context: ReportContext): ReportSection | null {
  const { active, arrived, returned, quiet } = statedMembership(membership, context);
  if (active.before === null) return null;
  const label = 'Active members, difference';
  const isNewKnown = tellsNewMembers(context.asked);
  return section(
    'What changed, and why',
    paragraph(sumSentence(membership, context)),
    table(
      'From the active members of the period before to those of this one',
      [
        { label: 'Step', align: 'left' },
        { label: 'Members', align: 'right' },
      ],
      [
        ['Active in the period before', active.before],
        [
          isNewKnown ? 'New: first entry of all in the period' : 'First entry of all in the period',
          arrived.now,
        ],
        ['Back after a pause', returned],
        ['Gone quiet', quiet],
        ['Active in the period', active.now],
        ['Difference', context.sheet.difference(label, active.now, active.before)],
      ],
    ),
  );
}

function sumSentence(membership: Membership, { sheet }: ReportContext): Span[] {
  if (membership.activeBefore === 0) return prose`Nobody was active in the period before.`;
  const kept = membership.activeBefore - membership.quiet;
  const stayed = sheet.count(
    { label: 'Members active in both periods', source: 'Accounts with money in both periods' },
    kept,
  );
  const part = sheet.share(
    {
      label: 'Part of the active members who stayed active',
      source: 'Members active in both periods ÷ active before',
    },
    kept / membership.activeBefore,
  );
  return prose`${counted(stayed, 'member')} of the period before stayed active (${part}).`;
}
