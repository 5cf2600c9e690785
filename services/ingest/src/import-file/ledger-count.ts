import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';

/** Of fewer entries nobody needs statistics. */
const FEW = 10_000;

/**
 * What PostgreSQL believes the ledger holds. It counts by itself about once a minute, and what is not committed counts as
 * nothing: counted in the middle of its first import the ledger is empty, and is so for all who ask before it is counted again.
 */
@Injectable()
export class LedgerCount {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** After an import is committed: counts anew when it brought as much as was known before. */
  async grownBy(entries: number): Promise<void> {
    if (entries < FEW) return;
    try {
      await this.database.query(`
        DO $$ BEGIN
          IF (SELECT reltuples FROM pg_class WHERE oid = 'ledger.transactions'::regclass) < ${BigInt(entries)} THEN
            ANALYZE (SKIP_LOCKED) ledger.transactions;
          END IF;
        END $$`);
    } catch (error) {
      // The entries are stored; PostgreSQL counts them a little later.
      this.logger.warn({ err: error }, 'the ledger was not counted after an import');
    }
  }
}
