import { WARM_UP_DAYS } from '@clearwatch/domain/detection/detector';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { companyNamesOf } from '../companies/company-names.ts';
import type { InstitutionChange } from './institution-standings.ts';

/**
 * Of a company that becomes known and has more users than this only those are looked at again who have an alert: nearly
 * all that can follow is silence, and a biller of everybody must not make an import an analysis of everybody.
 */
export const MOST_USERS_LOOKED_AT = 10_000;

/** Adds to `touched`, a table of the transaction, whom a change of the institution concerns. */
@Injectable()
export class ConcernedAccountsRepository {
  async add(manager: EntityManager, change: InstitutionChange): Promise<void> {
    const known = [...change.becameKnown];
    const fewUse = known.filter(([, accounts]) => accounts <= MOST_USERS_LOOKED_AT).map(([key]) => key);
    const manyUse = known.filter(([, accounts]) => accounts > MOST_USERS_LOOKED_AT).map(([key]) => key);
    await this.addThoseUsing(manager, new Set([...change.others, ...fewUse]));
    await this.addThoseWithAlertsUsing(manager, new Set(manyUse));
    if (change.beganBefore !== null) await this.addThoseOutOfWarmUp(manager, change.beganBefore);
  }

  /** Everybody who uses one of these companies, under any spelling. */
  private async addThoseUsing(manager: EntityManager, keys: ReadonlySet<string>): Promise<void> {
    const names = await companyNamesOf(manager, keys);
    if (names.length === 0) return;
    await manager.query(
      'INSERT INTO touched SELECT DISTINCT account_number FROM analytics.company_accounts WHERE company = ANY($1)',
      [names],
    );
  }

  private async addThoseWithAlertsUsing(manager: EntityManager, keys: ReadonlySet<string>): Promise<void> {
    const names = await companyNamesOf(manager, keys);
    if (names.length === 0) return;
    await manager.query(
      `INSERT INTO touched
       SELECT account_number FROM (SELECT DISTINCT account_number FROM analytics.unusual_activities) alerted
        WHERE EXISTS (SELECT FROM analytics.company_accounts c
                       WHERE c.account_number = alerted.account_number AND c.company = ANY($1))`,
      [names],
    );
  }

  /** The ledger begins earlier: what fell into its first days, in which everything is new, is comparable now. */
  private async addThoseOutOfWarmUp(
    manager: EntityManager,
    { before, now }: { before: string; now: string },
  ): Promise<void> {
    await manager.query(
      `INSERT INTO touched
       SELECT DISTINCT account_number FROM analytics.account_days
        WHERE day >= $1::date + ${WARM_UP_DAYS} AND day < $2::date + ${WARM_UP_DAYS}`,
      [now, before],
    );
  }
}
