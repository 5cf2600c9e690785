import type { Block, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { actionsSection, paragraph, reportOf, section, sentences } from '../report-blocks.ts';
import type { ReportComposer, ReportContext } from '../report-composer.ts';
import { dataLimitsSection } from '../report-data-limits.ts';
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
    return reportOf(headline(data, context), [
      keyFiguresSection(data, context),
      whatChangedSection(
        data,
        [
          { direction: 'credits', kind: 'companies', most: 5 },
          { direction: 'debits', kind: 'companies', most: 5 },
        ],
        context,
      ),
      alertRisksSection(data.alerts, { most: 5, more: returnsBlocks(data, context) }, context),
      actionsSection([
        ...alertActions(data.alerts, context),
        returnsAction(data.returns, context),
        ...flowActions(data, context),
      ]),
      dataLimitsSection(data.flows, [], context),
    ]);
  },
};

function headline({ flows, alerts }: ExecutiveSummaryData, context: ReportContext): Span[] {
  return sentences(flowsSentence(flows, context), alertsSentence(alerts, context));
}

function keyFiguresSection({ flows }: ExecutiveSummaryData, context: ReportContext): ReportSection | null {
  if (flows.now.credits + flows.now.debits === 0) return null;
  return section(
    'At a glance',
    paragraph(netAndMembersSentence(flows, context)),
    flowsTable(flows, context),
    ...monthlyFlowsBlocks(flows, context),
  );
}

function returnsBlocks({ returns, flows }: ExecutiveSummaryData, context: ReportContext): Block[] {
  const sentence = returnsSentence(returns, flowFacts(flows, context).debitCount.now, context);
  return sentence === null ? [] : [paragraph(sentence)];
}
