import { integerOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { Ask } from './ask.ts';
import type { Criteria } from './criteria.ts';
import { matchesInLedger, searchLedger } from './direct/search-ledger.ts';
import { type Found, united } from './found.ts';
import { exactlyOf, matching } from './projection/condition.ts';
import { conditionsOf } from './projection/conditions-of.ts';
import { searchProjection } from './projection/search-projection.ts';
import type { Put } from './put.ts';
import { SearchLimits } from './search-limits.ts';
import { settlementOf } from './settlement.ts';

/**
 * Finds entries by what they say. Imports that are searchable are asked for in the search tables, the others in the ledger, so
 * that an answer is complete at every moment. All questions of a caller belong into one snapshot.
 */
@Injectable()
export class SearchService {
  constructor(private readonly limits: SearchLimits) {}

  /** The first `limit` entries in the order of a report. */
  async find(ask: Ask, criteria: Criteria, limit: number): Promise<Found> {
    const { unsearchable, stale } = await settlementOf(ask);
    const searched = await searchProjection({ ask, criteria, limits: this.limits }, { stale, limit });
    const direct = await searchLedger(ask, criteria, { imports: unsearchable, limit });
    return united(searched, direct, limit);
  }

  /** All of them, as a query of `id` and `day` that still has to be asked, and how many they are. */
  async all(ask: Ask, criteria: Criteria, put: Put): Promise<{ sql: string; total: number }> {
    const { unsearchable, stale } = await settlementOf(ask);
    const conditions = await conditionsOf({ ask, criteria, limits: this.limits });
    const searched = `SELECT e.id, e.day FROM reports.search_entries e WHERE ${matching(conditions, stale, put)}`;
    const sql =
      unsearchable.length === 0
        ? searched
        : `${searched} UNION ALL ${matchesInLedger(criteria, unsearchable, put)}`;
    const known = stale.length + unsearchable.length === 0 ? exactlyOf(conditions) : null;
    if (known !== null) return { sql, total: known };
    const [row = {}] = await ask(`SELECT count(*) AS total FROM (${sql}) matches`);
    return { sql, total: integerOf(row, 'total') };
  }
}
