import type { Block, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { activityLabel } from '../../detection/activity-label.ts';
import { falsePositiveRate } from '../../detection/review-outcomes.ts';
import { pairComparison } from '../compared-facts.ts';
import { type CitedFact, factSize } from '../fact-sheet.ts';
import { paragraph, right, rowTable, section, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { joinWithAnd, prose, sentences, withNoun } from '../report-sentences.ts';
import {
  type AlertFilter,
  type AlertGroup,
  type Alerts,
  type AlertWorkload,
  alertCountFacts,
  alertCountPair,
  alertFacts,
  alertPhrase,
  alertStateLabel,
  categoriesWithAlerts,
  countAlerts,
  dueDayFact,
  isHighRiskGroup,
  isOfCategory,
  isOpenGroup,
  outcomeLabel,
  type ReportedAlert,
  sarDaysFact,
  WAITING_AGE_DAYS,
  WAITING_AGES,
} from './alert-facts.ts';

const openAlerts = (number: CitedFact, noun = 'open alert'): Span[] =>
  factSize(number) === 1 ? prose`${noun}` : prose`${number} ${noun}s`;

/**
 * Actions in order: high-risk alerts in the period, other alerts in the period, alerts from other periods,
 * then the SAR decision.
 */
export function alertActions(alerts: Alerts, context: ReportContext): Span[][] {
  const { groups, serious } = alerts;
  const open = groups.filter(isOpenGroup);
  const openHigh = countAlerts(open, isHighRiskGroup);
  const openOther = countAlerts(open) - openHigh;
  const confirmed = countAlerts(groups, ({ outcome }) => outcome === 'suspicious' || outcome === 'escalated');
  const first = serious.find(({ reviewed }) => !reviewed);
  const count = (label: string, number: number) =>
    context.sheet.from(`Count of ${label.toLowerCase()}`, context.scope.period).count(label, number);
  const actions: Span[][] = [];
  if (openHigh > 0 && first !== undefined) {
    const number = openAlerts(count('Unreviewed high-risk alerts', openHigh), 'open high-risk alert');
    const start = openHigh === 1 ? ': ' : ', starting with ';
    actions.push(prose`Fraud analysts: review the ${number} in the period${start}${alertPhrase(first, context)}.`);
  }
  if (openOther > 0) {
    const number = openAlerts(count('Other unreviewed alerts', openOther), 'open lower-risk alert');
    const start = openHigh === 0 && first !== undefined ? prose`, starting with ${alertPhrase(first, context)}` : '';
    actions.push(prose`Fraud analysts: ${openHigh > 0 ? 'then ' : ''}review the ${number}${start}.`);
  }
  const elsewhere = otherPeriodsAction(alerts, openHigh + openOther, context);
  if (elsewhere !== null) actions.push(elsewhere);
  if (confirmed > 0) {
    const number = withNoun(count('Alerts reviewed as suspicious or escalated', confirmed), 'alert');
    actions.push(
      prose`BSA officer: decide whether to file a suspicious activity report on the ${number} reviewed as suspicious or escalated. As a conservative default, the ${sarDaysFact(context)} days to file are counted from the alert date.`,
    );
  }
  return actions;
}

const ALL_DAYS_SOURCE = 'Unreviewed alerts from all days';

/** Open alerts outside the period, so that a report shows the whole backlog. */
function otherPeriodsAction({ open }: Alerts, ofPeriod: number, { sheet }: ReportContext): Span[] | null {
  const number = open.alerts - ofPeriod;
  if (number <= 0 || open.oldestDay === null) return null;
  const { count, day } = sheet.from(ALL_DAYS_SOURCE);
  const which = openAlerts(count('Unreviewed alerts from other periods', number));
  const outside = prose`Fraud analysts: ${ofPeriod > 0 ? 'also ' : ''}review the ${which} on activity outside the period`;
  if (ofPeriod > 0) return prose`${outside}${number === 1 ? '' : ', oldest first'}.`;
  const oldest = day('Day of the oldest unreviewed alert', open.oldestDay);
  return prose`${outside}${number === 1 ? '' : ', starting with the oldest'}, dated ${oldest}.`;
}

export function reviewWaitingAction({ waiting }: AlertWorkload, { scope, sheet }: ReportContext) {
  const number = countAlerts(waiting);
  if (number === 0) return null;
  const { count } = sheet.from(ALL_DAYS_SOURCE, scope.asOf);
  return prose`Fraud analysts: review the ${openAlerts(count('Unreviewed alerts', number))}.`;
}

export function alertCategoriesSentences(alerts: Alerts, context: ReportContext): Span[] {
  const { now, ended } = categoriesWithAlerts(alerts);
  const numberIn = (category: string) => countAlerts(alerts.groups, isOfCategory(category));
  const leading = now
    .toSorted((left, right) => numberIn(right) - numberIn(left) || left.localeCompare(right, 'en'))
    .slice(0, 1)
    .map((category) => {
      const { all } = alertCountFacts(alerts, context);
      const which = isOfCategory(category);
      const own = alertCountPair(alerts, { label: `Alerts, ${category}`, which }, context);
      if (factSize(own.now) === factSize(all.now)) return prose`The only category with alerts is ${category}.`;
      const before = pairComparison(context.sheet, own);
      return prose`The most frequent category is ${category}, with ${own.now} of ${all.now} alerts${before}.`;
    });
  const isEndKnown = ended.length > 0 && alertCountFacts(alerts, context).all.before !== null;
  return sentences(
    ...leading,
    isEndKnown ? prose`Only the previous period had alerts in ${joinWithAnd(ended)}.` : null,
  );
}

/** "6 alerts were raised, down from 9; 2 are high risk, and none has been reviewed yet." */
export function alertsSentence(alerts: Alerts, context: ReportContext): Span[] {
  const { all, high, open } = alertCountFacts(alerts, context);
  const number = factSize(all.now);
  if (number === 0) {
    const before =
      all.before !== null && factSize(all.before) > 0
        ? prose`, compared with ${all.before} in the previous period`
        : '';
    return prose`No alerts were raised for activity in the period${before}.`;
  }
  const part = (fact: CitedFact, words: Record<'none' | 'all' | 'some', string>) => {
    const size = factSize(fact);
    if (size === 0 || size === number) return prose`${size === 0 ? words.none : words.all}`;
    return prose`${fact} ${size === 1 ? 'is' : 'are'} ${words.some}`;
  };
  const [was, each, been, notBeen] =
    number === 1
      ? ['was', 'it is', 'it has been', 'it has not been']
      : ['were', 'all are', 'all have been', 'none has been'];
  const risk = part(high.now, { none: 'none is high risk', all: `${each} high risk`, some: 'high risk' });
  const review = { none: `${been} reviewed`, all: `${notBeen} reviewed yet`, some: 'not yet reviewed' };
  const before = pairComparison(context.sheet, all);
  return prose`${withNoun(all.now, 'alert')} ${was} raised${before}; ${risk}, and ${part(open, review)}.`;
}

export function alertCategoriesBlocks(alerts: Alerts, context: ReportContext): Block[] {
  const categories = categoriesWithAlerts(alerts).now;
  if (categories.length === 0) return [];
  const isCompared = alertCountFacts(alerts, context).all.before !== null;
  const rows = categories.map((category) => {
    const isIn = isOfCategory(category);
    const of = (label: string, which: AlertFilter) =>
      alertCountPair(alerts, { label: `${label}, ${category}`, which }, context);
    const all = of('Alerts', isIn);
    const high = of('High-risk alerts', (group) => isIn(group) && isHighRiskGroup(group)).now;
    const open = of('Unreviewed alerts', (group) => isIn(group) && isOpenGroup(group)).now;
    return [category, all.now, high, open, isCompared && all.before];
  });
  const columns = ['Category', ...['Alerts', 'High risk', 'Open', 'Previous period'].map(right)];
  return [table('Alerts by category', columns, rows)];
}

export function seriousAlertsBlocks(alerts: Alerts, most: number, context: ReportContext): Block[] {
  const shown = alerts.serious.slice(0, most);
  if (shown.length === 0) return [];
  const left = factSize(alertCountFacts(alerts, context).all.now) - shown.length;
  const listed = alertsBlocks('The most serious alerts', shown, context);
  if (left <= 0) return listed;
  const { count } = context.sheet.from('Count of alerts beyond those listed', context.scope.period);
  const more = withNoun(count('Other alerts', left), 'more alert');
  return [
    ...listed,
    paragraph(prose`${more} in the period ${left === 1 ? 'is' : 'are'} on the Fraud Detection screen.`),
  ];
}

export function alertsBlocks(caption: string, alerts: readonly ReportedAlert[], context: ReportContext) {
  if (alerts.length === 0) return [];
  const rows = alerts.map((alert) => alertFacts(alert, context));
  const listed = rowTable(caption, rows, [
    [right('Alert'), ({ number }) => number],
    ['Possible pattern', ({ type }) => type],
    ['Member', ({ member }) => member],
    ['Account', ({ account }) => account],
    [right('Amount'), ({ amount }) => amount],
    ['Day', ({ day }) => day],
    ['Risk', ({ alert }) => alert.riskLevel],
    ['Status', ({ alert }) => alertStateLabel(alert)],
  ]);
  return [listed, alertLinks(alerts)];
}

export function risksSection(
  { sentence, caption }: { sentence: Span[]; caption: string },
  alerts: readonly ReportedAlert[],
  context: ReportContext,
): ReportSection | null {
  if (alerts.length === 0) return null;
  return section('Risks', paragraph(sentence), ...alertsBlocks(caption, alerts, context));
}

export function alertLinks(alerts: readonly ReportedAlert[]): Block {
  return { kind: 'alerts', alertIds: alerts.map(({ id }) => id) };
}

/** Categories and the most serious alerts in the period, and the alerts waiting in all periods. */
export function alertRisksSection(
  alerts: Alerts,
  { most, more = [] }: { most: number; more?: Block[] },
  context: ReportContext,
): ReportSection | null {
  return section(
    'Risks',
    paragraph(alertCategoriesSentences(alerts, context), waitingAlertsSentence(alerts, context)),
    ...alertCategoriesBlocks(alerts, context),
    ...seriousAlertsBlocks(alerts, most, context),
    ...more,
  );
}

/** Null unless alerts outside the period are open too. */
export function waitingAlertsSentence({ open, groups }: Alerts, { sheet }: ReportContext): Span[] | null {
  if (open.alerts <= countAlerts(groups, isOpenGroup) || open.oldestDay === null) return null;
  const { count, day } = sheet.from(ALL_DAYS_SOURCE);
  const all = withNoun(count('Unreviewed alerts in all', open.alerts), 'alert');
  const high = count('Unreviewed high-risk alerts in all', open.high);
  const oldest = day('Day of the oldest unreviewed alert', open.oldestDay);
  return prose`Across all periods, ${all} ${open.alerts === 1 ? 'is' : 'are'} waiting for review (${high} high risk); the oldest is dated ${oldest}.`;
}

const waitingAgeLabel = (age: (typeof WAITING_AGES)[number]): string =>
  age === 'longer' ? `Over ${WAITING_AGE_DAYS.quarter} days` : `Up to ${WAITING_AGE_DAYS[age]} days`;

export function waitingAlertsBlocks({ waiting }: AlertWorkload, { scope, sheet }: ReportContext): Block[] {
  const ages = WAITING_AGES.filter((age) => waiting.some((group) => group.age === age));
  if (ages.length === 0) return [];
  const { count } = sheet.from('Days from the activity to the latest day in the ledger', scope.asOf);
  const rows = ages.map((age) => {
    const label = waitingAgeLabel(age);
    const own = waiting.filter((group) => group.age === age);
    const isHigh = ({ riskLevel }: { riskLevel: string }) => riskLevel === 'high';
    return [
      sheet.from('Age bands in this report').word('Days since the activity', label),
      count(`Unreviewed alerts, ${label.toLowerCase()}`, countAlerts(own)),
      count(`Unreviewed high-risk alerts, ${label.toLowerCase()}`, countAlerts(own, isHigh)),
    ];
  });
  const columns = ['Days since activity', right('Open alerts'), right('High risk')];
  return [table('Unreviewed alerts by age', columns, rows)];
}

const OUTCOMES = ['suspicious', 'escalated', 'explained', 'false_positive', null] as const;

/** Null when no alert in the period has been reviewed. */
export function decisionsSentence(
  { groups }: Alerts,
  { daysToReview }: AlertWorkload,
  { scope, sheet }: ReportContext,
): Span[] | null {
  const reviewed = countAlerts(groups, (group) => group.reviewed);
  if (reviewed === 0) return null;
  const { count } = sheet.from('Alerts by the outcome of their review', scope.period);
  const rate = falsePositiveRate(decisionCounts(groups));
  const rates = sheet.from('False positives and explained alerts ÷ all alerts reviewed with an outcome', scope.period);
  const share = rate === null ? null : rates.share('False-positive rate', Number(rate) / 100);
  const means = sheet.from('Average of the reviewed alerts in the period', scope.period);
  const days = daysToReview === null ? null : means.number('Days from alert to review, on average', daysToReview, 1);
  const all = withNoun(count('Reviewed alerts', reviewed), 'alert');
  const outcomes = OUTCOMES.flatMap((outcome) => {
    const number = countAlerts(groups, (group) => group.outcome === outcome && (group.reviewed || outcome !== null));
    const label = outcome === null ? 'without an outcome' : outcomeLabel(outcome);
    return number === 0 ? [] : [prose`${count(`Alerts reviewed, ${label}`, number)} ${label}`];
  });
  return sentences(
    prose`${all} in the period ${reviewed === 1 ? 'has' : 'have'} been reviewed: ${joinWithAnd(outcomes)}.`,
    share && prose`The false-positive rate is ${share}.`,
    days && prose`On average, alerts were reviewed ${days} days after they were raised.`,
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
      'Alerts that may require a suspicious activity report',
      [right('Alert'), 'Possible pattern', 'Member', right('Amount'), 'Reviewed as', 'Decide by'],
      rows,
    ),
    alertLinks(reportable.map(({ alert }) => alert)),
    paragraph(
      prose`Filings are not recorded in the ledger, so alerts with a filed report are listed too.${reportable.length < reportableAlerts ? ' Only the newest are listed.' : ''}`,
    ),
  ];
}

/** With fewer outcomes, a false-positive rate is not meaningful. */
const MIN_DECIDED_ALERTS = 5;
const MOSTLY_FALSE_PERCENT = 75;

/** Rules with mostly false positives, for which stricter thresholds are worth a backtest. */
export function ruleActions({ groups }: Alerts, { scope, sheet }: ReportContext): Span[][] {
  return [...Map.groupBy(groups, ({ activityType }) => activityType)].flatMap(([activityType, own]) => {
    const decided = decisionCounts(own);
    const all = decided.falsePositive + decided.explained + decided.suspicious + decided.escalated;
    const rate = falsePositiveRate(decided);
    if (rate === null || all < MIN_DECIDED_ALERTS || Number(rate) < MOSTLY_FALSE_PERCENT) return [];
    const label = activityLabel(activityType);
    const name = sheet.from('Detection rules').word('What the rule looks for', label);
    const facts = sheet.from(`Alerts reviewed with an outcome, ${label}`, scope.period);
    const share = facts.share(`False-positive rate for ${label}`, Number(rate) / 100);
    const count = facts.count(`Alerts reviewed with an outcome, ${label}`, all);
    return [
      prose`Admins: backtest stricter thresholds for ${name}; ${share} of its ${withNoun(count, 'reviewed alert')} were false positives or explained.`,
    ];
  });
}
