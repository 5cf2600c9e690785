import type { Block, Span } from '@clearwatch/contracts/ai-reports';
import { activityLabel } from '../../detection/activity-label.ts';
import { falsePositiveRate } from '../../detection/review-outcomes.ts';
import { paragraph, right, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { joinWithAnd, prose, sentences, withNoun } from '../report-sentences.ts';
import {
  type AlertGroup,
  type Alerts,
  type AlertWorkload,
  alertFacts,
  alertStateLabel,
  countAlerts,
  dueDayFact,
  WAITING_AGE_DAYS,
  WAITING_AGES,
  type WaitingAge,
} from './alert-facts.ts';
import { alertLinks } from './alert-sections.ts';

const WAITING_AGE_LABELS: Readonly<Record<WaitingAge, string>> = {
  week: `Up to ${WAITING_AGE_DAYS.week} days`,
  month: `Up to ${WAITING_AGE_DAYS.month} days`,
  quarter: `Up to ${WAITING_AGE_DAYS.quarter} days`,
  longer: `Over ${WAITING_AGE_DAYS.quarter} days`,
};

export function waitingAlertsBlocks({ waiting }: AlertWorkload, { scope, sheet }: ReportContext): Block[] {
  const ages = WAITING_AGES.filter((age) => waiting.some((group) => group.age === age));
  if (ages.length === 0) return [];
  const count = (
    label: string,
    age: WaitingAge,
    which: (group: AlertWorkload['waiting'][number]) => boolean,
  ) =>
    sheet.from('Days from the activity to the newest day of the ledger', scope.asOf).count(
      `${label}, ${WAITING_AGE_LABELS[age].toLowerCase()}`,
      waiting.reduce((sum, group) => (group.age === age && which(group) ? sum + group.alerts : sum), 0),
    );
  return [
    table(
      'How long unreviewed alerts have waited',
      ['Since the activity', right('Open alerts'), right('High risk')],
      ages.map((age) => [
        sheet.from('Steps of this report').word('Days since the activity', WAITING_AGE_LABELS[age]),
        count('Unreviewed alerts', age, () => true),
        count('Unreviewed high-risk alerts', age, ({ riskLevel }) => riskLevel === 'high'),
      ]),
    ),
  ];
}

/** Null before the first decision. */
export function decisionsSentence(
  alerts: Alerts,
  { daysToReview }: AlertWorkload,
  { scope, sheet }: ReportContext,
): Span[] | null {
  const { groups } = alerts;
  const reviewed = countAlerts(groups, (group) => group.reviewed);
  if (reviewed === 0) return null;
  const decided = decisionCounts(groups);
  const count = (label: string, number: number) =>
    sheet.from('Alerts by the outcome of their review', scope.period).count(label, number);
  const outcomes = [
    { label: 'suspicious', number: decided.suspicious },
    { label: 'escalated', number: decided.escalated },
    { label: 'explained', number: decided.explained },
    { label: 'false positive', number: decided.falsePositive },
    {
      label: 'without a stated outcome',
      number: countAlerts(groups, (group) => group.reviewed && group.outcome === null),
    },
  ].filter(({ number }) => number > 0);
  const rate = falsePositiveRate(decided);
  const share =
    rate === null
      ? null
      : sheet
          .from('False positives and explained ones ÷ all alerts reviewed with an outcome', scope.period)
          .share('False positive rate', Number(rate) / 100);
  const days =
    daysToReview === null
      ? null
      : sheet
          .from('Mean over the reviewed alerts of the period', scope.period)
          .number('Days from raising to review, on average', daysToReview, 1);
  return sentences(
    prose`${withNoun(count('Reviewed alerts', reviewed), 'alert')} of the period ${reviewed === 1 ? 'is' : 'are'} reviewed: ${joinWithAnd(outcomes.map(({ label, number }) => prose`${count(`Alerts reviewed, ${label}`, number)} ${label}`))}.`,
    share === null ? null : prose`The false positive rate is ${share}.`,
    days === null ? null : prose`A review came ${days} days after the alert, on average.`,
  );
}

function decisionCounts(groups: readonly AlertGroup[]): Parameters<typeof falsePositiveRate>[0] {
  const of = (outcome: AlertGroup['outcome']) => countAlerts(groups, (group) => group.outcome === outcome);
  return {
    falsePositive: of('false_positive'),
    explained: of('explained'),
    suspicious: of('suspicious'),
    escalated: of('escalated'),
  };
}

export function reportableAlertsBlocks(
  { reportable, reportableAlerts }: AlertWorkload,
  context: ReportContext,
): Block[] {
  if (reportable.length === 0) return [];
  const rows = reportable.map(({ alert, dueDay }) => {
    const { number, type, member, amount } = alertFacts(alert, context);
    const due = dueDayFact({ alert, dueDay }, context);
    return [number, type, member, amount, alertStateLabel(alert), due];
  });
  return [
    table(
      'Alerts that may call for a suspicious activity report',
      [right('Alert'), 'Possible pattern', 'Member', right('Amount'), 'Reviewed as', 'Decide by'],
      rows,
    ),
    alertLinks(reportable.map(({ alert }) => alert)),
    paragraph(
      prose`Whether a report has been filed is not in the ledger: those already filed are listed as well.${reportable.length < reportableAlerts ? ' The newest are listed.' : ''}`,
    ),
  ];
}

/** Fewer decisions are too few to judge a rule. */
const MIN_DECIDED_ALERTS = 5;
const MOSTLY_FALSE_PERCENT = 75;

/** Rules whose alerts mostly led to nothing: stricter thresholds are worth a backtest. */
export function ruleActions({ groups }: Alerts, { scope, sheet }: ReportContext): Span[][] {
  return [...Map.groupBy(groups, ({ activityType }) => activityType)].flatMap(([activityType, own]) => {
    const decided = decisionCounts(own);
    const all = decided.falsePositive + decided.explained + decided.suspicious + decided.escalated;
    const rate = falsePositiveRate(decided);
    if (rate === null || all < MIN_DECIDED_ALERTS || Number(rate) < MOSTLY_FALSE_PERCENT) return [];
    const label = activityLabel(activityType);
    const name = sheet.from('Detection rules').word('What the rule looks for', label);
    const source = `Decided alerts of ${label}`;
    const share = sheet
      .from(source, scope.period)
      .share(`False positive rate of ${label}`, Number(rate) / 100);
    const count = sheet.from(source, scope.period).count(`Decided alerts of ${label}`, all);
    return [
      prose`Admins: try out stricter thresholds for ${name}: ${share} of its ${withNoun(count, 'decided alert')} led to nothing.`,
    ];
  });
}
