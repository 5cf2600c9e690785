import type { AlertChainVerification, ChainBreak } from '@clearwatch/contracts/alerts.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { withDedicatedClient } from '@clearwatch/service-kit/database/database-connection';
import { integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { CHAIN_BREAKS_SQL } from './alert-chain-breaks.ts';

/** What happens to an alert apart from being reviewed, which the audit log tells. */
export type AlertEvent = 'raised' | 'grown' | 'revised' | 'removed';

/** For each link PostgreSQL looks through all that are appended with it. */
const MAX_LINKS_PER_CALL = 200;

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
    for (let from = 0; from < ids.length; from += MAX_LINKS_PER_CALL)
      await manager.query('SELECT analytics.append_alert_links($1::bigint[], $2)', [
        ids.slice(from, from + MAX_LINKS_PER_CALL),
        event,
      ]);
  }
}

const MAX_BREAKS_REPORTED = 100;
/** Less than the gateway waits for a slow route. */
const VERIFY_TIMEOUT_MS = 150_000;

/** Says whether the alerts are those that were raised, on one unchanging view of the tables. */
@Injectable()
export class AlertChainVerifier {
  private running: Promise<AlertChainVerification> | null = null;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: ServiceEnvironment,
    private readonly trail: AuditTrail,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whoever asks while a walk is under way gets its result. */
  async verify(actor: Actor): Promise<AlertChainVerification> {
    this.running ??= this.walk().finally(() => {
      this.running = null;
    });
    const verification = await this.running;
    const { intact, links, head } = verification;
    const subject = { type: 'alert', id: null } as const;
    await this.trail.record(
      actor,
      { action: 'alert_chain.verified', subject, detail: { intact, links, head } },
      this.database,
    );
    return verification;
  }

  private async walk(): Promise<AlertChainVerification> {
    // A walk may take minutes and must not keep others from the pool.
    const which = { url: this.environment.DATABASE_URL, name: 'clearwatch-analytics-chain' };
    return withDedicatedClient(which, async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await client.query(`SET LOCAL statement_timeout = ${VERIFY_TIMEOUT_MS}`);
      return await this.verdict(client);
    });
  }

  private async verdict(client: Client): Promise<AlertChainVerification> {
    const { rows: extent } = await client.query<Row>(
      `SELECT (SELECT count(*) FROM analytics.alert_links) AS links,
              (SELECT count(*) FROM analytics.unusual_activities) AS alerts,
              (SELECT encode(hash, 'hex') FROM analytics.alert_links ORDER BY position DESC LIMIT 1) AS head`,
    );
    const { rows } = await client.query<Row>(
      `SELECT position, alert_id, problem FROM (${CHAIN_BREAKS_SQL}) broken
        ORDER BY position NULLS LAST, alert_id LIMIT ${MAX_BREAKS_REPORTED}`,
    );
    const breaks = rows.map(toBreak);
    if (breaks.length > 0) this.logger.error({ first: breaks[0] }, 'the chain of alerts is broken');
    const [row = {}] = extent;
    return {
      intact: breaks.length === 0,
      links: integerOf(row, 'links'),
      alerts: integerOf(row, 'alerts'),
      head: nullable(textOf, row, 'head'),
      breaks,
    };
  }
}

function toBreak(row: Row): ChainBreak {
  const position = nullable(integerOf, row, 'position');
  const alertId = nullable(integerOf, row, 'alert_id');
  const where = position === null ? `Alert ${alertId}` : `Link ${position}, of alert ${alertId}`;
  return { position, alertId, problem: `${where}: ${textOf(row, 'problem')}.` };
}
