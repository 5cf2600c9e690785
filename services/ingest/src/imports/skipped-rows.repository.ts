import type { DuplicateRow, RejectedRow } from '@clearwatch/contracts/imports.dto';
import { TRANSACTION_TYPES } from '@clearwatch/contracts/transactions.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import {
  booleanOf,
  dayOf,
  enumOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import type { Page, Paged } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { RejectedRowEntity } from './import.entity.ts';
import { type AuditedImport, rejectsExported } from './import-audit-events.ts';

function toDuplicateRow(row: Row): DuplicateRow {
  return {
    row: integerOf(row, 'row_number'),
    line: integerOf(row, 'line'),
    case: booleanOf(row, 'in_file') ? 'in_file' : 'in_ledger',
    twin: {
      transactionId: integerOf(row, 'twin_id'),
      importId: integerOf(row, 'twin_import_id'),
      fileName: textOf(row, 'twin_file_name'),
      line: integerOf(row, 'twin_line'),
    },
    company: textOf(row, 'company'),
    memberName: textOf(row, 'member_name'),
    accountNumber: textOf(row, 'account_number'),
    amount: moneyOf(row, 'amount'),
    transactionType: enumOf(TRANSACTION_TYPES, row, 'transaction_type'),
    day: nullable(dayOf, row, 'day'),
    kept: booleanOf(row, 'kept'),
  };
}

/** An entry that was kept out of a duplicate has an import of its own; people know it by the one it came from. */
const duplicateRowsSql = (which: string) => `
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
    const rows = await this.database.query<Row[]>(
      duplicateRowsSql('ORDER BY row_number LIMIT $2 OFFSET $3'),
      [importId, page.limit, page.offset],
    );
    return rows.map(toDuplicateRow);
  }

  async one({ importId, row }: { importId: number; row: number }): Promise<DuplicateRow | null> {
    const [found] = await this.database.query<Row[]>(duplicateRowsSql('AND row_number = $2::bigint'), [
      importId,
      row,
    ]);
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

/** One problem of a rejected row, and the row as the file has it beside the first of them. */
export interface RejectedProblem extends RejectedRow {
  source: string | null;
}

/** Where a download goes on. */
export interface ExportCursor {
  row: number;
  problem: number;
}

/** Rows that could not be taken. They never change: a list of them needs no snapshot. */
@Injectable()
export class RejectsRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns how many problems there are to be sent */
  async recordExported(
    actor: Actor,
    which: AuditedImport,
    { toCorrect }: { toCorrect: boolean },
  ): Promise<number> {
    const problems = await this.database.manager.countBy(RejectedRowEntity, { importId: which.importId });
    // It describes nothing that is stored, so it stands alone.
    await this.trail.record(actor, rejectsExported(which, { problems, toCorrect }), this.database);
    return problems;
  }

  /** One item per problem, in the order of the file. */
  async ofImport(importId: number, { limit, offset }: Page): Promise<Paged<RejectedRow>> {
    const [rows, total] = await this.database.manager.findAndCount(RejectedRowEntity, {
      where: { importId },
      order: { rowNumber: 'ASC', problem: 'ASC' },
      take: limit,
      skip: offset,
    });
    return { items: rows.map(toRejectedRow), total };
  }

  /** In the order of the file; the next so many behind a place. */
  async after(
    importId: number,
    { row, problem }: ExportCursor,
    most: number,
  ): Promise<{ problems: RejectedProblem[]; last: ExportCursor | null }> {
    const rows = await this.database.manager
      .createQueryBuilder(RejectedRowEntity, 'rejected')
      .where('rejected.importId = :importId AND (rejected.rowNumber, rejected.problem) > (:row, :problem)', {
        importId,
        row,
        problem,
      })
      .orderBy({ 'rejected.rowNumber': 'ASC', 'rejected.problem': 'ASC' })
      .limit(most)
      .getMany();
    const last = rows.at(-1);
    return {
      problems: rows.map((one) => Object.assign(toRejectedRow(one), { source: one.source })),
      last: last === undefined ? null : { row: last.rowNumber, problem: last.problem },
    };
  }
}

function toRejectedRow({ line, rowNumber, field, value, reason }: RejectedRowEntity): RejectedRow {
  return { line, row: rowNumber, field, value, reason };
}
