import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { EntityManager } from 'typeorm';

/** Every spelling there was of the companies with one of these keys. */
export async function companyNamesOf(manager: EntityManager, keys: ReadonlySet<string>): Promise<string[]> {
  if (keys.size === 0) return [];
  const rows = await manager.query<Row[]>(
    'SELECT company FROM analytics.company_names WHERE company_key = ANY($1)',
    [[...keys]],
  );
  return rows.map((row) => textOf(row, 'company'));
}

/** Keys of the companies that entries have come to or gone from since that version of the ledger. */
export async function companiesChangedSince(manager: EntityManager, version: number): Promise<Set<string>> {
  const rows = await manager.query<Row[]>(
    'SELECT DISTINCT company_key FROM analytics.company_names WHERE changed_in > $1',
    [version],
  );
  return new Set(rows.map((row) => textOf(row, 'company_key')));
}
