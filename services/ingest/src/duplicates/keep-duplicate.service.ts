import { TRANSACTIONS_IMPORTED } from '@clearwatch/contracts/jobs/ledger-events';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { LOGGER } from '@clearwatch/service-kit/logging/logger.token';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { duplicateKept } from '../imports/import-trail.ts';
import { matchReturns } from '../returns/match-returns.ts';
import { freeIdentity } from './free-identity.ts';
import { ADD_TO_MEMBER_SQL, COPY_TWIN_SQL, OPEN_IMPORT_SQL } from './keep-duplicate.sql.ts';

export interface WhichRow {
  importId: number;
  row: number;
}

/**
 * Stores a skipped row after all. The new entry gets an import of its own, so that the figures follow as they follow every
 * import, exactly once. It is a copy of its twin: the fields that say what an entry is are the same in both, which is why
 * the row was skipped.
 */
@Injectable()
export class KeepDuplicate {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
    private readonly producer: JobProducer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Twice is once. @throws AppError `not_found` */
  async keep(actor: Actor, which: WhichRow): Promise<void> {
    const importId = await inTransaction(this.database, (manager) => this.store(manager, actor, which));
    if (importId !== null) await this.tellAnalytics(importId);
  }

  /** @returns the import of the new entry; null when there is one already */
  private async store(manager: EntityManager, actor: Actor, which: WhichRow): Promise<number | null> {
    const [skipped] = await manager.query<Row[]>(
      `SELECT d.line, d.twin_id, d.kept_as, i.file_name FROM ledger.duplicate_rows d
       JOIN ledger.imports i ON i.id = d.import_id
       WHERE d.import_id = $1 AND d.row_number = $2::bigint FOR NO KEY UPDATE OF d`,
      [which.importId, which.row],
    );
    if (skipped === undefined) throw new AppError('not_found', 'There is no such duplicate.');
    if (skipped['kept_as'] !== null) return null;
    const twinId = integerOf(skipped, 'twin_id');
    const [opened] = await manager.query<Row[]>(OPEN_IMPORT_SQL, [
      which.importId,
      actor.userId,
      actor.username,
      twinId,
    ]);
    const importId = integerOf(opened ?? {}, 'id');
    const line = integerOf(skipped, 'line');
    const transactionId = await copyTwin(manager, { importId, line, twinId });
    await manager.query(ADD_TO_MEMBER_SQL, [transactionId]);
    await matchReturns(manager, { importId, accounts: accountOf(transactionId), returns: 1 });
    await manager.query(
      'UPDATE ledger.duplicate_rows SET kept_as = $3 WHERE import_id = $1 AND row_number = $2',
      [which.importId, which.row, transactionId],
    );
    await manager.query('UPDATE ledger.imports SET kept_count = kept_count + 1 WHERE id = $1', [
      which.importId,
    ]);
    const named = { importId: which.importId, fileName: textOf(skipped, 'file_name') };
    await this.trail.record(actor, duplicateKept(named, { row: which.row, transactionId, twinId }), manager);
    return importId;
  }

  /** The entry is committed: when the queue is away now, the reconciler tells analytics later. */
  private async tellAnalytics(importId: number): Promise<void> {
    try {
      await this.producer.enqueue(TRANSACTIONS_IMPORTED, { importId });
    } catch (error) {
      this.logger.warn({ err: error, importId }, 'a duplicate is kept but analytics is not yet told');
    }
  }
}

const accountOf = (transactionId: number): string =>
  `SELECT account_number FROM ledger.transactions WHERE id = ${BigInt(transactionId)}`;

/** An import may store one more of the equal entries at the same time: then the next identity is free. */
async function copyTwin(
  manager: EntityManager,
  { importId, line, twinId }: { importId: number; line: number; twinId: number },
): Promise<number> {
  for (;;) {
    const identity = await freeIdentity(manager, twinId);
    if (identity === null) throw new AppError('conflict', 'The ledger holds too many entries like this one.');
    const [entry] = await manager.query<Row[]>(COPY_TWIN_SQL, [importId, line, identity, twinId]);
    if (entry !== undefined) return integerOf(entry, 'id');
  }
}
