import type { Block, ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { paragraph, sentences } from '../prose.ts';
import type { ReportComposer, ReportContext } from '../report-composer.ts';
import { actionsSection } from '../topics/actions-section.ts';
import { alertActions } from '../topics/alert-actions.ts';
import type { Alerts } from '../topics/alerts.ts';
import { alertsSentence, risksSection } from '../topics/alerts-told.ts';
import { flowActions } from '../topics/flow-actions.ts';
import { flowsSentence, flowsTable, monthsBlocks, netAndMembersSentence } from '../topics/flows-told.ts';
import { limitsSection } from '../topics/limits.ts';
import type { Returns } from '../topics/returns.ts';
import { returnsAction, returnsSentence } from '../topics/returns-told.ts';
import { statedFlows } from '../topics/stated-flows.ts';
import { type MoneyData, whatChangedSection } from '../topics/what-changed.ts';

export interface ExecutiveSummaryData extends MoneyData {
  alerts: Alerts;
  returns: Returns;
}

/** The state of the institution on two pages, for those who decide. */
export const executiveSummary: ReportComposer<ExecutiveSummaryData> = {
  type: 'executive_summary',
  purpose:
    'What moved in the period, what changed and why, what is at risk and what to do about it, on two pages.',
  compose(data, context) {
    return {
      headline: headline(data, context),
      sections: [
        ...atAGlance(data, context),
        ...whatChangedSection(
          data,
          [
            { direction: 'credits', kind: 'companies', most: 5 },
            { direction: 'debits', kind: 'companies', most: 5 },
          ],
          context,
        ),
        ...risksSection(data.alerts, { most: 5, more: returnsBlocks(data, context) }, context),
        actionsSection([
          ...alertActions(data.alerts, context),
          returnsAction(data.returns, context),
          ...flowActions(data, context),
        ]),
        limitsSection(data.flows, [], context),
      ],
    };
  },
};

function headline({ flows, alerts }: ExecutiveSummaryData, context: ReportContext): Span[] {
  return sentences(flowsSentence(flows, context), alertsSentence(alerts, context));
}

function atAGlance({ flows }: ExecutiveSummaryData, context: ReportContext): ReportSection[] {
  if (flows.now.credits + flows.now.debits === 0) return [];
  return [
    {
      title: 'At a glance',
      blocks: [
        paragraph(netAndMembersSentence(flows, context)),
        flowsTable(flows, context),
        ...monthsBlocks(flows, context),
      ],
    },
  ];
}

function returnsBlocks({ returns, flows }: ExecutiveSummaryData, context: ReportContext): Block[] {
  const sentence = returnsSentence(returns, statedFlows(flows, context).debitCount.now, context);
  return sentence === null ? [] : [paragraph(sentence)];
}
