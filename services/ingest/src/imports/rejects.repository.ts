import type { RejectedRow } from '@clearwatch/contracts/imports.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import type { Page, Paged } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { RejectedRowEntity } from './import.entity.ts';
import { type AuditedImport, importAuditEvent } from './import-audit-events.ts';

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
