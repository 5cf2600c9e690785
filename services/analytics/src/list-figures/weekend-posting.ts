import { POSTS_ON_WEEKENDS_SHARE } from '@clearwatch/domain/companies/company-risk';
import { booleanOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { EntityManager } from 'typeorm';

/** Whether more than a twentieth of all entries is dated on weekends. */
export async function postsOnWeekends(manager: EntityManager): Promise<boolean> {
  const [row] = await manager.query<Row[]>(
    `SELECT coalesce(sum(entries) FILTER (WHERE extract(isodow FROM day) >= 6)
              > $1::numeric * sum(entries), false) AS posts_on_weekends
       FROM analytics.ledger_days WHERE day > '-infinity'`,
    [POSTS_ON_WEEKENDS_SHARE],
  );
  return row !== undefined && booleanOf(row, 'posts_on_weekends');
}
