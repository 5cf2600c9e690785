import type { Block, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { categoryOf } from '@clearwatch/contracts/alerts';
import { pairComparison } from '../compared-facts.ts';
import { type CitedFact, factSize } from '../fact-sheet.ts';
import { paragraph, right, section, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { joinWithAnd, prose, sentences, withNoun } from '../report-sentences.ts';
import {
  type Alerts,
  type AlertWorkload,
  alertCountFacts,
  alertCountPair,
  alertFacts,
  alertPhrase,
  alertStateLabel,
  categoriesWithAlerts,
  countAlerts,
  isHighRiskGroup,
  isOpenGroup,
  type ReportedAlert,
  sarDaysFact,
} from './alert-facts.ts';

/** High-risk alerts of the period first, then its others, then other periods, then the decision about a report. */
export function alertActions(alerts: Alerts, context: ReportContext): Span[][] {
  const { groups, serious } = alerts;
  const openHigh = countAlerts(groups, ({ reviewed, riskLevel }) => !reviewed && riskLevel === 'high');
  const openOther = countAlerts(groups, ({ reviewed, riskLevel }) => !reviewed && riskLevel !== 'high');
  const confirmed = countAlerts(groups, ({ outcome }) => outcome === 'suspicious' || outcome === 'escalated');
  const first = serious.find(({ reviewed }) => !reviewed);
  const count = (label: string, number: number) =>
    context.sheet.from(`Count of ${label.toLowerCase()}`, context.scope.period).count(label, number);
  const actions: Span[][] = [];
  if (openHigh > 0 && first !== undefined) {
    const cited = count('Unreviewed high-risk alerts', openHigh);
    const number = openHigh === 1 ? prose`open high-risk alert` : prose`${cited} open high-risk alerts`;
    const start =
      openHigh === 1
        ? prose`: ${alertPhrase(first, context)}`
        : prose`, beginning with ${alertPhrase(first, context)}`;
    actions.push(prose`Fraud analysts: review the ${number} of the period${start}.`);
  }
  if (openOther > 0) {
    const cited = count('Other unreviewed alerts', openOther);
    const number = openOther === 1 ? prose`open alert` : prose`${cited} open alerts`;
    const start =
      openHigh === 0 && first !== undefined ? prose`, beginning with ${alertPhrase(first, context)}` : '';
    actions.push(
      prose`Fraud analysts: ${openHigh > 0 ? 'then ' : ''}review the ${number} of lower risk${start}.`,
    );
  }
  const elsewhere = otherPeriodsAction(alerts, openHigh + openOther, context);
  if (elsewhere !== null) actions.push(elsewhere);
  if (confirmed > 0) {
    const number = withNoun(count('Alerts reviewed as suspicious or escalated', confirmed), 'alert');
    const days = sarDaysFact(context);
    actions.push(
      prose`BSA officer: decide on a suspicious activity report for the ${number} reviewed as suspicious or escalated; its ${days} days are counted from the alert, the safe default.`,
    );
  }
  return actions;
}

/** Open alerts that the period does not have; a report says how many wait in all. */
function otherPeriodsAction({ open }: Alerts, ofPeriod: number, { sheet }: ReportContext): Span[] | null {
  const number = open.alerts - ofPeriod;
  if (number <= 0 || open.oldestDay === null) return null;
  const source = 'Unreviewed alerts of all days';
  const cited = sheet.from(source).count('Unreviewed alerts of other periods', number);
  const which = number === 1 ? prose`open alert` : prose`${cited} open alerts`;
  const outside = prose`Fraud analysts: review the ${which} on activity outside of the period`;
  if (ofPeriod > 0) return prose`${outside} as well${number === 1 ? '' : ', the oldest first'}.`;
  const oldest = sheet.from(source).day('Day of the oldest unreviewed alert', open.oldestDay);
  return prose`${outside}${number === 1 ? '' : ', beginning with the oldest'}, of ${oldest}.`;
}

export function reviewWaitingAction(
  { waiting }: AlertWorkload,
  { scope, sheet }: ReportContext,
): Span[] | null {
  const number = waiting.reduce((sum, { alerts }) => sum + alerts, 0);
  if (number === 0) return null;
  const cited = sheet.from('Unreviewed alerts of all days', scope.asOf).count('Unreviewed alerts', number);
  return prose`Fraud analysts: review the ${number === 1 ? 'open alert' : prose`${cited} open alerts`}.`;
}

export function alertCategoriesSentences(alerts: Alerts, context: ReportContext): Span[] {
  return sentences(leadingCategory(alerts, context), noLongerRaisedCategories(alerts, context));
}

function leadingCategory(alerts: Alerts, context: ReportContext): Span[] | null {
  const [category] = categoriesWithAlerts(alerts).now.toSorted(
    (left, right) => numberIn(right) - numberIn(left) || left.localeCompare(right, 'en'),
  );
  if (category === undefined) return null;
  const { all } = alertCountFacts(alerts, context);
  const isIn = ({ activityType }: { activityType: string }) => categoryOf(activityType) === category;
  const own = alertCountPair(alerts, { label: `Alerts, ${category}`, which: isIn }, context);
  if (factSize(own.now) === factSize(all.now)) return prose`All are of the category ${category}.`;
  const before = pairComparison(context.sheet, own);
  return prose`The most frequent category is ${category} with ${own.now} of ${all.now}${before}.`;

  function numberIn(category: string): number {
    return countAlerts(alerts.groups, ({ activityType }) => categoryOf(activityType) === category);
  }
}

function noLongerRaisedCategories(alerts: Alerts, context: ReportContext): Span[] | null {
  const { ended } = categoriesWithAlerts(alerts);
  if (ended.length === 0 || alertCountFacts(alerts, context).all.before === null) return null;
  return prose`Unlike in the period before there is none of ${joinWithAnd(ended)}.`;
}

/** "Six alerts were raised, down from 9; 2 are high risk, and all are open." */
export function alertsSentence(alerts: Alerts, context: ReportContext): Span[] {
  const { all, high, open } = alertCountFacts(alerts, context);
  const number = factSize(all.now);
  if (number === 0) {
    const before =
      all.before !== null && factSize(all.before) > 0
        ? prose`, after ${all.before} in the period before`
        : '';
    return prose`No alert was raised on activity of the period${before}.`;
  }
  const was = number === 1 ? 'was' : 'were';
  const before = pairComparison(context.sheet, all);
  return prose`${withNoun(all.now, 'alert')} ${was} raised${before}; ${partPhrase(high.now, number, 'high risk')}, and ${openAlertsPhrase(open, number)}.`;
}

function partPhrase(part: CitedFact, whole: number, what: string): Span[] {
  const size = factSize(part);
  if (size === 0) return prose`none is ${what}`;
  if (size === whole) return whole === 1 ? prose`it is ${what}` : prose`all are ${what}`;
  return prose`${part} ${size === 1 ? 'is' : 'are'} ${what}`;
}

function openAlertsPhrase(open: CitedFact, whole: number): Span[] {
  const size = factSize(open);
  if (size === 0) return whole === 1 ? prose`it is reviewed` : prose`all are reviewed`;
  if (size === whole) return whole === 1 ? prose`it is not reviewed yet` : prose`none is reviewed yet`;
  return prose`${open} ${size === 1 ? 'is' : 'are'} not reviewed yet`;
}

export function alertCategoriesBlocks(alerts: Alerts, context: ReportContext): Block[] {
  const categories = categoriesWithAlerts(alerts).now;
  if (categories.length === 0) return [];
  const isCompared = alertCountFacts(alerts, context).all.before !== null;
  const rows = categories.map((category) => {
    const isIn = ({ activityType }: { activityType: string }) => categoryOf(activityType) === category;
    const of = (label: string, which: Parameters<typeof alertCountPair>[1]['which']) =>
      alertCountPair(alerts, { label: `${label}, ${category}`, which }, context);
    const all = of('Alerts', isIn);
    const high = of('High-risk alerts', (group) => isIn(group) && isHighRiskGroup(group)).now;
    const open = of('Unreviewed alerts', (group) => isIn(group) && isOpenGroup(group)).now;
    return [category, all.now, high, open, isCompared && all.before];
  });
  const columns = [right('Alerts'), right('High risk'), right('Open'), isCompared && right('Period before')];
  return [table('Alerts by category', ['Category', ...columns], rows)];
}

export function seriousAlertsBlocks(alerts: Alerts, most: number, context: ReportContext): Block[] {
  const shown = alerts.serious.slice(0, most);
  if (shown.length === 0) return [];
  const left = factSize(alertCountFacts(alerts, context).all.now) - shown.length;
  const listed = alertsBlocks('The most serious alerts', shown, context);
  if (left <= 0) return listed;
  const more = context.sheet
    .from('Count of alerts beyond those listed', context.scope.period)
    .count('Further alerts', left);
  return [
    ...listed,
    paragraph(
      prose`${withNoun(more, 'further alert')} of the period ${left === 1 ? 'is' : 'are'} on the Fraud Detection screen.`,
    ),
  ];
}

export function alertsBlocks(
  caption: string,
  alerts: readonly ReportedAlert[],
  context: ReportContext,
): Block[] {
  return alerts.length === 0 ? [] : [alertsTable(caption, alerts, context), alertLinks(alerts)];
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

function alertsTable(caption: string, alerts: readonly ReportedAlert[], context: ReportContext): Block {
  return table(
    caption,
    [right('Alert'), 'Possible pattern', 'Member', 'Account', right('Amount'), 'Day', 'Risk', 'State'],
    alerts.map((alert) => {
      const { number, type, member, account, amount, day } = alertFacts(alert, context);
      return [number, type, member, account, amount, day, alert.riskLevel, alertStateLabel(alert)];
    }),
  );
}

/** What the alerts of the period say, and which to look at; nothing where there is nothing beyond what a headline says. */
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

/** Null unless alerts outside of the period wait as well. */
export function waitingAlertsSentence({ open, groups }: Alerts, { sheet }: ReportContext): Span[] | null {
  const ofPeriod = groups.reduce((sum, group) => (group.reviewed ? sum : sum + group.alerts), 0);
  if (open.alerts <= ofPeriod || open.oldestDay === null) return null;
  const source = 'Unreviewed alerts of all days';
  const all = sheet.from(source).count('Unreviewed alerts in all', open.alerts);
  const high = sheet.from(source).count('Unreviewed high-risk alerts in all', open.high);
  const oldest = sheet.from(source).day('Day of the oldest unreviewed alert', open.oldestDay);
  return prose`Over all periods ${withNoun(all, 'alert')} ${open.alerts === 1 ? 'waits' : 'wait'} for review, ${high} of high risk; the oldest is of ${oldest}.`;
}
