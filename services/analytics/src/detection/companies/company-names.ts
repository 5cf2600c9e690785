import { type Row, textOf } from '@clearwatch/service-kit/database/row';
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
