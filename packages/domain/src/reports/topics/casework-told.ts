import type { Block, Span } from '@clearwatch/contracts/reports/report-document';
import { falsePositiveRate } from '../../fraud/false-positive-rate.ts';
import { counted, enumerated, paragraph, prose, sentences } from '../prose.ts';
import type { ReportContext } from '../report-composer.ts';
import { table } from '../table.ts';
import type { AlertGroup, Alerts } from './alerts.ts';
import { alertLinks } from './alerts-told.ts';
import { AGE_DAYS, AGES, type Age, type Casework } from './casework.ts';
import { noted, notedAsOf } from './noted.ts';
import { statedAlert, stateWords } from './stated-alert.ts';
import { countOf } from './stated-alerts.ts';

const AGE_WORDS: Readonly<Record<Age, string>> = {
  week: `Up to ${AGE_DAYS.week} days`,
  month: `Up to ${AGE_DAYS.month} days`,
  quarter: `Up to ${AGE_DAYS.quarter} days`,
  longer: `Over ${AGE_DAYS.quarter} days`,
};
const DETECTION = '12 CFR 748.1(d), 31 CFR 1020.320(b)(3)';

/** How long unreviewed alerts have waited; nothing while none waits. */
export function waitingBlocks({ waiting }: Casework, { asked, sheet }: ReportContext): Block[] {
  const ages = AGES.filter((age) => waiting.some((group) => group.age === age));
  if (ages.length === 0) return [];
  const count = (label: string, age: Age, which: (group: Casework['waiting'][number]) => boolean) =>
    sheet.count(
      notedAsOf(
        `${label}, ${AGE_WORDS[age].toLowerCase()}`,
        'Days from the activity to the newest day of the ledger',
        asked.asOf,
      ),
      waiting.reduce((sum, group) => (group.age === age && which(group) ? sum + group.alerts : sum), 0),
    );
  return [
    table(
      'How long unreviewed alerts have waited',
      [
        { label: 'Since the activity', align: 'left' },
        { label: 'Open alerts', align: 'right' },
        { label: 'High risk', align: 'right' },
      ],
      ages.map((age) => [
        sheet.word({ label: 'Days since the activity', source: 'Steps of this report' }, AGE_WORDS[age]),
        count('Unreviewed alerts', age, () => true),
        count('Unreviewed high-risk alerts', age, ({ riskLevel }) => riskLevel === 'high'),
      ]),
    ),
  ];
}

/** What was decided on the alerts of the period, and how much of it led to nothing. Null before the first decision. */
export function decisionsSentence(
  alerts: Alerts,
  { daysToReview }: Casework,
  { asked, sheet }: ReportContext,
): Span[] | null {
  const { groups } = alerts;
  const reviewed = countOf(groups, (group) => group.reviewed);
  if (reviewed === 0) return null;
  const decided = decidedOf(groups);
  const count = (label: string, number: number) =>
    sheet.count(noted(label, 'Alerts by the outcome of their review', asked.period), number);
  const outcomes = [
    { label: 'suspicious', number: decided.suspicious },
    { label: 'escalated', number: decided.escalated },
    { label: 'explained', number: decided.explained },
    { label: 'false positive', number: decided.falsePositive },
    {
      label: 'without a stated outcome',
      number: countOf(groups, (group) => group.reviewed && group.outcome === null),
    },
  ].filter(({ number }) => number > 0);
  const rate = falsePositiveRate(decided);
  const share =
    rate === null
      ? null
      : sheet.share(
          noted(
            'False positive rate',
            'False positives and explained ones ÷ all alerts reviewed with an outcome',
            asked.period,
          ),
          Number(rate) / 100,
        );
  const days =
    daysToReview === null
      ? null
      : sheet.number(
          noted(
            'Days from raising to review, on average',
            'Mean over the reviewed alerts of the period',
            asked.period,
          ),
          daysToReview,
          1,
        );
  return sentences(
    prose`${counted(count('Reviewed alerts', reviewed), 'alert')} of the period ${reviewed === 1 ? 'is' : 'are'} reviewed: ${enumerated(outcomes.map(({ label, number }) => prose`${count(`Alerts reviewed, ${label}`, number)} ${label}`))}.`,
    share === null ? null : prose`The false positive rate is ${share}.`,
    days === null ? null : prose`A review came ${days} days after the alert, on average.`,
  );
}

/** Reviewed alerts by what was decided. */
export function decidedOf(groups: readonly AlertGroup[]): Parameters<typeof falsePositiveRate>[0] {
  const of = (outcome: AlertGroup['outcome']) => countOf(groups, (group) => group.outcome === outcome);
  return {
    falsePositive: of('false_positive'),
    explained: of('explained'),
    suspicious: of('suspicious'),
    escalated: of('escalated'),
  };
}

/** Alerts about which a report may be due, with the day; nothing for none. */
export function reportableBlocks(
  { reportable, reportableAlerts }: Casework,
  context: ReportContext,
): Block[] {
  if (reportable.length === 0) return [];
  const rows = reportable.map(({ alert, dueDay }) => {
    const { number, type, member, amount } = statedAlert(alert, context);
    const due = context.sheet.day(
      {
        label: `Day by which a report on alert ${alert.id} is due`,
        source: `Day of detection and the time of ${DETECTION}`,
      },
      dueDay,
    );
    return [number, type, member, amount, stateWords(alert), due];
  });
  return [
    table(
      'Alerts that may call for a suspicious activity report',
      [
        { label: 'Alert', align: 'right' },
        { label: 'Possible pattern', align: 'left' },
        { label: 'Member', align: 'left' },
        { label: 'Amount', align: 'right' },
        { label: 'Reviewed as', align: 'left' },
        { label: 'Decide by', align: 'left' },
      ],
      rows,
    ),
    alertLinks(reportable.map(({ alert }) => alert)),
    paragraph(
      prose`Whether a report has been filed is not in the ledger: those already filed are listed as well.${reportable.length < reportableAlerts ? ' The newest are listed.' : ''}`,
    ),
  ];
}
