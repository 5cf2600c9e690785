import { dayOf, integerOf, nullable, type Row } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { companiesChangedSince } from './company-names.ts';
import { type CompanyRow, companiesAsListed, companiesOf } from './company-rows.ts';

export interface CompanyRows {
  ledgerVersion: number;
  ledgerFirstDay: string | null;
  ledgerAccounts: number;
  /** Share of the dated entries that are dated on a weekend, 0 to 1. */
  weekendShare: number;
  /** Keys of those that may be others than in the version that was asked for, null for all there are. */
  changedKeys: ReadonlySet<string> | null;
  /** All of them that anybody uses. */
  companies: CompanyRow[];
}

@Injectable()
export class CompanyTableRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async ledgerVersion(): Promise<number> {
    const [row] = await this.database.query<Row[]>('SELECT version FROM analytics.ledger_state');
    return row === undefined ? 0 : integerOf(row, 'version');
  }

  /**
   * How the institution as a whole uses each company, spellings of one company taken together.
   * @param since only companies that have changed since that version of the ledger; null for all
   */
  async read(since: number | null): Promise<CompanyRows> {
    return this.database.transaction('REPEATABLE READ', async (manager) => {
      await manager.query(`SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '64MB'`);
      const [ledger] = await manager.query<Row[]>(
        `SELECT version, accounts,
                (SELECT ledger_version FROM analytics.institution_standing) AS listed_version,
                analytics.ledger_first_day()::text AS first_day,
                (SELECT coalesce(round(10000.0 * sum(entries) FILTER (WHERE extract(isodow FROM day) >= 6)
                                       / nullif(sum(entries), 0)), 0)
                   FROM analytics.ledger_days WHERE day > '-infinity') AS weekend_per_10000
           FROM analytics.ledger_state`,
      );
      const changedKeys = since === null ? null : await companiesChangedSince(manager, since);
      if (ledger === undefined) throw new Error('analytics.ledger_state has lost its only row');
      const ledgerVersion = integerOf(ledger, 'version');
      // Nearly always: whoever analyses an import has just listed it.
      const isListed = nullable(integerOf, ledger, 'listed_version') === ledgerVersion;
      return {
        ledgerVersion,
        ledgerFirstDay: nullable(dayOf, ledger, 'first_day'),
        ledgerAccounts: integerOf(ledger, 'accounts'),
        weekendShare: integerOf(ledger, 'weekend_per_10000') / 10_000,
        changedKeys,
        companies: await (isListed ? companiesAsListed : companiesOf)(manager, changedKeys ?? 'all'),
      };
    });
  }
}
