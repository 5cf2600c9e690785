import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** What happens to an alert apart from being reviewed, which the audit log tells. */
export type AlertEvent = 'raised' | 'grown' | 'revised' | 'removed';

/** For each link PostgreSQL looks through all that are appended with it. */
const MOST_AT_ONCE = 200;

/**
 * Writes down what happens to alerts as links of one chain, each with a digest of all that the alert says and the hash of
 * the link before (`analytics.append_alert_links`).
 */
@Injectable()
export class AlertChain {
  /**
   * In the transaction of what it describes, under the writers' lock: after the change, or before the alerts go. The service
   * itself may only ever add links.
   */
  async append(manager: EntityManager, event: AlertEvent, ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += MOST_AT_ONCE)
      await manager.query('SELECT analytics.append_alert_links($1::bigint[], $2)', [
        ids.slice(from, from + MOST_AT_ONCE),
        event,
      ]);
  }
}
