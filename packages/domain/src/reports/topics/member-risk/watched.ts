import type { ReportSection } from '@clearwatch/contracts/reports/report-document';
import { activityLabel } from '../../../fraud/activity-label.ts';
import { maskAccount } from '../../../members/mask-account.ts';
import type { Asked } from '../../asked.ts';
import type { FactSheet } from '../../fact-sheet.ts';
import { counted, paragraph, prose } from '../../prose.ts';
import { table } from '../../table.ts';
import { memberCells } from '../members/member-words.ts';
import { noted, notedAsOf } from '../noted.ts';
import { section } from '../sections.ts';
import type { MemberRisk, WatchedMember } from './member-risk.ts';

/** What is stated of one watched member, wherever it is. */
export function watchedFacts(sheet: FactSheet, watched: WatchedMember, { asOf, period }: Asked) {
  const { openHigh, openMedium, largest, creditCents, debitCents } = watched;
  const of = 'of the account, not yet reviewed';
  const who = maskAccount(watched.member.accountNumber);
  return {
    high: sheet.count(notedAsOf(`Open high alerts of ${who}`, `High alerts ${of}`, asOf), openHigh),
    medium: sheet.count(notedAsOf(`Open medium alerts of ${who}`, `Medium alerts ${of}`, asOf), openMedium),
    type: sheet.word(
      { label: 'Type of alert', source: `Alert ${largest.alertId}` },
      activityLabel(largest.activityType),
    ),
    amount: sheet.money(
      { label: 'Amount of the alert', source: `Alert ${largest.alertId}` },
      largest.amountCents,
    ),
    day: sheet.day({ label: 'Day of the alert', source: `Alert ${largest.alertId}` }, largest.day),
    credits: sheet.money(
      noted(`Credits of ${who}`, 'Credits in the daily totals of the account', period),
      creditCents,
    ),
    debits: sheet.money(
      noted(`Debits of ${who}`, 'Debits in the daily totals of the account', period),
      debitCents,
    ),
  };
}

export function watchedSection(sheet: FactSheet, data: MemberRisk, asked: Asked): ReportSection | null {
  const { watched, watchedAlertIds, levels } = data;
  if (watched.length === 0) return null;
  const hasMedium = watched.some(({ openMedium }) => openMedium > 0);
  const more = sheet.count(
    notedAsOf('Members at high risk beyond those listed', 'Risk level of the member list', asked.asOf),
    levels.high.members - watched.length,
  );
  return section(
    'Members to look at first',
    paragraph(
      prose`Members at high risk, those with the most open high alerts first. The alert named is the largest of the riskiest open ones.`,
      levels.high.members > watched.length
        ? prose`${counted(more, 'more member is', 'more members are')} at high risk; the list of members shows them.`
        : null,
    ),
    table(
      'Members at high risk and their open alerts',
      [
        { label: 'Member', align: 'left' },
        { label: 'Account', align: 'left' },
        { label: 'Open high', align: 'right' },
        ...(hasMedium ? [{ label: 'Open medium', align: 'right' as const }] : []),
        { label: 'Possible pattern', align: 'left' },
        { label: 'Amount', align: 'right' },
        { label: 'Day', align: 'left' },
        { label: 'Credits', align: 'right' },
        { label: 'Debits', align: 'right' },
      ],
      watched.map((each) => {
        const facts = watchedFacts(sheet, each, asked);
        const { high, medium, type, amount, day, credits, debits } = facts;
        const open = hasMedium ? [high, medium] : [high];
        return [...memberCells(sheet, each.member), ...open, type, amount, day, credits, debits];
      }),
    ),
    watchedAlertIds.length === 0 ? null : { kind: 'alerts', alertIds: [...watchedAlertIds] },
  );
}
