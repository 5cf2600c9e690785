import type { AlertChainVerification } from '@clearwatch/contracts/alerts.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { withDedicatedClient } from '@clearwatch/service-kit/database/database-connection';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { CHAIN_BREAKS_SQL } from './alert-chain-breaks.ts';

/** For each link, PostgreSQL searches all links in the call, so each call is limited. */
const MAX_LINKS_PER_CALL = 200;

/** Must run in the same transaction as the event and under the writers' lock: after a change, but before a removal. */
export async function appendAlertLinks(
  manager: EntityManager,
  event: 'raised' | 'grown' | 'revised' | 'removed',
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += MAX_LINKS_PER_CALL) {
    const batch = ids.slice(from, from + MAX_LINKS_PER_CALL);
    await manager.query('SELECT analytics.append_alert_links($1::bigint[], $2)', [batch, event]);
  }
}

const EXTENT = new RowReader({ integer: ['links', 'alerts'], 'text?': ['head'] });
const BREAK = new RowReader({ 'integer?': ['position', 'alertId'], text: ['problem'] });

const MAX_BREAKS_REPORTED = 100;
/** Shorter than the gateway's timeout for slow routes. */
const VERIFY_TIMEOUT_MS = 150_000;

@Injectable()
export class AlertChainVerifier {
  private running: Promise<AlertChainVerification> | null = null;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: ServiceEnvironment,
    private readonly trail: AuditTrail,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Requests that arrive during a verification share its result. */
  async verify(actor: Actor): Promise<AlertChainVerification> {
    this.running ??= this.walk().finally(() => {
      this.running = null;
    });
    const verification = await this.running;
    const { intact, links, head } = verification;
    const subject = { type: 'alert', id: null } as const;
    const entry = { action: 'alert_chain.verified', subject, detail: { intact, links, head } } as const;
    await this.trail.record(actor, entry, this.database);
    return verification;
  }

  private async walk(): Promise<AlertChainVerification> {
    // Does not use a pooled connection, because a verification may take minutes.
    const connection = { url: this.environment.DATABASE_URL, name: 'clearwatch-analytics-chain' };
    return withDedicatedClient(connection, async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await client.query(`SET LOCAL statement_timeout = ${VERIFY_TIMEOUT_MS}`);
      return await this.verdict(client);
    });
  }

  private async verdict(client: Client): Promise<AlertChainVerification> {
    const extent = await EXTENT.one(
      client,
      `SELECT (SELECT count(*) FROM analytics.alert_links) AS links,
              (SELECT count(*) FROM analytics.unusual_activities) AS alerts,
              (SELECT encode(hash, 'hex') FROM analytics.alert_links ORDER BY position DESC LIMIT 1) AS head`,
    );
    const broken = await BREAK.all(
      client,
      `SELECT position, alert_id, problem FROM (${CHAIN_BREAKS_SQL}) broken
        ORDER BY position NULLS LAST, alert_id LIMIT ${MAX_BREAKS_REPORTED}`,
    );
    const breaks = broken.map(({ position, alertId, problem }) => {
      const where = position === null ? `Alert ${alertId}` : `Link ${position} for alert ${alertId}`;
      return { position, alertId, problem: `${where}: ${problem}.` };
    });
    if (breaks.length > 0) this.logger.error({ first: breaks[0] }, 'the alert chain is broken');
    return { intact: breaks.length === 0, ...extent, breaks };
  }
}
