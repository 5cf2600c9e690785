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
import { type AuditedImport, importAuditEvent } from './import-audit-events.ts';

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

/** A kept duplicate has an import of its own; users know it by the import of its file. */
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

/** Rows that were skipped because the ledger has their entry. */
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

  /** The import's own count is no help: early versions did not record the rows. */
  async count(importId: number): Promise<number> {
    const [row] = await this.database.query<Row[]>(
      'SELECT count(*) AS total FROM ledger.duplicate_rows WHERE import_id = $1',
      [importId],
    );
    return integerOf(row ?? {}, 'total');
  }
}

/** One problem of a rejected row; the first one carries the row as it stands in the file. */
export interface RejectedProblem extends RejectedRow {
  source: string | null;
}

const PROBLEMS_PER_BATCH = 500;

/** Rows that could not be imported. They never change, so that listing them needs no snapshot. */
@Injectable()
export class RejectsRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Records the download before its first row is sent: rejected rows hold member data.
   * @param detail.toCorrect as a table to be corrected, not as a list of problems
   * @returns the number of problems
   */
  async recordExported(actor: Actor, which: AuditedImport, detail: { toCorrect: boolean }): Promise<number> {
    const problems = await this.database.manager.countBy(RejectedRowEntity, { importId: which.importId });
    const event = importAuditEvent('import.rejects_exported', which, { problems, ...detail });
    await this.trail.record(actor, event, this.database);
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

  /** All problems in the order of the file, batch by batch. */
  async *batches(importId: number): AsyncGenerator<RejectedProblem[], void> {
    for (let last: Pick<RejectedRowEntity, 'rowNumber' | 'problem'> | undefined = FIRST_PROBLEM; last; ) {
      const rows: RejectedRowEntity[] = await this.database.manager
        .createQueryBuilder(RejectedRowEntity, 'rejected')
        .where(
          'rejected.importId = :importId AND (rejected.rowNumber, rejected.problem) > (:rowNumber, :problem)',
          { importId, rowNumber: last.rowNumber, problem: last.problem },
        )
        .orderBy({ 'rejected.rowNumber': 'ASC', 'rejected.problem': 'ASC' })
        .limit(PROBLEMS_PER_BATCH)
        .getMany();
      yield rows.map((row) => Object.assign(toRejectedRow(row), { source: row.source }));
      last = rows.at(-1);
    }
  }
}

const FIRST_PROBLEM = { rowNumber: 0, problem: 0 };

function toRejectedRow({ line, rowNumber, field, value, reason }: RejectedRowEntity): RejectedRow {
  return { line, row: rowNumber, field, value, reason };
}
