import type { EntityManager } from 'typeorm';
import { PEER_FIGURES, PEER_STEP_DIGITS } from './peer-figures.ts';

/**
 * Counts the members that were active since a day by the first digits of their figures: where one of them stands among the others
 * is read from that, instead of comparing it with each.
 */
export async function refreshPeers(manager: EntityManager, activeSince: string): Promise<void> {
  await manager.query('DELETE FROM analytics.peer_steps');
  for (const figure of PEER_FIGURES) {
    // Answered and given back: several processes count side by side for somebody who asks, and one alone for a table.
    const steps = await manager.query<object[]>(
      `SELECT trunc(${figure}::numeric, ${PEER_STEP_DIGITS} - length(trunc(${figure})::text))::numeric(18,2) AS step,
              count(*)::integer AS peers
         FROM analytics.member_figures WHERE last_day >= $1 GROUP BY 1`,
      [activeSince],
    );
    await manager.query(
      `INSERT INTO analytics.peer_steps (figure, step, peers)
       SELECT $1, step, peers FROM jsonb_to_recordset($2::jsonb) AS s (step numeric(18,2), peers integer)`,
      [figure, JSON.stringify(steps)],
    );
  }
}
