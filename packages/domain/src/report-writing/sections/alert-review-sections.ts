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
  outcomeLabel,
  WAITING_AGE_DAYS,
  WAITING_AGES,
} from './alert-facts.ts';
import { alertLinks } from './alert-sections.ts';

const waitingAgeLabel = (age: (typeof WAITING_AGES)[number]): string =>
  age === 'longer' ? `Over ${WAITING_AGE_DAYS.quarter} days` : `Up to ${WAITING_AGE_DAYS[age]} days`;

export function waitingAlertsBlocks({ waiting }: AlertWorkload, { scope, sheet }: ReportContext): Block[] {
  const ages = WAITING_AGES.filter((age) => waiting.some((group) => group.age === age));
  if (ages.length === 0) return [];
  const { count } = sheet.from('Days from the activity to the newest day of the ledger', scope.asOf);
  const rows = ages.map((age) => {
    const label = waitingAgeLabel(age);
    const own = waiting.filter((group) => group.age === age);
    const isHigh = ({ riskLevel }: { riskLevel: string }) => riskLevel === 'high';
    return [
      sheet.from('Steps of this report').word('Days since the activity', label),
      count(`Unreviewed alerts, ${label.toLowerCase()}`, countAlerts(own)),
      count(`Unreviewed high-risk alerts, ${label.toLowerCase()}`, countAlerts(own, isHigh)),
    ];
  });
  const columns = ['Since the activity', right('Open alerts'), right('High risk')];
  return [table('How long unreviewed alerts have waited', columns, rows)];
}

const OUTCOMES = ['suspicious', 'escalated', 'explained', 'false_positive', null] as const;

/** Null before the first decision. */
export function decisionsSentence(
  { groups }: Alerts,
  { daysToReview }: AlertWorkload,
  { scope, sheet }: ReportContext,
): Span[] | null {
  const reviewed = countAlerts(groups, (group) => group.reviewed);
  if (reviewed === 0) return null;
  const { count } = sheet.from('Alerts by the outcome of their review', scope.period);
  const rate = falsePositiveRate(decisionCounts(groups));
  const rates = sheet.from(
    'False positives and explained ones ÷ all alerts reviewed with an outcome',
    scope.period,
  );
  const share = rate === null ? null : rates.share('False positive rate', Number(rate) / 100);
  const means = sheet.from('Mean over the reviewed alerts of the period', scope.period);
  const days =
    daysToReview === null ? null : means.number('Days from raising to review, on average', daysToReview, 1);
  const all = withNoun(count('Reviewed alerts', reviewed), 'alert');
  const outcomes = OUTCOMES.flatMap((outcome) => {
    const number = countAlerts(
      groups,
      (group) => group.outcome === outcome && (group.reviewed || outcome !== null),
    );
    const label = outcome === null ? 'without a stated outcome' : outcomeLabel(outcome);
    return number === 0 ? [] : [prose`${count(`Alerts reviewed, ${label}`, number)} ${label}`];
  });
  return sentences(
    prose`${all} of the period ${reviewed === 1 ? 'is' : 'are'} reviewed: ${joinWithAnd(outcomes)}.`,
    share && prose`The false positive rate is ${share}.`,
    days && prose`A review came ${days} days after the alert, on average.`,
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
    const facts = sheet.from(`Decided alerts of ${label}`, scope.period);
    const share = facts.share(`False positive rate of ${label}`, Number(rate) / 100);
    const count = facts.count(`Decided alerts of ${label}`, all);
    return [
      prose`Admins: try out stricter thresholds for ${name}: ${share} of its ${withNoun(count, 'decided alert')} led to nothing.`,
    ];
  });
}
