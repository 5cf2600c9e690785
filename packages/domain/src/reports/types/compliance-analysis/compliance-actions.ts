import type { Span } from '@clearwatch/contracts/reports/report-document';
import { SAR_DAYS } from '../../../fraud/sar-due-day.ts';
import type { FactSheet, Stated } from '../../fact-sheet.ts';
import { counted, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { waitingAction } from '../../topics/alert-actions.ts';
import type { Casework } from '../../topics/casework.ts';
import { noted, notedAsOf } from '../../topics/noted.ts';
import { returnsAction } from '../../topics/returns-told.ts';
import { statedAlert } from '../../topics/stated-alert.ts';
import type { ComplianceData } from './compliance-data.ts';

const DETECTION = '12 CFR 748.1(d), 31 CFR 1020.320(b)(3)';

/** What the BSA officer and ACH operations have to see to, the next deadline first. */
export function complianceActions(data: ComplianceData, context: ReportContext): (Span[] | null)[] {
  return [
    nextReport(data, context),
    lateAlerts(data, context) ?? waitingAction(data.casework, context),
    overdueReports(data, context),
    returnsAction(data.returns, context),
    screening(data, context),
    flaggedAction(data, context),
  ];
}

/** The alert reviewed as suspicious or escalated whose time ends first after the ledger's newest day. */
export function nextReport({ casework }: ComplianceData, context: ReportContext): Span[] | null {
  const next = casework.nextReportable;
  if (next === null) return null;
  const { number, member } = statedAlert(next.alert, context);
  return prose`BSA officer: decide by ${dueDayOf(next, context.sheet)} whether alert ${number} (${member}) calls for a suspicious activity report.`;
}

/** Whether a report was filed is not in the ledger: where the time of all has passed, somebody must look it up. */
function overdueReports({ casework }: ComplianceData, context: ReportContext): Span[] | null {
  const { asked, sheet } = context;
  if (casework.overdueAlerts === 0) return null;
  const first = casework.reportable.find(({ dueDay }) => dueDay < asked.asOf);
  if (casework.overdueAlerts === 1 && first !== undefined) {
    const { number, member } = statedAlert(first.alert, context);
    return prose`BSA officer: confirm that a decision about a suspicious activity report on alert ${number} (${member}) is on file; its time passed on ${dueDayOf(first, sheet)}.`;
  }
  const source = `Alerts reviewed as suspicious or escalated, of all days, and the time of ${DETECTION}`;
  const count = sheet.count(
    notedAsOf('Alerts whose time for a report has passed', source, asked.asOf),
    casework.overdueAlerts,
  );
  return prose`BSA officer: confirm that decisions about suspicious activity reports on the ${counted(count, 'alert')} whose time has passed are on file.`;
}

function dueDayOf({ alert, dueDay }: Casework['reportable'][number], sheet: FactSheet): Stated {
  return sheet.day(
    {
      label: `Day by which a report on alert ${alert.id} is due`,
      source: `Day of detection and the time of ${DETECTION}`,
    },
    dueDay,
  );
}

function lateAlerts({ casework }: ComplianceData, { asked, sheet }: ReportContext): Span[] | null {
  const late = casework.waiting.filter(({ age }) => age === 'quarter' || age === 'longer');
  const number = late.reduce((sum, { alerts }) => sum + alerts, 0);
  if (number === 0) return null;
  const source = 'Unreviewed alerts by the days from the activity to the newest day of the ledger';
  const stated = sheet.count(notedAsOf('Alerts unreviewed for long', source, asked.asOf), number);
  const days = sheet.count(
    { label: 'Days to file a suspicious activity report', source: DETECTION },
    SAR_DAYS,
  );
  return prose`Fraud analysts: review the ${counted(stated, 'alert')} on activity more than ${days} days old, the oldest first. The time for a suspicious activity report is counted from the alert, the safe default, and does not wait for the review.`;
}

function screening({ international }: ComplianceData, { asked, sheet }: ReportContext): Span[] | null {
  if (international.entries === 0) return null;
  const note = noted('International entries', 'Count of entries of class IAT', asked.period);
  const count = sheet.count(note, international.entries);
  return prose`ACH operations: confirm that the sanctions screening of the ${counted(count, 'international entry', 'international entries')} is on file.`;
}

function flaggedAction({ flagged }: ComplianceData, { sheet }: ReportContext): Span[] | null {
  const first = flagged.find(({ riskLevel }) => riskLevel === 'high');
  if (first === undefined) return null;
  const name = sheet.company({ label: 'Company', source: 'Flags of company analysis' }, first.company);
  const why = sheet.word(
    { label: `Flags of ${first.company}`, source: 'Flags of company analysis' },
    first.flags.join('; '),
  );
  return prose`ACH operations: ask the ODFI about ${name} (${why}).`;
}
