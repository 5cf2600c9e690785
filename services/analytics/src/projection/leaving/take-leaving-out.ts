import type { Row } from '@clearwatch/service-kit/database/row-readers';
import type { EntityManager } from 'typeorm';
import {
  FIND_OVERDRAWN_SQL,
  FORGET_COMPANY_ACCOUNTS_SQL,
  FORGET_COMPANY_DAY_CODES_SQL,
  NOTE_CHANGED_SQL,
  RECOUNT_ARRIVALS_SQL,
  RECOUNT_COMPANY_ACCOUNTS_SQL,
  RECOUNT_COMPANY_DAY_CODES_SQL,
  TAKE_OUT_SQL,
  UNCOUNT_ACCOUNTS_SQL,
} from './take-leaving-out.sql.ts';

/** Takes what `leaving` holds out of every rollup. @throws Error when they hold less than that */
export async function takeLeavingOut(manager: EntityManager): Promise<void> {
  const [overdrawn] = await manager.query<Row[]>(FIND_OVERDRAWN_SQL);
  if (overdrawn !== undefined) throw new Error('more is taken back than the rollups hold');
  for (const statement of TAKE_OUT_SQL) await manager.query(statement);
  await manager.query(UNCOUNT_ACCOUNTS_SQL);
  await manager.query(FORGET_COMPANY_ACCOUNTS_SQL);
  await manager.query(RECOUNT_COMPANY_ACCOUNTS_SQL);
  for (const statement of RECOUNT_ARRIVALS_SQL) await manager.query(statement);
  await manager.query(FORGET_COMPANY_DAY_CODES_SQL);
  await manager.query(RECOUNT_COMPANY_DAY_CODES_SQL);
  await manager.query(NOTE_CHANGED_SQL);
}
