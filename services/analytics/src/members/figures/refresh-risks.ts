import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import { memberRiskLevel } from '@clearwatch/domain/members/member-bands';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { toRiskyAlert } from '../../alerts/risk/to-risky-alert.ts';
import type { ListState } from '../../list-figures/list-state.ts';

/** Low alerts raise nobody's risk. */
const RISKY = `FROM analytics.counted_alerts a WHERE a.risk_level <> 'low'`;

/** Brings the risk levels of members up to date: of those whose alerts changed, or of all when the day has moved. */
@Injectable()
export class RefreshRisks {
  async refresh(manager: EntityManager, before: ListState | null, asOf: string | null): Promise<void> {
    const isSameDay = before !== null && before.asOf === asOf;
    await manager.query(`
      CREATE TEMPORARY TABLE touched_risks (account_number text PRIMARY KEY) ON COMMIT DROP;
      INSERT INTO touched_risks
      SELECT account_number FROM touched_alerts UNION
      ${isSameDay ? 'SELECT account_number FROM touched_accounts' : `SELECT account_number ${RISKY} UNION SELECT account_number FROM analytics.member_figures WHERE risk > 0`};
      ANALYZE touched_risks`);
    const levels = asOf === null ? new Map<string, RiskLevel>() : await levelsOf(manager, asOf);
    await manager.query(
      `UPDATE analytics.member_figures kept SET risk = coalesce(judged.risk, 0)
         FROM touched_risks t
         LEFT JOIN unnest($1::text[], $2::smallint[]) AS judged (account_number, risk) USING (account_number)
        WHERE t.account_number = kept.account_number AND kept.risk <> coalesce(judged.risk, 0)`,
      [[...levels.keys()], [...levels.values()].map((level) => RISK_LEVELS.indexOf(level))],
    );
  }
}

async function levelsOf(manager: EntityManager, asOf: string): Promise<Map<string, RiskLevel>> {
  const rows = await manager.query<Row[]>(
    `SELECT a.account_number, a.activity_type, a.risk_level, a.activity_date::text, a.reviewed, a.review_outcome ${RISKY}
        AND a.account_number IN (SELECT account_number FROM touched_risks)`,
  );
  const byAccount = Map.groupBy(rows, (row) => textOf(row, 'account_number'));
  return new Map(
    [...byAccount].map(([account, alerts]) => [account, memberRiskLevel(alerts.map(toRiskyAlert), asOf)]),
  );
}
