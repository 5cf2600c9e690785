import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import {
  PARSED_ROW_STATES,
  type PageBox,
  type ParsedCell,
  type ParsedRow,
} from '@clearwatch/contracts/documents.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { enumOf, integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { documentEvent, type NamedDocument } from '../jobs/parse-job-trail.ts';

/** A row whose import was taken back waits again, whatever it was before; so does an accepted one whose import failed. */
const ROWS = `
  SELECT r.row_number, r.page, r.table_number, r.cells, r.box, r.doubts, r.decided_by_name,
         CASE WHEN i.state = 'undone' THEN 'held' WHEN i.state = 'stored' THEN 'imported'
              WHEN i.state = 'failed' AND r.state = 'accepted' THEN 'held' ELSE r.state END AS state
    FROM ledger.parsed_rows r
    LEFT JOIN ledger.imports i ON i.id = r.import_id`;

export interface TableOfDocument {
  header: string[];
  mapping: CsvMapping;
}

export interface WaitingRow {
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
    const rows = await this.database.query<Row[]>(`${ROWS} WHERE r.parse_job_id = $1 ORDER BY r.row_number`, [
      parseJobId,
    ]);
    return rows.map((row) => ({
      row: integerOf(row, 'row_number'),
      page: integerOf(row, 'page'),
      state: enumOf(PARSED_ROW_STATES, row, 'state'),
      cells: row['cells'] as ParsedCell[],
      box: row['box'] as PageBox | null,
      doubts: row['doubts'] as string[],
      decidedBy: nullable(textOf, row, 'decided_by_name'),
    }));
  }

  /** The tables of a document, and whether its pages have pictures. */
  async tables(parseJobId: number): Promise<TableOfDocument[]> {
    const [row] = await this.database.query<Row[]>(
      `SELECT coalesce(result_data -> 'tables', '[]') AS tables FROM ledger.parse_jobs WHERE id = $1`,
      [parseJobId],
    );
    return (row?.['tables'] ?? []) as TableOfDocument[];
  }

  /**
   * Decides about rows that wait, all of them or none.
   * @param check looks at each before anything is written, and throws what is wrong
   * @returns how many were still waiting; fewer than asked: nothing was changed
   */
  async decide(
    actor: Actor,
    which: NamedDocument,
    decisions: {
      state: 'accepted' | 'discarded';
      rows: readonly { row: number; cells?: readonly string[] }[];
      check: (row: WaitingRow, cells: readonly string[]) => void;
    },
  ): Promise<number> {
    const wanted = new Map(decisions.rows.map(({ row, cells }) => [row, cells]));
    return inTransaction(this.database, async (manager) => {
      // Reading it again would replace the rows.
      const completed = await manager.query<Row[]>(
        `SELECT 1 FROM ledger.parse_jobs WHERE id = $1 AND status = 'completed' FOR SHARE`,
        [which.parseJobId],
      );
      if (completed.length === 0) return 0;
      await manager.query(
        'SELECT 1 FROM ledger.parsed_rows WHERE parse_job_id = $1 AND row_number = ANY($2) ORDER BY row_number FOR UPDATE',
        [which.parseJobId, [...wanted.keys()]],
      );
      const found = await manager.query<Row[]>(
        `SELECT * FROM (${ROWS} WHERE r.parse_job_id = $1 AND r.row_number = ANY($2)) waiting WHERE state = 'held'`,
        [which.parseJobId, [...wanted.keys()]],
      );
      if (found.length < wanted.size) return found.length;
      for (const row of found) {
        const waiting = {
          row: integerOf(row, 'row_number'),
          table: integerOf(row, 'table_number'),
          cells: row['cells'] as ParsedCell[],
        };
        const cells = wanted.get(waiting.row) ?? waiting.cells.map(({ text }) => text);
        if (decisions.state === 'accepted') decisions.check(waiting, cells);
        await manager.query(
          `UPDATE ledger.parsed_rows
              SET state = $3, cells = $4, import_id = NULL, decided_by = $5, decided_by_name = $6, decided_at = now()
            WHERE parse_job_id = $1 AND row_number = $2`,
          [
            which.parseJobId,
            waiting.row,
            decisions.state,
            JSON.stringify(corrected(waiting.cells, cells)),
            actor.userId,
            actor.username,
          ],
        );
      }
      const detail = { decision: decisions.state, rows: found.length };
      await this.trail.record(actor, documentEvent('document.rows_decided', which, detail), manager);
      return found.length;
    });
  }
}

/** What was read stays beside what a person wrote. */
function corrected(cells: readonly ParsedCell[], texts: readonly string[]): ParsedCell[] {
  return cells.map((cell, column) => {
    const text = (texts[column] ?? cell.text).trim();
    return text === cell.text ? cell : Object.assign({}, cell, { text, readAs: cell.readAs ?? cell.text });
  });
}
