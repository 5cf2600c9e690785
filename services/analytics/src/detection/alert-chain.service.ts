import { createHash } from 'node:crypto';
import type { AlertChainVerification } from '@clearwatch/contracts/alerts.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ChainKeys } from '@clearwatch/service-kit/audit/chain-keys';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { withDedicatedClient } from '@clearwatch/service-kit/database/database-connection';
import { queryInteger, queryTexts, type ReadRow, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { type Actor, systemActor } from '@clearwatch/service-kit/identity/actor';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { RepeatingTask } from '@clearwatch/service-kit/time/async-timing';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import type { AnalyticsEnvironment } from '../analytics-environment.ts';
import { CHAIN_BREAKS_SQL } from './alert-chain-breaks.ts';
import { FindingsRepository } from './findings.repository.ts';

/** `digest` and `hash` are hex. */
interface NewLink {
  alertId: string;
  event: 'raised' | 'grown' | 'revised' | 'removed' | 'sealed';
  digest: string;
}

const ALERT_DIGEST = new RowReader({ text: ['id', 'digest'] });
const END = new RowReader({ integer: ['position'], text: ['hash', 'micros'] });
const SIGNED = new RowReader({ integer: ['position'], text: ['hash'], 'text?': ['keyId', 'mac'] });
type SignedLink = ReadRow<typeof SIGNED>;

const UNALTERED = new RowReader({
  text: ['id', 'hash'],
  integer: ['position'],
  'text?': ['keyId', 'mac'],
  boolean: ['isOlderThanKey'],
});

const SIGNED_COLUMNS = `position, encode(hash, 'hex') AS hash, key_id, encode(mac, 'hex') AS mac`;
const NO_DIGEST = '0'.repeat(64);

function int64(value: string | number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
}

/** Same as `analytics.alert_link_hash`. */
function linkHash(previous: string, position: number, link: NewLink, micros: string): string {
  return createHash('sha256')
    .update(Buffer.from(previous, 'hex'))
    .update(int64(position))
    .update(int64(link.alertId))
    .update(link.event, 'utf8')
    .update(Buffer.from(link.digest, 'hex'))
    .update(int64(micros))
    .digest('hex');
}

const signedText = ({ position, hash, keyId }: Omit<SignedLink, 'mac'>): string =>
  JSON.stringify(['clearwatch alert link 1', keyId, position, hash]);

/**
 * Appends links whose MACs need a key outside the database, so the service's database role alone cannot change an alert
 * and its chain. The caller holds the writers' lock.
 */
@Injectable()
export class AlertChain {
  private readonly keys: ChainKeys;

  constructor(
    @Inject(ENVIRONMENT) { ALERT_KEYS }: AnalyticsEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.keys = new ChainKeys(ALERT_KEYS);
  }

  /** Must run in the same transaction as the event: after a change, but before a removal. */
  async append(
    manager: EntityManager,
    event: Exclude<NewLink['event'], 'sealed'>,
    ids: readonly string[],
  ): Promise<void> {
    if (ids.length === 0) return;
    const digests = await ALERT_DIGEST.all(
      manager,
      `SELECT a.id::text, encode(analytics.alert_digest(a), 'hex') AS digest
         FROM unnest($1::bigint[]) WITH ORDINALITY AS w (id, n) JOIN analytics.unusual_activities a ON a.id = w.id
        ORDER BY w.n`,
      [ids],
    );
    await this.write(
      manager,
      digests.map(({ id, digest }) => ({ alertId: id, event, digest })),
    );
  }

  /**
   * Covers links from versions without a key. Does nothing when there are none, or when a link with a key exists.
   * @returns the number of links covered
   */
  async seal(manager: EntityManager): Promise<number> {
    const [first] = await queryTexts(
      manager,
      'SELECT position::text FROM analytics.alert_links WHERE mac IS NOT NULL ORDER BY position LIMIT 1',
    );
    if (first !== undefined) return 0;
    const links = await queryInteger(manager, 'SELECT coalesce(max(position), 0) FROM analytics.alert_links');
    if (links > 0) await this.write(manager, [{ alertId: '0', event: 'sealed', digest: NO_DIGEST }]);
    return links;
  }

  /**
   * Call before alerts change or are removed. An alert that was altered in the database must not get a new link, which
   * would cover the alteration.
   * @returns the ids of alerts that match their last link
   */
  async unaltered(manager: EntityManager, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const rows = await UNALTERED.all(
      manager,
      `SELECT a.id::text, l.position < coalesce(keyed.start, l.position + 1) AS is_older_than_key, ${SIGNED_COLUMNS}
         FROM analytics.unusual_activities a
        CROSS JOIN LATERAL (SELECT * FROM analytics.alert_links WHERE alert_id = a.id ORDER BY position DESC LIMIT 1) l
        CROSS JOIN (SELECT min(position) AS start FROM analytics.alert_links WHERE mac IS NOT NULL) keyed
        WHERE a.id = ANY ($1::bigint[]) AND analytics.alert_digest(a) = l.digest
          AND l.hash = analytics.alert_link_hash(l.previous, l.position, l.alert_id, l.event, l.digest, l.at)`,
      [ids],
    );
    const unaltered = new Set(rows.filter((row) => row.isOlderThanKey || this.isSigned(row)).map(({ id }) => id));
    const altered = ids.filter((id) => !unaltered.has(id));
    if (altered.length > 0)
      this.logger.error({ alerts: altered }, 'alerts stay as they are because they do not match the alert chain');
    return ids.filter((id) => unaltered.has(id));
  }

  isSigned({ keyId, mac, ...link }: SignedLink): boolean {
    return keyId !== null && mac !== null && this.keys.isRight(keyId, signedText({ ...link, keyId }), mac) === true;
  }

  private async write(manager: EntityManager, links: readonly NewLink[]): Promise<void> {
    const end = await END.one(
      manager,
      `SELECT coalesce(l.position, 0) AS position, coalesce(encode(l.hash, 'hex'), '${NO_DIGEST}') AS hash,
              ((extract(epoch FROM now()) * 1000000)::bigint)::text AS micros
         FROM (SELECT) one LEFT JOIN LATERAL
              (SELECT position, hash FROM analytics.alert_links ORDER BY position DESC LIMIT 1) l ON true`,
    );
    const keyId = this.keys.currentId;
    let [position, previous] = [end.position, end.hash];
    const rows = links.map((link) => {
      position += 1;
      const hash = linkHash(previous, position, link, end.micros);
      const row = { ...link, position, previous, hash, mac: this.keys.mac(signedText({ position, hash, keyId })) };
      previous = hash;
      return row;
    });
    await manager.query(
      `INSERT INTO analytics.alert_links (position, alert_id, event, digest, previous, hash, key_id, mac, at)
       SELECT position, "alertId", event, decode(digest, 'hex'), decode(previous, 'hex'), decode(hash, 'hex'), $2,
              decode(mac, 'hex'), now()
         FROM jsonb_to_recordset($1::jsonb) AS l (position bigint, "alertId" bigint, event text, digest text,
              previous text, hash text, mac text)`,
      [JSON.stringify(rows), keyId],
    );
  }
}

const EVERY_MS = 3_600_000;

/** Seals links from versions without a key when the first worker starts. Concurrent workers find the work done. */
@Injectable()
export class AlertChainSealer extends RepeatingTask {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly chain: AlertChain,
    private readonly writers: FindingsRepository,
    private readonly trail: AuditTrail,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({ everyMs: EVERY_MS, startsAtOnce: true, failure: 'the alert chain could not be sealed', logger });
  }

  async round(): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      await this.writers.lockWriters(manager);
      const links = await this.chain.seal(manager);
      if (links === 0) return;
      const entry = { action: 'alert_chain.sealed', subject: { type: 'alert', id: null }, detail: { links } } as const;
      await this.trail.record(systemActor('alert-chain-seal'), entry, manager);
    });
  }
}

const EXTENT = new RowReader({ integer: ['links', 'alerts'], 'text?': ['head'] });
const BREAK = new RowReader({ 'integer?': ['position', 'alertId'], text: ['problem'] });
const LINK = new RowReader({ integer: ['position', 'alertId'], text: ['hash'], 'text?': ['keyId', 'mac'] });

const MAX_BREAKS_REPORTED = 100;
const PAGE_SIZE = 5_000;
/** Shorter than the gateway's timeout for slow routes. */
const VERIFY_TIMEOUT_MS = 150_000;

@Injectable()
export class AlertChainVerifier {
  private running: Promise<AlertChainVerification> | null = null;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: AnalyticsEnvironment,
    private readonly chain: AlertChain,
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
    const unsigned = await this.unsignedLinks(client);
    const breaks = [...broken, ...unsigned]
      .toSorted((one, other) => (one.position ?? Infinity) - (other.position ?? Infinity))
      .slice(0, MAX_BREAKS_REPORTED)
      .map(({ position, alertId, problem }) => {
        const where = position === null ? `Alert ${alertId}` : `Link ${position} for alert ${alertId}`;
        return { position, alertId, problem: `${where}: ${problem}.` };
      });
    if (breaks.length > 0) this.logger.error({ first: breaks[0] }, 'the alert chain is broken');
    return { intact: breaks.length === 0, ...extent, breaks };
  }

  private async unsignedLinks(client: Client): Promise<ReadRow<typeof BREAK>[]> {
    const unsigned: ReadRow<typeof BREAK>[] = [];
    let after = 0;
    while (unsigned.length < MAX_BREAKS_REPORTED) {
      const links = await LINK.all(
        client,
        `SELECT alert_id, ${SIGNED_COLUMNS} FROM analytics.alert_links WHERE mac IS NOT NULL AND position > $1
          ORDER BY position LIMIT ${PAGE_SIZE}`,
        [after],
      );
      const last = links.at(-1);
      if (last === undefined) break;
      const forged = links.filter((link) => !this.chain.isSigned(link));
      unsigned.push(...forged.map((link) => ({ ...link, problem: 'it was not written with a key of the chain' })));
      after = last.position;
    }
    return unsigned;
  }
}
