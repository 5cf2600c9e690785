import type { Fact, ReportDocument } from '@clearwatch/contracts/ai-reports';
import type { ReportDetail } from '@clearwatch/contracts/ai-reports.dto';
import type { Day } from '@clearwatch/domain/calendar/day';
import type { Letterhead } from '@clearwatch/domain/institution-profile';
import { formatFact, formatReportDay, formatReportPeriod } from '@clearwatch/domain/report-writing/format-fact';
import { markdownText, toMarkdown } from '@clearwatch/domain/report-writing/report-markdown';

/**
 * Returns a time such as "Nov 20, 2026, 16:12 UTC". @param timeZone IANA name; null for the server's time
 * zone
 */
export function formatInstant(instant: Date | string, timeZone: string | null): string {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone !== null && { timeZone }),
  }).format(new Date(instant));
}

export interface ReportFile {
  report: Omit<ReportDetail, 'document'>;
  document: ReportDocument;
  facts: Fact[];
  /** Newest posting day in the ledger when the report was written; null for an empty ledger. */
  asOf: Day | null;
  /** Null when neither a profile nor INSTITUTION_NAME is set. */
  institution: Letterhead | null;
  /** IANA name; null for the server's time zone. */
  timeZone: string | null;
  exportedBy: string;
  exportedAt: Date;
}

export const CLASSIFICATION = 'Confidential: member financial information. For internal use only.';

export function reportDetailLines({ report, asOf, timeZone }: ReportFile): { label: string; text: string }[] {
  const { dateRangeStart: firstDay, dateRangeEnd: lastDay, prompt } = report;
  const period = firstDay === null || lastDay === null ? null : formatReportPeriod({ firstDay, lastDay });
  const lines = {
    Period: period,
    'Ledger as of': asOf === null ? null : formatReportDay(asOf),
    Generated: `${formatInstant(report.generatedAt, timeZone)}, for ${report.requestedBy || 'staff'}`,
    Written: describeWriter(report),
    Question: prompt,
  };
  return Object.entries(lines).flatMap(([label, text]) => (text === null ? [] : [{ label, text }]));
}

/** @param mark symbol after unverified words */
export function reportWarnings({ report: { unboundCount, notice } }: ReportFile, mark: string): string[] {
  const unbound =
    unboundCount === 1
      ? `One number, day or name in this report is not verified against the ledger. It is marked ${mark}. Check it before you use it.`
      : `${unboundCount} numbers, days or names in this report are not verified against the ledger. They are marked ${mark}. Check them before you use them.`;
  return [...(unboundCount === 0 ? [] : [unbound]), ...(notice === null ? [] : [notice])];
}

function describeWriter({ writer, model }: ReportFile['report']): string {
  return writer === 'model'
    ? `By ${model ?? 'a language model'}, based on facts computed from the ledger`
    : 'By fixed rules from ledger figures, without a language model';
}

export function markdownFile(file: ReportFile): string {
  const { report, document, facts, institution } = file;
  const head = [
    `# ${markdownText(report.title)}`,
    `**${markdownText(CLASSIFICATION)}**`,
    [
      ...(institution === null
        ? []
        : [`- Institution: ${markdownText([institution.name, ...institution.lines].join(' · '))}`]),
      ...reportDetailLines(file).map(({ label, text }) => `- ${label}: ${markdownText(text)}`),
    ].join('\n'),
    ...reportWarnings(file, '⚠').map((text) => `> ${markdownText(text)}`),
  ];
  const sources = facts.map(
    ({ id, label, value, source }) => `| ${[id, label, formatFact(value), source].map(markdownText).join(' | ')} |`,
  );
  const table = ['| Fact | Description | Value | Source |', '| --- | --- | ---: | --- |', ...sources];
  const appendix = facts.length === 0 ? [] : ['## Facts and their sources', table.join('\n')];
  return `${[...head, toMarkdown(document).trimEnd(), ...appendix].join('\n\n').trimEnd()}\n`;
}
