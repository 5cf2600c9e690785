import type { ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { paragraph, prose, sentences, strong } from '../../prose.ts';
import type { ReportComposer, ReportContext } from '../../report-composer.ts';
import { actionsSection } from '../../topics/actions-section.ts';
import type { NotedAlert } from '../../topics/alerts.ts';
import { alertLinks, alertsTable } from '../../topics/alerts-told.ts';
import type { Flows } from '../../topics/flows.ts';
import { limitsSection } from '../../topics/limits.ts';
import { movedTo } from '../../topics/pair-words.ts';
import { reportOf, section } from '../../topics/sections.ts';
import { sizeWords } from '../../topics/size-words.ts';
import { statedFlows } from '../../topics/stated-flows.ts';
import { statedTransfers } from '../../topics/transfers/stated-transfers.ts';
import type { Transfers } from '../../topics/transfers/transfers.ts';
import { whereSection } from '../../topics/transfers/where-section.ts';
import { transferActions } from './actions.ts';
import { changedSection } from './companies.ts';
import { internationalSection, newUseSection, sendersSection } from './members.ts';

export interface ExternalTransfersData {
  flows: Flows;
  transfers: Transfers;
  /** High alerts of the period among whose entries are transfers, the open and the largest first. */
  alerts: readonly NotedAlert[];
}

/** What members move between the institution and others, by which ways, and what that says. */
export const externalTransfersAnalysis: ReportComposer<ExternalTransfersData> = {
  type: 'external_transfers_analysis',
  purpose: 'Money that members move to and from other banks, payment apps, exchanges and other countries.',
  compose(data, context) {
    const { transfers, alerts, flows } = data;
    return reportOf(headline(data, context), [
      whereSection(transfers, context),
      changedSection(transfers, context),
      sendersSection(transfers, context),
      newUseSection(transfers, context),
      internationalSection(transfers, context),
      risksSection(alerts, context),
      actionsSection(transferActions({ transfers, alerts }, context)),
      limitsSection(flows, [limit()], context),
    ]);
  },
};

function headline({ transfers, flows }: ExternalTransfersData, context: ReportContext): Span[] {
  const { companies } = transfers;
  if (companies.length === 0)
    return prose`No money moved between members and other banks, payment apps or exchanges.`;
  const { out, in: into } = statedTransfers(companies, 'External transfers', context);
  const { debits, credits } = statedFlows(flows, context);
  const outPart = context.sheet.partOf('Part of all debits that left by transfer', out.now, debits.now);
  const inPart = context.sheet.partOf('Part of all credits that came by transfer', into.now, credits.now);
  return sentences(
    prose`${strong('Transfers out')} ${movedTo(context.sheet, out)}${outPart === null ? '' : prose`, ${outPart} of all debits`}; transfers in ${movedTo(context.sheet, into)}${inPart === null ? '' : prose`, ${inPart} of all credits`}.`,
    netSentence(transfers, context),
  );
}

function netSentence({ companies }: Transfers, context: ReportContext): Span[] | null {
  const { out, in: into } = statedTransfers(companies, 'External transfers', context);
  const net = context.sheet.difference('External transfers, out less in', out.now, into.now);
  const cents = net.fact.value.kind === 'money' ? net.fact.value.cents : 0;
  if (cents === 0) return null;
  return cents > 0
    ? prose`On balance ${sizeWords(net)} left the institution.`
    : prose`On balance ${sizeWords(net)} came to the institution.`;
}

function risksSection(alerts: readonly NotedAlert[], context: ReportContext): ReportSection | null {
  if (alerts.length === 0) return null;
  return section(
    'Risks',
    paragraph(
      prose`Alerts of high risk in the period that rest on transfers among other entries. Each is a possible pattern until somebody has decided it.`,
    ),
    alertsTable('Alerts of high risk with transfers among their entries', alerts, context),
    alertLinks(alerts),
  );
}

function limit(): Span[] {
  return prose`Each entry is judged by its company’s name and its own description, by the table of counterparties. Payments of cards and loans, wages, and what card processors settle are no transfers; what neither name nor description tells is shown as unknown. Wires, checks and cash are not in the ledger.`;
}
