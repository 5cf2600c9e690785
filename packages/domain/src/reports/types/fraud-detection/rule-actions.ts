import type { Span } from '@clearwatch/contracts/reports/report-document';
import { activityLabel } from '../../../fraud/activity-label.ts';
import { falsePositiveRate } from '../../../fraud/false-positive-rate.ts';
import { counted, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import type { Alerts } from '../../topics/alerts.ts';
import { decidedOf } from '../../topics/casework-told.ts';
import { noted } from '../../topics/noted.ts';
import type { FraudData } from './fraud-data.ts';

/** Fewer decisions say nothing about a rule. */
const LEAST_DECIDED = 5;
const MOSTLY_FALSE_PERCENT = 75;

/** Rules whose alerts mostly led to nothing: worth a try-out of stricter thresholds. */
export function ruleActions({ groups }: Alerts, { asked, sheet }: ReportContext): Span[][] {
  return [...Map.groupBy(groups, ({ activityType }) => activityType)].flatMap(([activityType, own]) => {
    const decided = decidedOf(own);
    const all = decided.falsePositive + decided.explained + decided.suspicious + decided.escalated;
    const rate = falsePositiveRate(decided);
    if (rate === null || all < LEAST_DECIDED || Number(rate) < MOSTLY_FALSE_PERCENT) return [];
    const label = activityLabel(activityType);
    const name = sheet.word({ label: 'What the rule looks for', source: 'Detection rules' }, label);
    const source = `Decided alerts of ${label}`;
    const share = sheet.share(
      noted(`False positive rate of ${label}`, source, asked.period),
      Number(rate) / 100,
    );
    const count = sheet.count(noted(`Decided alerts of ${label}`, source, asked.period), all);
    return [
      prose`Admins: try out stricter thresholds for ${name}: ${share} of its ${counted(count, 'decided alert')} led to nothing.`,
    ];
  });
}

/** Members and companies that several alerts share. */
export function connectionActions({ members, companies }: FraudData, context: ReportContext): Span[][] {
  const { sheet } = context;
  const [member] = members;
  const [company] = companies;
  return [
    ...(member === undefined
      ? []
      : [
          prose`Fraud analysts: take up the alerts of ${sheet.member({ label: 'Name of the member', source: 'Holder of the account' }, member.member.name)} together, as a single case.`,
        ]),
    ...(company === undefined
      ? []
      : [
          prose`ACH operations: check ${sheet.company({ label: 'Company', source: 'Companies of the entries in high-risk alerts' }, company.company)}, which is in high-risk alerts of ${counted(sheet.count(noted(`Members with high-risk alerts that name ${company.company}`, 'Companies of the entries in high-risk alerts', context.asked.period), company.members), 'member')}.`,
        ]),
  ];
}
