import { formatReportDay, formatReportPeriod } from '@clearwatch/domain/report-writing/format-fact';
import { instantWords } from './instant-words.ts';
import type { ReportFile } from './pdf/report-file.ts';

export interface About {
  label: string;
  text: string;
}

/** What stands under the title: which days, as of when, by whom it was asked for and by whom written. */
export function aboutReport({ report, asOf, timeZone }: ReportFile): About[] {
  const { dateRangeStart: firstDay, dateRangeEnd: lastDay, prompt } = report;
  return [
    ...(firstDay === null || lastDay === null
      ? []
      : [{ label: 'Period', text: formatReportPeriod({ firstDay, lastDay }) }]),
    ...(asOf === null ? [] : [{ label: 'Ledger as of', text: formatReportDay(asOf) }]),
    {
      label: 'Generated',
      text: `${instantWords(report.generatedAt, timeZone)}, for ${report.requestedBy || 'staff'}`,
    },
    { label: 'Written', text: writerWords(report) },
    ...(prompt === null ? [] : [{ label: 'Asked', text: prompt }]),
  ];
}

/**
 * A reader must know before he reads on.
 *
 * @param mark what stands behind words that no fact has
 */
export function warningsOf({ report: { unboundCount, notice } }: ReportFile, mark: string): string[] {
  const unbound =
    unboundCount === 1
      ? `One number, day or name in this report is bound to no computed fact. It is marked ${mark} and must be checked before it is used.`
      : `${unboundCount} numbers, days or names in this report are bound to no computed fact. They are marked ${mark} and must be checked before they are used.`;
  return [...(unboundCount === 0 ? [] : [unbound]), ...(notice === null ? [] : [notice])];
}

function writerWords({ writer, model }: ReportFile['report']): string {
  return writer === 'model'
    ? `Worded by the language model ${model ?? 'that was set up'}, from facts computed from the ledger`
    : "Composed by rules from the institution's own figures; no language model was involved";
}
