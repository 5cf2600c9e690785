import { TRANSACTIONS_IMPORTED } from '@clearwatch/contracts/jobs.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { duplicateKept } from '../imports/import-trail.ts';
import { settleMembers } from '../members/settle-members.ts';
import { matchReturns } from '../returns/match-returns.ts';
import { TRY_TO_SHARE_LEDGER } from '../undo/ledger-lock.ts';
import { freeIdentity } from './free-identity.ts';
import { COPY_TWIN_SQL, HOLD_MEMBER_SQL, OPEN_IMPORT_SQL, touchMemberSql } from './keep-duplicate.sql.ts';

export interface WhichRow {
  importId: number;
  row: number;
}

/**
 * Stores a skipped row after all. The new entry gets an import of its own, so that the figures follow as they follow every
 * import, exactly once. In what makes the identity it is a copy of its twin, which is why the row was skipped; beside that it says
 * what its own row says.
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
    await shareLedger(manager);
    const [skipped] = await manager.query<Row[]>(
      `SELECT d.twin_id, d.kept_as, i.file_name, i.state FROM ledger.duplicate_rows d
       JOIN ledger.imports i ON i.id = d.import_id
       WHERE d.import_id = $1 AND d.row_number = $2::bigint FOR NO KEY UPDATE OF d`,
      [which.importId, which.row],
    );
    if (skipped === undefined) throw new AppError('not_found', 'There is no such duplicate.');
    if (skipped['state'] !== 'stored') throw new AppError('conflict', 'This import is being undone.');
    if (skipped['kept_as'] !== null) return null;
    const twinId = integerOf(skipped, 'twin_id');
    const [opened] = await manager.query<Row[]>(OPEN_IMPORT_SQL, [
      which.importId,
      actor.userId,
      actor.username,
      twinId,
    ]);
    const importId = integerOf(opened ?? {}, 'id');
    const transactionId = await copyTwin(manager, { importId, twinId, which });
    await countIn(manager, transactionId);
    const own = { importId, after: transactionId - 1, before: transactionId + 1 };
    await matchReturns(manager, { own, accounts: 'SELECT account_number FROM touched', returns: 1 });
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

/** An undo may take long: nobody is left waiting for it. */
async function shareLedger(manager: EntityManager): Promise<void> {
  const [answer] = await manager.query<Row[]>(TRY_TO_SHARE_LEDGER);
  if (answer?.['shared'] !== true)
    throw new AppError('conflict', 'An import is being undone just now. Please try again in a moment.');
}

/** What the entry says may be what its member is called by. */
async function countIn(manager: EntityManager, transactionId: number): Promise<void> {
  await manager.query(HOLD_MEMBER_SQL, [transactionId]);
  await manager.query(touchMemberSql(transactionId));
  await settleMembers((sql, values) => manager.query<Row[]>(sql, values));
}

/** An import may store one more of the equal entries at the same time: then the next identity is free. */
async function copyTwin(
  manager: EntityManager,
  { importId, twinId, which }: { importId: number; twinId: number; which: WhichRow },
): Promise<number> {
  for (;;) {
    const identity = await freeIdentity(manager, twinId);
    if (identity === null) throw new AppError('conflict', 'The ledger holds too many entries like this one.');
    const [entry] = await manager.query<Row[]>(COPY_TWIN_SQL, [
      importId,
      which.importId,
      which.row,
      identity,
    ]);
    if (entry !== undefined) return integerOf(entry, 'id');
  }
}
