import {
  booleanOf,
  dayOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { KeptCompany } from './changed-standings.ts';

/** Arbitrary, fixed and ours. */
const LISTERS_LOCK = 7_204_615_006;

export interface LedgerView {
  version: number;
  accounts: number;
  firstDay: string | null;
}

/** As `LedgerView`, of the last listing. */
export interface KeptLedger {
  version: number | null;
  accounts: number | null;
  firstDay: string | null;
}

/** What the last listing saw of the institution (`company_standings`, `institution_standing`). */
@Injectable()
export class StandingsRepository {
  /** Lets one listing at a time compare and keep, until the end of its transaction. */
  async lockListers(manager: EntityManager): Promise<void> {
    await manager.query('SET LOCAL statement_timeout = 0');
    await manager.query('SELECT pg_advisory_xact_lock($1)', [LISTERS_LOCK]);
  }

  async ledger(manager: EntityManager): Promise<LedgerView> {
    const [row = {}] = await manager.query<Row[]>(
      `SELECT version, accounts, analytics.ledger_first_day()::text AS first_day
         FROM analytics.ledger_state`,
    );
    return {
      version: integerOf(row, 'version'),
      accounts: integerOf(row, 'accounts'),
      firstDay: nullable(dayOf, row, 'first_day'),
    };
  }

  /** The ledger as it was then; undefined before the first listing, null for what an earlier one did not keep. */
  async keptLedger(manager: EntityManager): Promise<KeptLedger | undefined> {
    const [row] = await manager.query<Row[]>(
      `SELECT ledger_version AS version, ledger_accounts AS accounts, ledger_first_day::text AS first_day
         FROM analytics.institution_standing`,
    );
    if (row === undefined) return undefined;
    return {
      version: nullable(integerOf, row, 'version'),
      accounts: nullable(integerOf, row, 'accounts'),
      firstDay: nullable(dayOf, row, 'first_day'),
    };
  }

  async keepLedger(manager: EntityManager, { version, accounts, firstDay }: LedgerView): Promise<void> {
    await manager.query(
      `INSERT INTO analytics.institution_standing (ledger_version, ledger_accounts, ledger_first_day)
       VALUES ($1, $2, $3)
       ON CONFLICT (only_row) DO UPDATE SET ledger_version = EXCLUDED.ledger_version,
         ledger_accounts = EXCLUDED.ledger_accounts, ledger_first_day = EXCLUDED.ledger_first_day`,
      [version, accounts, firstDay],
    );
  }

  /** All companies, or those with one of the keys and those that so many accounts used. */
  async kept(
    manager: EntityManager,
    wanted: 'all' | { keys: ReadonlySet<string>; accounts: { from: number; to: number } },
  ): Promise<Map<string, KeptCompany>> {
    const rows = await manager.query<Row[]>(
      `SELECT company_key, accounts, first_day::text, arrival_span_days, active_months, debited_accounts,
              debited_at_once, is_known, is_spray
         FROM analytics.company_standings
        ${wanted === 'all' ? '' : 'WHERE company_key = ANY($1) OR accounts BETWEEN $2 AND $3'}`,
      wanted === 'all' ? [] : [[...wanted.keys], wanted.accounts.from, wanted.accounts.to],
    );
    return new Map(rows.map((row) => [textOf(row, 'company_key'), toKeptCompany(row)]));
  }

  async keep(manager: EntityManager, companies: readonly KeptCompany[]): Promise<void> {
    await manager.query(
      `INSERT INTO analytics.company_standings (company_key, accounts, first_day, arrival_span_days, active_months,
         debited_accounts, debited_at_once, is_known, is_spray)
       SELECT "companyKey", accounts, "firstDay", "arrivalSpanDays", "activeMonths", "debitedAccounts",
              "debitedAtOnce", "isKnown", "isSpray"
         FROM jsonb_to_recordset($1::jsonb) AS c ("companyKey" text, accounts integer, "firstDay" date,
              "arrivalSpanDays" integer, "activeMonths" integer, "debitedAccounts" integer, "debitedAtOnce" integer,
              "isKnown" boolean, "isSpray" boolean)
       ON CONFLICT (company_key) DO UPDATE SET
         accounts = EXCLUDED.accounts, first_day = EXCLUDED.first_day,
         arrival_span_days = EXCLUDED.arrival_span_days, active_months = EXCLUDED.active_months,
         debited_accounts = EXCLUDED.debited_accounts, debited_at_once = EXCLUDED.debited_at_once,
         is_known = EXCLUDED.is_known, is_spray = EXCLUDED.is_spray`,
      [JSON.stringify(companies)],
    );
  }

  async forget(manager: EntityManager, keys: readonly string[]): Promise<void> {
    await manager.query('DELETE FROM analytics.company_standings WHERE company_key = ANY($1)', [keys]);
  }
}

function toKeptCompany(row: Row): KeptCompany {
  return {
    companyKey: textOf(row, 'company_key'),
    accounts: integerOf(row, 'accounts'),
    firstDay: nullable(dayOf, row, 'first_day'),
    arrivalSpanDays: integerOf(row, 'arrival_span_days'),
    activeMonths: integerOf(row, 'active_months'),
    debitedAccounts: integerOf(row, 'debited_accounts'),
    debitedAtOnce: integerOf(row, 'debited_at_once'),
    isKnown: booleanOf(row, 'is_known'),
    isSpray: booleanOf(row, 'is_spray'),
  };
}
