import { companyKey } from '@clearwatch/domain/detection/company-key';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Gathers in `touched`, a table of the transaction, whose alerts may be others without the rows of `leaving`. */
@Injectable()
export class RevisedAccountsRepository {
  async begin(manager: EntityManager): Promise<void> {
    await manager.query(
      'CREATE TEMPORARY TABLE touched ON COMMIT DROP AS SELECT DISTINCT account_number FROM leaving',
    );
  }

  /**
   * Open alerts that show an entry which is gone, or which another import holds now, or which lies on a touched account:
   * those two accounts may have been one member's under the name that left. Each entry is looked up by itself: for many
   * alerts PostgreSQL would rather read the whole ledger.
   */
  async addThoseWhoseEvidenceMoved(manager: EntityManager): Promise<void> {
    await manager.query(`
      INSERT INTO touched
      SELECT DISTINCT a.account_number
        FROM analytics.unusual_activities a
       CROSS JOIN LATERAL jsonb_array_elements(a.evidence -> 'entries') AS shown
        LEFT JOIN LATERAL (SELECT t.id, t.import_id, t.account_number FROM ledger.transactions t
                            WHERE t.id = (shown ->> 'transactionId')::bigint OFFSET 0) t ON true
       WHERE NOT a.reviewed
         AND (t.id IS NULL OR t.import_id <> (shown -> 'source' ->> 'importId')::bigint
              OR t.account_number IN (SELECT account_number FROM touched))`);
  }

  /** Open alerts that say of a company how many accounts use it, when accounts do so no more. */
  async addThoseWhoCountLostAccounts(manager: EntityManager): Promise<void> {
    const lost = await manager.query<Row[]>(`
      SELECT DISTINCT company FROM leaving
       WHERE NOT EXISTS (SELECT FROM analytics.company_accounts kept
                          WHERE kept.company = leaving.company AND kept.account_number = leaving.account_number)`);
    const shown = await manager.query<Row[]>(`
      SELECT DISTINCT shown ->> 'company' AS company
        FROM analytics.unusual_activities a
       CROSS JOIN LATERAL jsonb_array_elements(a.evidence -> 'companies') AS shown
       WHERE NOT a.reviewed`);
    await manager.query(
      `INSERT INTO touched
       SELECT DISTINCT a.account_number
         FROM analytics.unusual_activities a
        CROSS JOIN LATERAL jsonb_array_elements(a.evidence -> 'companies') AS shown
        WHERE NOT a.reviewed AND shown ->> 'company' = ANY($1)`,
      [namesWithKeys(shown, new Set(lost.map((row) => companyKey(textOf(row, 'company')))))],
    );
  }

  async addThoseWithAlerts(manager: EntityManager): Promise<void> {
    await manager.query(
      'INSERT INTO touched SELECT DISTINCT account_number FROM analytics.unusual_activities',
    );
  }
}

/** Spellings of companies, of those with one of these keys. */
function namesWithKeys(rows: readonly Row[], keys: ReadonlySet<string>): string[] {
  return rows.map((row) => textOf(row, 'company')).filter((company) => keys.has(companyKey(company)));
}
