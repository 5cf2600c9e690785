import { PARSED_ROW_STATES, type PageBox, type ParsedCell, type ParsedRow } from '@clearwatch/contracts/documents.dto';
import type { Box } from '@clearwatch/domain/documents/document-words';
import type { DocumentRow, DocumentTable, UnreadLine } from '@clearwatch/domain/documents/extracted-table';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { insertRows, queryIntegers, queryTexts, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type AuditedDocument, documentAuditEvent, type ParsedTable, ParseJobEntity } from './parse-job.entity.ts';
import type { ReadDocument } from './reading/document-reader.ts';

const UNKNOWN_ACCOUNT_REASON = 'no member has this account number yet; check every character';

/**
 * OCR confuses characters with high confidence ("44S1" for "4451"), so an unknown account in a picture needs review.
 */
async function flagUnknownAccounts(
  manager: EntityManager,
  { tables, pages }: Pick<ReadDocument, 'tables' | 'pages'>,
): Promise<DocumentTable[]> {
  const pictures = new Set(pages.filter(({ isPicture }) => isPicture).map(({ page }) => page));
  if (pictures.size === 0) return tables;
  const accounts = tables.flatMap((table) =>
    table.rows.filter(({ page }) => pictures.has(page)).map((row) => row.cells[accountColumn(table)]?.text ?? ''),
  );
  const sql = 'SELECT account_number FROM ledger.members WHERE account_number = ANY($1)';
  const known = new Set(await queryTexts(manager, sql, [accounts]));
  return tables.map((table) => {
    const column = accountColumn(table);
    return {
      ...table,
      rows: table.rows.map((row) =>
        !pictures.has(row.page) || known.has(row.cells[column]?.text ?? '')
          ? row
          : { ...row, doubts: [...row.doubts, { column, reason: UNKNOWN_ACCOUNT_REASON }] },
      ),
    };
  });
}

function accountColumn({ mapping }: DocumentTable): number {
  return mapping.columns.find(({ field }) => field === 'accountNumber')?.column ?? -1;
}

const ROWS_PER_STATEMENT = 1_000;

type Page = ReadDocument['pages'][number];

/** Replaces the rows from an earlier reading. Lines that belong to no row are stored as held rows. */
export async function storeParsedRows(
  manager: EntityManager,
  parseJobId: number,
  { tables, unread, pages }: ReadDocument,
): Promise<{ rows: number; held: number }> {
  await manager.query('DELETE FROM ledger.parsed_rows WHERE parse_job_id = $1', [parseJobId]);
  const pageOf = (page: number) => pages.find((candidate) => candidate.page === page);
  const doubted = await flagUnknownAccounts(manager, { tables, pages });
  const stored = doubted.flatMap(({ rows }, table) => rows.map((row) => toStoredRow(row, table, pageOf(row.page))));
  const width = tables[0]?.header.length ?? 1;
  for (const line of unread) stored.push(toUnplacedRow(line, width, pageOf(line.page)));
  for (let from = 0; from < stored.length; from += ROWS_PER_STATEMENT) {
    const rows = stored
      .slice(from, from + ROWS_PER_STATEMENT)
      .map((row, index) => ({ parseJobId, rowNumber: from + index + 1, ...row }));
    await insertRows(manager, 'ledger.parsed_rows', rows);
  }
  return { rows: stored.length, held: stored.filter(({ state }) => state === 'held').length };
}

interface StoredRow {
  tableNumber: number;
  page: number;
  state: 'ready' | 'held';
  cells: ParsedCell[];
  box: PageBox | null;
  doubts: string[];
}

function toStoredRow({ cells, page, box, doubts }: DocumentRow, table: number, size: Page | undefined): StoredRow {
  return {
    tableNumber: table,
    page,
    state: doubts.length === 0 ? 'ready' : 'held',
    cells: cells.map(({ text, place, alternatives = [] }, column) => ({
      text,
      readAs: null,
      box: toPageBox(place?.box ?? null, size),
      doubts: [
        ...new Set(doubts.filter((doubt) => doubt.column === column).map(({ reason }) => reason)),
        ...alternatives.map((other) => `it may also read "${other}"`),
      ],
    })),
    box: toPageBox(box, size),
    doubts: [...new Set(doubts.filter(({ column }) => column === null).map(({ reason }) => reason))],
  };
}

/** A line that has an amount but belongs to no row. It cannot be accepted unchanged. */
function toUnplacedRow({ page, text, box }: UnreadLine, width: number, size: Page | undefined): StoredRow {
  const empty = { text: '', readAs: null, box: null, doubts: [] };
  return {
    tableNumber: 0,
    page,
    state: 'held',
    cells: Array.from({ length: width }, (_, column) => (column === 0 ? { ...empty, text } : empty)),
    box: toPageBox(box ?? null, size),
    doubts: [
      'This line contains an amount but does not fit the columns. Fill in the cells if it is a transaction, or discard it.',
    ],
  };
}

const toPageBox = (box: Box | null, page: Page | undefined): PageBox | null =>
  box === null || page === undefined ? null : shareOfPage(box, page);

export function shareOfPage(box: Box, page: Pick<Page, 'width' | 'height'>): PageBox {
  const [width, height] = [Math.max(1, page.width), Math.max(1, page.height)];
  return { x: box.x / width, y: box.y / height, width: box.width / width, height: box.height / height };
}

/** A row is held again if its import was undone, or if it was accepted and its import failed. */
const PARSED_ROWS_SQL = `
  SELECT r.row_number AS row, r.page, r.table_number AS table, r.cells, r.box, r.doubts, r.decided_by_name AS decided_by,
         CASE WHEN i.state = 'undone' THEN 'held' WHEN i.state = 'stored' THEN 'imported'
              WHEN i.state = 'failed' AND r.state = 'accepted' THEN 'held' ELSE r.state END AS state
    FROM ledger.parsed_rows r
    LEFT JOIN ledger.imports i ON i.id = r.import_id`;

const PARSED_ROW = new RowReader({
  integer: ['row', 'page'],
  words: { state: PARSED_ROW_STATES },
  'text?': ['decidedBy'],
  json: ['cells', 'box', 'doubts'],
});

export interface PendingRow {
  row: number;
  table: number;
  cells: ParsedCell[];
}

@Injectable()
export class ParsedRowsRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  async all(parseJobId: number): Promise<ParsedRow[]> {
    const sql = `${PARSED_ROWS_SQL} WHERE r.parse_job_id = $1 ORDER BY r.row_number`;
    return (await PARSED_ROW.all(this.database, sql, [parseJobId])) as ParsedRow[];
  }

  async importIds(parseJobId: number, rowNumbers: readonly number[] | null = null): Promise<number[]> {
    return queryIntegers(
      this.database,
      `SELECT DISTINCT import_id FROM ledger.parsed_rows
        WHERE parse_job_id = $1 AND ($2::int[] IS NULL OR row_number = ANY($2)) AND import_id IS NOT NULL
        ORDER BY import_id`,
      [parseJobId, rowNumbers],
    );
  }

  async tables(parseJobId: number): Promise<ParsedTable[]> {
    const job = await this.database.manager.findOne(ParseJobEntity, {
      select: { id: true, resultData: true },
      where: { id: parseJobId },
    });
    return job?.resultData?.tables ?? [];
  }

  /**
   * Reviews held rows, all or none.
   * @param decisions.check throws if a row cannot be accepted
   * @returns how many were still held; if fewer than requested, nothing was changed
   */
  async decide(
    actor: Actor,
    which: AuditedDocument,
    decisions: {
      state: 'accepted' | 'discarded';
      rows: readonly { row: number; cells?: readonly string[] }[];
      check: (row: PendingRow, cells: readonly string[]) => void;
    },
  ): Promise<number> {
    const requested = new Map(decisions.rows.map(({ row, cells }) => [row, cells]));
    return inTransaction(this.database, async (manager) => {
      // A retry would replace the rows.
      const completed = await manager.findOne(ParseJobEntity, {
        select: { id: true },
        where: { id: which.parseJobId, status: 'completed' },
        lock: { mode: 'pessimistic_read' },
      });
      if (completed === null) return 0;
      await manager.query(
        'SELECT 1 FROM ledger.parsed_rows WHERE parse_job_id = $1 AND row_number = ANY($2) ORDER BY row_number FOR UPDATE',
        [which.parseJobId, [...requested.keys()]],
      );
      const found = await manager.query<PendingRow[]>(
        `SELECT * FROM (${PARSED_ROWS_SQL} WHERE r.parse_job_id = $1 AND r.row_number = ANY($2)) waiting WHERE state = 'held'`,
        [which.parseJobId, [...requested.keys()]],
      );
      if (found.length < requested.size) return found.length;
      for (const waiting of found) {
        const cells = requested.get(waiting.row) ?? waiting.cells.map(({ text }) => text);
        if (decisions.state === 'accepted') decisions.check(waiting, cells);
        await manager.query(
          `UPDATE ledger.parsed_rows
              SET state = $3, cells = $4, import_id = NULL, decided_by = $5, decided_by_name = $6, decided_at = now()
            WHERE parse_job_id = $1 AND row_number = $2`,
          [
            which.parseJobId,
            waiting.row,
            decisions.state,
            JSON.stringify(applyCorrections(waiting.cells, cells)),
            actor.userId,
            actor.username,
          ],
        );
      }
      const detail = { decision: decisions.state, rows: found.length };
      await this.trail.record(actor, documentAuditEvent('document.rows_decided', which, detail), manager);
      return found.length;
    });
  }
}

/** Keeps the original text with each correction. */
function applyCorrections(cells: readonly ParsedCell[], texts: readonly string[]): ParsedCell[] {
  return cells.map((cell, column) => {
    const text = (texts[column] ?? cell.text).trim();
    return text === cell.text ? cell : Object.assign({}, cell, { text, readAs: cell.readAs ?? cell.text });
  });
}
