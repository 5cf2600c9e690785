import type { Ask } from '../ask.ts';
import type { Criteria } from '../criteria.ts';
import { type Found, foundIn, NOTHING_FOUND } from '../found.ts';
import { type Put, parameters } from '../put.ts';
import { ledgerConditions } from './ledger-conditions.ts';

/** Matching entries of some imports, as `id` and `day`. */
export function matchesInLedger(criteria: Criteria, imports: readonly number[], put: Put): string {
  const conditions = ledgerConditions(criteria, put);
  return `SELECT t.id, coalesce(t.event_date, '-infinity') AS day FROM ledger.transactions t
    WHERE ${[`t.import_id = ANY (${put(imports, 'bigint[]')})`, ...conditions].join(' AND ')}`;
}

/** Reads every entry of the imports: for those that are not searchable yet, which are few and soon are. */
export async function searchLedger(
  ask: Ask,
  criteria: Criteria,
  { imports, limit }: { imports: readonly number[]; limit: number },
): Promise<Found> {
  if (imports.length === 0) return NOTHING_FOUND;
  const { put, values } = parameters();
  const rows = await ask(
    `WITH found AS MATERIALIZED (${matchesInLedger(criteria, imports, put)})
     SELECT id, day::text AS day, (SELECT count(*) FROM found) AS total FROM found
     ORDER BY found.day DESC, id DESC LIMIT ${put(String(limit), 'bigint')}`,
    values,
  );
  return foundIn(rows);
}
