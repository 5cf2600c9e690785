import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { booleanOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { NamedImport } from '../imports/import-trail.ts';

/** Only loads of the sample take it: two clicks at once are told apart by it. */
const SAMPLE_LOCK = 741_852_964;

/** Nothing stored, and no file that may still store something; what failed or was undone does not count. */
const IS_EMPTY = `
  SELECT NOT EXISTS (SELECT FROM ledger.transactions)
     AND NOT EXISTS (SELECT FROM ledger.imports
                     WHERE state IN ('needs_mapping', 'received', 'importing') AND id <> $1) AS is_empty`;
const NO_IMPORT = 0;

@Injectable()
export class SampleRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  async isLedgerEmpty(): Promise<boolean> {
    const [row] = await this.database.query<Row[]>(IS_EMPTY, [NO_IMPORT]);
    return booleanOf(row ?? {}, 'is_empty');
  }

  /**
   * Part of the transaction that records the import: one at a time, so that the second of two sees the first.
   * @throws AppError `conflict` when the ledger holds something, or another file is on its way into it
   */
  async claim(manager: EntityManager, actor: Actor, { importId, fileName }: NamedImport): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [SAMPLE_LOCK]);
    const [row] = await manager.query<Row[]>(IS_EMPTY, [importId]);
    if (!booleanOf(row ?? {}, 'is_empty'))
      throw new AppError('conflict', 'Sample data can only be loaded while the ledger is empty.');
    const subject = { type: 'import', id: importId, label: fileName } as const;
    await this.trail.record(actor, { action: 'import.sample_loaded', subject }, manager);
  }
}
