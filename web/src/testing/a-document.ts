import type { ParsedCell, ParsedRow, ParseJob, ParseJobDetail } from '@clearwatch/contracts/documents.dto';

/** Builders of what the server says of documents: complete and plausible, a test names only what it is about. */

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

/** A document of two columns with one row in the ledger and one that waits. */
export function aDocument(over: Partial<ParseJobDetail> = {}): ParseJobDetail {
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
    } as const,
    over,
  ) as ParseJobDetail;
}
