import type { RejectedRow } from '@clearwatch/contracts/imports.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type NamedImport, rejectsExported } from '../imports/import-trail.ts';

/** One problem of a rejected row, and the row as the file has it beside the first of them. */
export interface RejectedProblem extends RejectedRow {
  source: string | null;
}

/** Where a download goes on. */
export interface ProblemPlace {
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
    which: NamedImport,
    { toCorrect }: { toCorrect: boolean },
  ): Promise<number> {
    const problems = await this.count(which.importId);
    // It describes nothing that is stored, so it stands alone.
    await this.trail.record(actor, rejectsExported(which, { problems, toCorrect }), this.database);
    return problems;
  }

  /** In the order of the file. */
  async ofImport(importId: number, page: Page): Promise<RejectedRow[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT line, row_number, field, value, reason FROM ledger.rejected_rows
       WHERE import_id = $1 ORDER BY row_number, problem LIMIT $2 OFFSET $3`,
      [importId, page.limit, page.offset],
    );
    return rows.map(toRejectedRow);
  }

  /** In the order of the file; the next so many behind a place. */
  async after(
    importId: number,
    { row, problem }: ProblemPlace,
    most: number,
  ): Promise<{ problems: RejectedProblem[]; last: ProblemPlace | null }> {
    const rows = await this.database.query<Row[]>(
      `SELECT line, row_number, problem, field, value, reason, source FROM ledger.rejected_rows
       WHERE import_id = $1 AND (row_number, problem) > ($2, $3) ORDER BY row_number, problem LIMIT $4`,
      [importId, row, problem, most],
    );
    const last = rows.at(-1);
    return {
      problems: rows.map((one) =>
        Object.assign(toRejectedRow(one), { source: nullable(textOf, one, 'source') }),
      ),
      last:
        last === undefined
          ? null
          : { row: integerOf(last, 'row_number'), problem: integerOf(last, 'problem') },
    };
  }

  /** Problems, not rows: one row may have several. */
  async count(importId: number): Promise<number> {
    const [row] = await this.database.query<Row[]>(
      'SELECT count(*) AS total FROM ledger.rejected_rows WHERE import_id = $1',
      [importId],
    );
    return integerOf(row ?? {}, 'total');
  }
}

function toRejectedRow(row: Row): RejectedRow {
  return {
    line: integerOf(row, 'line'),
    row: integerOf(row, 'row_number'),
    field: textOf(row, 'field'),
    value: textOf(row, 'value'),
    reason: textOf(row, 'reason'),
  };
}
