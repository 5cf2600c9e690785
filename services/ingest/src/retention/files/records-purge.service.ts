import { LOCK_HOLDS_SHARED } from '@clearwatch/contracts/retention';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OpenPurge } from '../open-purge.ts';
import { DELETE_DOCUMENTS, DELETE_EMPTIED, FIND_EMPTIED, FIND_OLD_DOCUMENTS } from './emptied-imports.sql.ts';

/** Deletes what imports and documents say of themselves when nothing of them is in the ledger any more. */
@Injectable()
export class RecordsPurge {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly runs: PurgeRuns,
  ) {}

  /** Batch by batch, each of them a transaction that counts what it took. */
  async purge(purge: OpenPurge): Promise<void> {
    await this.all(purge, { what: 'imports', find: FIND_EMPTIED, remove: DELETE_EMPTIED });
    await this.all(purge, { what: 'documents', find: FIND_OLD_DOCUMENTS, remove: DELETE_DOCUMENTS });
  }

  private async all(
    purge: OpenPurge,
    records: { what: string; find: string; remove: readonly string[] },
  ): Promise<void> {
    while (!purge.signal.aborted && (await this.batch(purge, records)) > 0);
    purge.signal.throwIfAborted();
  }

  private async batch(
    { runId, firstKeptDay }: OpenPurge,
    { what, find, remove }: { what: string; find: string; remove: readonly string[] },
  ): Promise<number> {
    return inTransaction(this.database, async (manager) => {
      await manager.query(LOCK_HOLDS_SHARED);
      await manager.query('SET LOCAL statement_timeout = 0');
      const rows = await manager.query<Row[]>(find, [firstKeptDay]);
      const ids = rows.map((row) => integerOf(row, 'id'));
      if (ids.length === 0) return 0;
      for (const statement of remove) await manager.query(statement, [ids]);
      await this.runs.add(manager, runId, { [what]: ids.length });
      return ids.length;
    });
  }
}
