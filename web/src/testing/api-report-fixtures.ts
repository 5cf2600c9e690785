import type { Fact, ReportDocument } from '@clearwatch/contracts/ai-reports';
import type { ReportDetail, ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import type { ParsedCell, ParsedRow, ParseJob, ParseJobDetail } from '@clearwatch/contracts/documents.dto';

/** Builders of complete, plausible document and report responses. A test passes only the fields that it checks. */

export function aParseJob(over: Partial<ParseJob> = {}): ParseJob {
  return Object.assign(
    {
      id: 3,
      jobId: '6f2b5c1e-0000-4000-8000-000000000003',
      llamaParseJobId: null,
      fileName: 'a'.repeat(64),
      originalFileName: 'statement.pdf',
      fileSize: 48_000,
      mimeType: 'application/pdf',
      status: 'completed',
      extractionAgentId: null,
      errorMessage: null,
      transactionCount: 12,
      duplicateCount: 0,
      memberCount: 9,
      createdAt: new Date(Date.now() - 5 * 60_000).toISOString(),
      completedAt: new Date(Date.now() - 4 * 60_000).toISOString(),
      extractor: 'local',
      pages: 2,
      pagesDone: 2,
      heldCount: 0,
      uploadedBy: 'lena',
    } as const,
    over,
  );
}

export function aParsedCell(over: Partial<ParsedCell> = {}): ParsedCell {
  return Object.assign({ text: '', readAs: null, box: null, doubts: [] }, over);
}

export function aParsedRow(over: Partial<ParsedRow> = {}, texts = ['4000123456', '$12.00']): ParsedRow {
  return Object.assign(
    {
      row: 1,
      page: 1,
      state: 'imported',
      cells: texts.map((text) => aParsedCell({ text })),
      box: { x: 0.1, y: 0.2, width: 0.8, height: 0.02 },
      doubts: [],
      decidedBy: null,
    } as const,
    over,
  );
}

/** A document with two columns, one row in the ledger and one row waiting for review. */
export function aParsedDocument(over: Partial<ParseJobDetail> = {}): ParseJobDetail {
  const doubtful = aParsedRow({ row: 2, state: 'held' }, ['40001234S6', '$80.00']);
  Object.assign(doubtful.cells[0] ?? {}, { doubts: ['the characters could not be read with certainty'] });
  return Object.assign(
    aParseJob({ transactionCount: 1, heldCount: 1 }),
    {
      columns: [
        { name: 'Account', field: 'accountNumber' },
        { name: 'Amount', field: 'amount' },
      ],
      rows: [aParsedRow(), doubtful],
      importIds: [8],
      hasPictures: true,
      canEditColumns: false,
    } as const,
    over,
  ) as ParseJobDetail;
}

export function aReportSummary(over: Partial<ReportSummary> = {}): ReportSummary {
  return Object.assign(
    {
      id: 12,
      reportType: 'executive_summary',
      title: 'Executive Summary, Jul 22 to Aug 20, 2026',
      dateRangeStart: '2026-07-22',
      dateRangeEnd: '2026-08-20',
      generatedAt: new Date(2026, 10, 20, 9, 30).toISOString(),
      state: 'completed',
      requestedBy: 'admin',
      unboundCount: 0,
    } as const,
    over,
  );
}

export const FACTS: Fact[] = [
  {
    id: 'F1',
    label: 'Total credits, Jul 22 to Aug 20, 2026',
    value: { kind: 'money', cents: 125_034_000 },
    source: 'Sum of money credits posted from 2026-07-22 to 2026-08-20',
  },
  {
    id: 'F2',
    label: 'Change of credits against the 30 days before',
    value: { kind: 'share', share: 0.084 },
    source: 'F1 ÷ F3 − 1',
  },
  {
    id: 'F3',
    label: 'Largest payer',
    value: { kind: 'name', name: 'Example Payroll Co', of: 'company' },
    source: 'Companies by credits, first place',
  },
];

export function aReportDocument(over: Partial<ReportDocument> = {}): ReportDocument {
  return Object.assign(
    {
      headline: [
        { text: 'Credits rose ' },
        { text: '8.4%', fact: 'F2', strong: true },
        { text: ' to ' },
        { text: '$1,250,340.00', fact: 'F1' },
        { text: '.' },
      ],
      sections: [
        {
          title: 'What changed',
          blocks: [
            {
              kind: 'paragraph',
              spans: [{ text: 'Most came from ' }, { text: 'Example Payroll Co', fact: 'F3' }, { text: '.' }],
            },
            { kind: 'list', items: [[{ text: 'Ask the company.' }], [{ text: 'Look again in a month.' }]] },
            {
              kind: 'table',
              caption: 'Companies by credits',
              columns: [
                { label: 'Company', align: 'left' },
                { label: 'Credits', align: 'right' },
              ],
              rows: [[{ text: 'Example Payroll Co' }, { text: '$1,250,340.00', fact: 'F1' }]],
            },
            {
              kind: 'chart',
              chart: {
                title: 'Credits by month',
                type: 'line',
                categories: ['Jul 2026', 'Aug 2026'],
                series: [{ name: 'Credits', values: [100_000_050, 125_034_000] }],
                unit: 'money',
              },
            },
            { kind: 'alerts', alertIds: [7, 8] },
          ],
        },
      ],
    } satisfies ReportDocument,
    over,
  );
}

export function aReport(over: Partial<ReportDetail> = {}): ReportDetail {
  return Object.assign(
    aReportSummary(),
    {
      content: 'Credits rose 8.4% to $1,250,340.00.',
      prompt: null,
      writer: 'built_in',
      model: null,
      notice: null,
      promptTokens: null,
      completionTokens: null,
      cost: null,
      document: aReportDocument(),
      facts: FACTS,
    } as const,
    over,
  );
}
