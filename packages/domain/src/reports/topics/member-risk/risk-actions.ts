import type { Span } from '@clearwatch/contracts/reports/report-document';
import type { Stated } from '../../fact-sheet.ts';
import { counted, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { memberWords } from '../members/member-words.ts';
import { notedAsOf } from '../noted.ts';
import type { MemberRisk } from './member-risk.ts';
import { watchedFacts } from './watched.ts';

const MOST_NAMED = 3;

/** Whom to look at and whom to help; nothing while nobody is above low risk or short of money. */
export function riskActions(data: MemberRisk, { asked, sheet }: ReportContext): (Span[] | null)[] {
  const { watched, levels, strain } = data;
  const named: Span[][] = watched.slice(0, MOST_NAMED).map((each) => {
    const { high, medium, type, amount, day } = watchedFacts(sheet, each, asked);
    const open = each.openHigh > 0 ? counted(high, 'open high alert') : counted(medium, 'open medium alert');
    return prose`Fraud analysts: review ${memberWords(sheet, each.member)}: ${open}, first the alert for possible ${type} over ${amount} of ${day}.`;
  });
  const rest = levels.high.members - Math.min(MOST_NAMED, watched.length);
  const others = sheet.count(
    notedAsOf('Members at high risk beyond those named', 'Risk level of the member list', asked.asOf),
    rest,
  );
  const high = sheet.count(
    notedAsOf('Members at high risk', 'Risk level of the member list', asked.asOf),
    levels.high.members,
  );
  const medium = sheet.count(
    notedAsOf('Members at medium risk', 'Risk level of the member list', asked.asOf),
    levels.medium.members,
  );
  const over = sheet.count(
    notedAsOf(
      'Members whose bills are above their income',
      'Credits and debits of the twelve months that the member list covers',
      asked.asOf,
    ),
    strain.over,
  );
  return [
    ...named,
    watched.length > 0 && rest > 0
      ? prose`Fraud analysts: then the other ${counted(others, 'member')} at high risk, in the order of the list.`
      : null,
    watched.length === 0 && levels.high.members > 0
      ? prose`Fraud analysts: keep watching the ${counted(high, 'member')} at high risk: decisions keep ${levels.high.members === 1 ? 'the member' : 'them'} there, no open alert does.`
      : null,
    levels.medium.members > 0 ? mediumWords(levels.medium.members, medium) : null,
    strain.first.length > 0
      ? prose`Member services: offer the members whose bills are above their income (${over}) a conversation about their budget, beginning with those listed.`
      : null,
  ];
}

function mediumWords(members: number, stated: Stated): Span[] {
  return members === 1
    ? prose`Fraud analysts: work the open alerts of the member at medium risk, which goes back to low, or up, once they are decided.`
    : prose`Fraud analysts: work the open alerts of the ${stated} members at medium risk; each goes back to low, or up, once its alerts are decided.`;
}
