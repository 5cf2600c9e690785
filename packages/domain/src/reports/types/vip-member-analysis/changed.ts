import type { ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { sizeOf } from '../../fact-sheet.ts';
import { enumerated, paragraph, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { memberWords } from '../../topics/members/member-words.ts';
import type { Standing } from '../../topics/members/standing.ts';
import { statedStanding } from '../../topics/members/stated-standing.ts';
import { pairOf } from '../../topics/pair.ts';
import { movedTo } from '../../topics/pair-words.ts';
import { section } from '../../topics/sections.ts';
import { sizeWords } from '../../topics/size-words.ts';
import type { VipData } from './vip-data.ts';

const MOST_NAMED = 3;

/** What all of them together received, and whose changes made the difference. */
export function changedSection({ members }: VipData, context: ReportContext): ReportSection | null {
  const { asked, sheet } = context;
  if (members.length === 0) return null;
  const sum = (of: 'now' | 'before') =>
    members.reduce((cents, standing) => cents + standing[of].creditCents, 0);
  const together = pairOf(
    asked,
    {
      label: 'Credits of VIP members',
      source: 'Daily totals of their accounts',
      now: sum('now'),
      before: sum('before'),
    },
    (note, cents) => sheet.money(note, cents),
  );
  if (together.before === null) return null;
  const change = sheet.difference('Credits of VIP members, difference', together.now, together.before);
  return section(
    'What changed, and why',
    paragraph(
      prose`What these members received in the period ${movedTo(sheet, together)}.`,
      sizeOf(change) === 0 ? null : named(members, 'more', context),
      sizeOf(change) === 0 ? null : named(members, 'less', context),
      backToUsual(members, context),
    ),
  );
}

/** Whose credits rose, or fell, most. */
function named(members: readonly Standing[], way: 'more' | 'less', context: ReportContext): Span[] | null {
  const sign = way === 'more' ? 1 : -1;
  const changed = members
    .filter(({ now, before }) => sign * (now.creditCents - before.creditCents) > 0)
    .toSorted((left, right) => sign * (changeOf(right) - changeOf(left)))
    .slice(0, MOST_NAMED)
    .map((standing) => {
      const { credits } = statedStanding(standing, context);
      const difference = context.sheet.difference(
        `${credits.label}, difference`,
        credits.now,
        credits.before ?? credits.now,
      );
      return prose`${memberWords(context.sheet, standing.member)} by ${sizeWords(difference)}`;
    });
  if (changed.length === 0) return null;
  return prose`The largest ${way === 'more' ? 'rises' : 'falls'}: ${enumerated(changed)}.`;
}

/** Those who fell need no call when it was a large amount that came once. */
function backToUsual(members: readonly Standing[], context: ReportContext): Span[] | null {
  const fell = members.filter((standing) => changeOf(standing) < 0);
  const isAsUsual = (standing: Standing) => {
    const { verdict } = statedStanding(standing, context);
    return verdict === 'about' || verdict === 'above';
  };
  if (fell.length === 0 || !fell.every(isAsUsual) || context.asked.period.lastDay !== context.asked.asOf)
    return null;
  return prose`Whoever fell is at the usual month again: what fell away were large amounts that came once.`;
}

const changeOf = ({ now, before }: Standing) => now.creditCents - before.creditCents;
