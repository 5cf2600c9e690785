import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { importRetried, type NamedImport } from '../imports/import-trail.ts';

@Injectable()
export class RetryRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Makes a failed import one that nobody has begun; who sent the file and when stays.
   * @returns false when it has not failed, or somebody else was faster
   */
  async reopen(actor: Actor, which: NamedImport): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const [, changed] = await manager.query<[Row[], number]>(
        `UPDATE ledger.imports
         SET state = 'received', attempt = NULL, bytes_read = 0, failure_code = NULL, failure = NULL, started_at = NULL,
             finished_at = NULL, progress_at = now()
         WHERE id = $1 AND state = 'failed'`,
        [which.importId],
      );
      if (changed !== 1) return false;
      await this.trail.record(actor, importRetried(which), manager);
      return true;
    });
  }
}
