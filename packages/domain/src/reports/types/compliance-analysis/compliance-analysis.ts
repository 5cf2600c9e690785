import type { Span } from '@clearwatch/contracts/reports/report-document';
import { counted, prose, sentences } from '../../prose.ts';
import type { ReportComposer, ReportContext } from '../../report-composer.ts';
import { actionsSection } from '../../topics/actions-section.ts';
import { alertsSentence, seriousBlocks } from '../../topics/alerts-told.ts';
import { limitsSection } from '../../topics/limits.ts';
import { companiesAbove } from '../../topics/returns-told.ts';
import { companiesSection } from './companies-section.ts';
import { complianceActions } from './compliance-actions.ts';
import type { ComplianceData } from './compliance-data.ts';
import { returnsSection } from './returns-section.ts';
import { suspiciousActivitySection } from './suspicious-activity.ts';

/** For the BSA officer and an examiner: what may have to be reported, what is late, and where rules of Nacha are touched. */
export const complianceAnalysis: ReportComposer<ComplianceData> = {
  type: 'compliance_analysis',
  purpose:
    'What may have to be reported, what is late, return rates against Nacha’s levels, international entries and flagged companies.',
  compose(data, context) {
    const risks = seriousBlocks(data.alerts, 5, context);
    return {
      headline: headline(data, context),
      sections: [
        ...suspiciousActivitySection(data, context),
        ...(risks.length === 0 ? [] : [{ title: 'Risks', blocks: risks }]),
        ...returnsSection(data, context),
        ...companiesSection(data, context),
        actionsSection(complianceActions(data, context)),
        limitsSection(data.flows, method(data, context), context),
      ],
    };
  },
};

function headline(data: ComplianceData, context: ReportContext): Span[] {
  return sentences(
    alertsSentence(data.alerts, context),
    reportableWords(data, context),
    aboveSentence(data, context),
  );
}

function reportableWords({ casework }: ComplianceData, { sheet }: ReportContext): Span[] {
  const number = casework.reportableAlerts;
  if (number === 0) return prose`No alert is reviewed as suspicious or escalated.`;
  const source = 'Alerts reviewed as suspicious or escalated, of all days';
  const count = sheet.count({ label: 'Alerts that may call for a report', source }, number);
  return prose`${counted(count, 'alert')} reviewed as suspicious or escalated may call for a suspicious activity report.`;
}

function aboveSentence({ returns }: ComplianceData, context: ReportContext): Span[] | null {
  const above = companiesAbove(returns, context).length;
  if (above === 0) return null;
  const note = { label: 'Companies above a return rate level', source: 'Return rates of companies' };
  const count = context.sheet.count(note, above);
  return prose`${counted(count, 'company is', 'companies are')} above a return rate level of Nacha.`;
}

function method({ imports }: ComplianceData, { sheet }: ReportContext): Span[][] {
  const source = 'Imports that are in the ledger';
  const files = sheet.count({ label: 'Imports in the ledger', source }, imports.imports);
  const rejected = sheet.count({ label: 'Rejected rows', source }, imports.rejectedRows);
  const rows =
    imports.rejectedRows === 0
      ? prose`No row of them was rejected.`
      : prose`${counted(rejected, 'row')} of them ${imports.rejectedRows === 1 ? 'was' : 'were'} rejected and ${imports.rejectedRows === 1 ? 'is' : 'are'} in no figure.`;
  return [
    prose`The ledger rests on ${counted(files, 'import')}. ${rows}`,
    prose`An alert is a possible pattern, not a finding. Whether a report is filed, and when, is decided by the BSA officer and kept elsewhere.`,
    prose`Return rates are those of company analysis: returned debits over all debits that this institution sees.`,
    prose`ACH entries are not currency. Patterns around a reporting line are watched because they resemble structuring, not because a currency report is due.`,
  ];
}
