import { companyKey } from '@clearwatch/domain/fraud/company-key';
import { type Row, textOf } from '@clearwatch/service-kit/database/row';
import type { EntityManager } from 'typeorm';

/** Every spelling of a company that an account has met: one step in the index for each, however many accounts there are. */
export async function companyNames(manager: EntityManager): Promise<string[]> {
  const rows = await manager.query<Row[]>(`
    WITH RECURSIVE names AS (
      (SELECT company FROM analytics.company_accounts ORDER BY company LIMIT 1)
       UNION ALL
      SELECT (SELECT c.company FROM analytics.company_accounts c WHERE c.company > names.company ORDER BY c.company LIMIT 1)
        FROM names WHERE names.company IS NOT NULL)
    SELECT company FROM names WHERE company IS NOT NULL`);
  return rows.map((row) => textOf(row, 'company'));
}

/** Those of them with one of these keys. */
export async function companyNamesOf(manager: EntityManager, keys: ReadonlySet<string>): Promise<string[]> {
  if (keys.size === 0) return [];
  return (await companyNames(manager)).filter((name) => keys.has(companyKey(name)));
}
