import type { ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import type { Asked } from '../../asked.ts';
import type { FactSheet } from '../../fact-sheet.ts';
import { counted, paragraph, prose } from '../../prose.ts';
import { memberWords } from '../../topics/members/member-words.ts';
import { notedAsOf } from '../../topics/noted.ts';
import { list, section } from '../../topics/sections.ts';
import type { MemberRiskData } from './member-risk-data.ts';
import { watchedFacts } from './watched.ts';

const MOST_NAMED = 3;

export function actionsSection(sheet: FactSheet, data: MemberRiskData, asked: Asked): ReportSection | null {
  const { watched, levels, strain } = data;
  const named: Span[][] = watched.slice(0, MOST_NAMED).map((each) => {
    const { high, medium, type, amount, day } = watchedFacts(sheet, each, asked);
    const open = each.openHigh > 0 ? counted(high, 'open high alert') : counted(medium, 'open medium alert');
    return prose`Review ${memberWords(sheet, each.member)}: ${open}, first the ${type} alert over ${amount} of ${day}.`;
  });
  const rest = levels.high.members - Math.min(MOST_NAMED, watched.length);
  const others = sheet.count(
    notedAsOf('Members at high risk beyond those named', 'Risk level of the member list', asked.asOf),
    rest,
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
  const actions = list(
    ...named,
    watched.length > 0 && rest > 0
      ? prose`Then the other ${counted(others, 'member')} at high risk, in the order of the list.`
      : null,
    levels.medium.members > 0
      ? prose`Work the open alerts of the ${counted(medium, 'member')} at medium risk: each goes back to low, or up, once its alerts are decided.`
      : null,
    strain.first.length > 0
      ? prose`Offer the members whose bills are above their income (${over}) a conversation about their budget, beginning with those listed.`
      : null,
  );
  return section(
    'Recommended actions',
    actions ?? paragraph(prose`Nothing calls for action: no member is above low risk.`),
  );
}
