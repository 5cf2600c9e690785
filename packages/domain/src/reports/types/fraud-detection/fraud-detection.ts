import { categoryOf } from '@clearwatch/contracts/fraud/activity-types';
import type { Block, ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { paragraph, prose, sentences } from '../../prose.ts';
import type { ReportComposer, ReportContext } from '../../report-composer.ts';
import { actionsSection } from '../../topics/actions-section.ts';
import { alertActions } from '../../topics/alert-actions.ts';
import { alertsLead } from '../../topics/alerts-lead.ts';
import {
  alertsSentence,
  categoriesBlocks,
  seriousBlocks,
  waitingSentence,
} from '../../topics/alerts-told.ts';
import { decisionsSentence, reportableBlocks, waitingBlocks } from '../../topics/casework-told.ts';
import { limitsSection } from '../../topics/limits.ts';
import { chartOf } from '../../topics/sections.ts';
import { alertWords } from '../../topics/stated-alert.ts';
import { alertPair, categoriesWithAlerts, statedAlerts } from '../../topics/stated-alerts.ts';
import { connectionsSection } from './connections.ts';
import { explainedBlocks } from './explained.ts';
import type { FraudData } from './fraud-data.ts';
import { connectionActions, ruleActions } from './rule-actions.ts';

const MOST_SERIOUS = 10;

/** What the rules noticed, why, what belongs together, what waits and what was decided. */
export const fraudDetection: ReportComposer<FraudData> = {
  type: 'fraud_detection',
  purpose:
    'What the detection rules noticed and why, which alerts belong together, what waits and what was decided.',
  compose(data, context) {
    return {
      headline: headline(data, context),
      sections: [
        ...noticedSection(data, context),
        ...seriousSection(data, context),
        ...connectionsSection(data, context),
        ...caseworkSection(data, context),
        actionsSection([
          ...alertActions(data.alerts, context),
          ...connectionActions(data, context),
          ...ruleActions(data.alerts, context),
        ]),
        limitsSection(
          data.flows,
          [
            prose`An alert belongs to the period in which the activity was, and is shown in the state it has now. It is a possible pattern that a rule saw, not a finding about a person.`,
            prose`Each alert keeps the entries, figures and thresholds that it was raised on: open it to see them.`,
          ],
          context,
        ),
      ],
    };
  },
};

function headline({ alerts }: FraudData, context: ReportContext): Span[] {
  const first = alerts.serious.find(({ reviewed }) => !reviewed);
  return sentences(
    alertsSentence(alerts, context),
    first === undefined ? null : prose`Look first at ${alertWords(first, context)}.`,
  );
}

function noticedSection({ alerts }: FraudData, context: ReportContext): ReportSection[] {
  const lead = alertsLead(alerts, context);
  const blocks = [
    ...(lead.length === 0 ? [] : [paragraph(lead)]),
    ...categoriesChart(alerts, context),
    ...categoriesBlocks(alerts, context),
  ];
  return blocks.length === 0 ? [] : [{ title: 'What was noticed', blocks }];
}

function categoriesChart(alerts: FraudData['alerts'], context: ReportContext): Block[] {
  const { now, gone } = categoriesWithAlerts(alerts);
  const isCompared = statedAlerts(alerts, context).all.before !== null;
  const categories = isCompared ? [...now, ...gone] : now;
  const pairs = categories.map((category) =>
    alertPair(
      alerts,
      { label: `Alerts, ${category}`, which: ({ activityType }) => categoryOf(activityType) === category },
      context,
    ),
  );
  const chart = chartOf({
    title: 'Alerts by category',
    type: 'bar',
    unit: 'count',
    categories,
    series: [
      { name: 'Period', values: pairs.map(({ now }) => now) },
      ...(isCompared ? [{ name: 'Period before', values: pairs.flatMap(({ before }) => before ?? []) }] : []),
    ],
  });
  return chart === null ? [] : [chart];
}

function seriousSection({ alerts, explained }: FraudData, context: ReportContext): ReportSection[] {
  const blocks = seriousBlocks(alerts, MOST_SERIOUS, context);
  const why = explainedBlocks(explained, context);
  const told = why.length === 0 ? [] : [paragraph(prose`Why the first of them were raised:`), ...why];
  return blocks.length === 0 ? [] : [{ title: 'Risks', blocks: [...blocks, ...told] }];
}

function caseworkSection({ alerts, casework }: FraudData, context: ReportContext): ReportSection[] {
  const sentence = sentences(waitingSentence(alerts, context), decisionsSentence(alerts, casework, context));
  const blocks = [
    ...(sentence.length === 0 ? [] : [paragraph(sentence)]),
    ...waitingBlocks(casework, context),
    ...reportableBlocks(casework, context),
  ];
  return blocks.length === 0 ? [] : [{ title: 'Work on alerts', blocks }];
}
