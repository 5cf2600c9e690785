import { actionsSection, paragraph, section } from '../report-blocks.ts';
import { type ReportComposer, reportOf } from '../report-composer.ts';
import { dataLimitsSection } from '../report-data-limits.ts';
import { sentences } from '../report-sentences.ts';
import type { Alerts } from '../sections/alert-facts.ts';
import { alertActions, alertRisksSection, alertsSentence } from '../sections/alert-sections.ts';
import {
  flowFacts,
  flowsSentence,
  flowsTable,
  monthlyFlowsBlocks,
  netAndMembersSentence,
} from '../sections/money-flow-sections.ts';
import { type Returns, returnsAction, returnsSentence } from '../sections/return-sections.ts';
import { flowActions, type MoneyData, whatChangedSection } from '../sections/what-changed-section.ts';

export interface ExecutiveSummaryData extends MoneyData {
  alerts: Alerts;
  returns: Returns;
}

export const executiveSummary: ReportComposer<ExecutiveSummaryData> = {
  type: 'executive_summary',
  purpose:
    'What moved in the period, what changed and why, what is at risk and what to do about it, on two pages.',
  compose(data, context) {
    const { alerts, flows, returns } = data;
    return reportOf(sentences(flowsSentence(flows, context), alertsSentence(alerts, context)), [
      flows.now.credits + flows.now.debits === 0
        ? null
        : section(
            'At a glance',
            paragraph(netAndMembersSentence(flows, context)),
            flowsTable(flows, context),
            monthlyFlowsBlocks(flows, context),
          ),
      whatChangedSection(
        data,
        [
          { direction: 'credits', kind: 'companies', most: 5 },
          { direction: 'debits', kind: 'companies', most: 5 },
        ],
        context,
      ),
      alertRisksSection(
        alerts,
        {
          most: 5,
          more: [paragraph(returnsSentence(returns, flowFacts(flows, context).debitCount.now, context))],
        },
        context,
      ),
      actionsSection([
        ...alertActions(alerts, context),
        returnsAction(returns, context),
        ...flowActions(data, context),
      ]),
      dataLimitsSection(flows, [], context),
    ]);
  },
};
