import type { Block, ReportSection } from '@clearwatch/contracts/reports/report-document';
import { activityLabel } from '../../../fraud/activity-label.ts';
import { paragraph, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import { memberCells } from '../../topics/members/member-words.ts';
import { noted } from '../../topics/noted.ts';
import type { FraudData } from './fraud-data.ts';

/** Members with several alerts and companies in alerts of several members: what belongs together. Nothing for none. */
export function connectionsSection(data: FraudData, context: ReportContext): ReportSection[] {
  const blocks = [...membersBlocks(data, context), ...companiesBlocks(data, context)];
  return blocks.length === 0 ? [] : [{ title: 'What belongs together', blocks }];
}

function membersBlocks({ members }: FraudData, { asked, sheet }: ReportContext): Block[] {
  if (members.length === 0) return [];
  const rows = members.map(({ member, alerts, high, activityTypes }) => {
    const [name, account] = memberCells(sheet, member);
    const count = (label: string, number: number) =>
      sheet.count(
        noted(
          `${label} of ${member.name}, ${account.text}`,
          'Alerts by the day of the activity',
          asked.period,
        ),
        number,
      );
    const types = activityTypes.map(activityLabel).join(', ');
    return [
      name,
      account,
      count('Alerts', alerts),
      count('High-risk alerts', high),
      sheet.word({ label: 'What the rules look for', source: `Alerts of ${member.name}` }, types),
    ];
  });
  return [
    paragraph(
      prose`Several rules spoke about the same member. Read these alerts together: each explains the other.`,
    ),
    table(
      'Members with several alerts',
      [
        { label: 'Member', align: 'left' },
        { label: 'Account', align: 'left' },
        { label: 'Alerts', align: 'right' },
        { label: 'High risk', align: 'right' },
        { label: 'Possible patterns', align: 'left' },
      ],
      rows,
    ),
    { kind: 'alerts', alertIds: members.flatMap(({ alertIds }) => alertIds) },
  ];
}

function companiesBlocks({ companies }: FraudData, { asked, sheet }: ReportContext): Block[] {
  if (companies.length === 0) return [];
  const source = 'Companies of the entries in high-risk alerts';
  return [
    paragraph(
      prose`The same companies stand in high-risk alerts of several members. A widely used company is there by chance; an unknown company is a lead.`,
    ),
    table(
      'Companies in high-risk alerts of several members',
      [
        { label: 'Company', align: 'left' },
        { label: 'Members', align: 'right' },
        { label: 'Alerts', align: 'right' },
      ],
      companies.map(({ company, members, alerts }) => [
        sheet.company({ label: 'Company', source }, company),
        sheet.count(
          noted(`Members with high-risk alerts that name ${company}`, source, asked.period),
          members,
        ),
        sheet.count(noted(`High-risk alerts that name ${company}`, source, asked.period), alerts),
      ]),
    ),
  ];
}
