import type { DuplicateRow } from '@clearwatch/contracts/imports.dto';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { toDuplicateRow } from './to-duplicate-row.ts';

/** An entry that was kept out of a duplicate has an import of its own; people know it by the one it came from. */
const listed = (which: string) => `
  SELECT d.row_number, d.line, d.kept_as IS NOT NULL AS kept, d.twin_id, t.line AS twin_line,
    coalesce(source.kept_from, source.id) AS twin_import_id, source.file_name AS twin_file_name, t.company,
    coalesce(nullif(concat_ws(' ', nullif(t.first_name, ''), nullif(t.last_name, '')), ''),
      concat_ws(' ', nullif(m.first_name, ''), nullif(m.last_name, ''))) AS member_name,
    t.account_number, t.amount, t.transaction_type, t.event_date::text AS day, source.id = d.import_id AS in_file
  FROM (SELECT * FROM ledger.duplicate_rows WHERE import_id = $1 ${which}) d
  JOIN ledger.transactions t ON t.id = d.twin_id
  JOIN ledger.imports source ON source.id = t.import_id
  LEFT JOIN ledger.members m ON m.account_number = t.account_number
  ORDER BY d.row_number`;

/** Rows of files that were skipped because the ledger has their entry. */
@Injectable()
export class DuplicatesRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** In the order of the file. */
  async ofImport(importId: number, page: Page): Promise<DuplicateRow[]> {
    const rows = await this.database.query<Row[]>(listed('ORDER BY row_number LIMIT $2 OFFSET $3'), [
      importId,
      page.limit,
      page.offset,
    ]);
    return rows.map(toDuplicateRow);
  }

  async one({ importId, row }: { importId: number; row: number }): Promise<DuplicateRow | null> {
    const [found] = await this.database.query<Row[]>(listed('AND row_number = $2::bigint'), [importId, row]);
    return found === undefined ? null : toDuplicateRow(found);
  }

  /** What can be listed: of imports from before duplicates were noted, nothing. */
  async count(importId: number): Promise<number> {
    const [row] = await this.database.query<Row[]>(
      'SELECT count(*) AS total FROM ledger.duplicate_rows WHERE import_id = $1',
      [importId],
    );
    return integerOf(row ?? {}, 'total');
  }
}
