import { open } from 'node:fs/promises';
import type { AnchorProblem, AnchorTarget } from '@clearwatch/contracts/system-status.dto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { hasRows } from '@clearwatch/service-kit/database/query-rows';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { FixedLabelCounter } from '@clearwatch/service-kit/metrics/prometheus-metrics';
import { RepeatingTask } from '@clearwatch/service-kit/time/async-timing';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { AuthEnvironment } from '../auth-environment.ts';
import { type Anchor, anchorTargetsOf, CHAIN_HEAD, type Chain, parseAnchor } from './anchor.ts';

/** The newest events can be removed unnoticed until they are anchored. */
const EVERY_MS = 15_000;
/** Contains the newest anchors of both chains. */
const TAIL_BYTES = 64 * 1024;

const HEADS = `
  SELECT 'audit' AS chain, seq AS position, hash FROM auth.audit_head
   UNION ALL
  (SELECT 'alerts', position, encode(hash, 'hex') FROM analytics.alert_links ORDER BY position DESC LIMIT 1)`;

const IS_IN_CHAIN: Readonly<Record<Chain, string>> = {
  audit: 'SELECT FROM auth.audit_events WHERE seq = $1 AND hash = $2',
  alerts: `SELECT FROM analytics.alert_links WHERE position = $1 AND hash = decode($2, 'hex')`,
};

const OUTCOMES = new FixedLabelCounter({
  name: 'clearwatch_anchors_total',
  help: 'Heads of the audit log and the alert chain that were anchored, failed, or do not match the last anchor.',
  label: 'outcome',
  values: ['anchored', 'failed', 'rewritten'],
});

/**
 * Stores the heads of both chains outside the database. Events never wait for it: when a target does not respond, it gets
 * the newest head in a later round, which covers all earlier ones. Every worker anchors; an anchor may occur twice.
 */
@Injectable()
export class ChainAnchors extends RepeatingTask {
  private readonly targets: ReturnType<typeof anchorTargetsOf>;
  private readonly sent = new Map<AnchorTarget, Map<Chain, Anchor>>();

  constructor(
    private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: AuthEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super({ everyMs: EVERY_MS, startsAtOnce: true, failure: 'the heads of the chains could not be read', logger });
    this.targets = anchorTargetsOf(environment);
  }

  protected async round(signal: AbortSignal): Promise<void> {
    const names = [...this.targets.keys()];
    await this.database.query('DELETE FROM auth.anchor_problems WHERE NOT target = ANY ($1)', [names]);
    if (names.length === 0) return;
    const heads = await CHAIN_HEAD.all(this.database, HEADS);
    const at = new Date().toISOString();
    const anchors = heads.map((head) => ({ ...head, at }));
    for (const [target, send] of this.targets) {
      const problem = await this.anchorAt(target, anchors, (anchor) => send(anchor, signal)).catch((error: unknown) => {
        this.logger.warn({ err: error, target }, 'the heads of the chains could not be anchored');
        return 'failed' as const;
      });
      if (signal.aborted) return;
      await this.record(target, problem);
    }
  }

  private async anchorAt(
    target: AnchorTarget,
    anchors: readonly Anchor[],
    send: (anchor: Anchor) => Promise<void>,
  ): Promise<AnchorProblem['problem'] | null> {
    // An operator may move the file away at any time.
    const last = target === 'file' ? await newestIn(this.environment.ANCHOR_FILE) : this.sent.get(target);
    // In the file, the last true anchor stays the newest one until an operator moves the file away.
    if (target === 'file' && (await this.isRewritten(last))) return 'rewritten';
    for (const anchor of anchors) {
      const before = last?.get(anchor.chain);
      if (before?.position === anchor.position && before.hash === anchor.hash) continue;
      await send(anchor);
      this.sent.set(target, new Map([...(this.sent.get(target) ?? []), [anchor.chain, anchor]]));
      OUTCOMES.count('anchored');
    }
    return null;
  }

  private async isRewritten(anchored: ReadonlyMap<Chain, Anchor> = new Map()): Promise<boolean> {
    for (const { chain, position, hash, at } of anchored.values()) {
      if (await hasRows(this.database, IS_IN_CHAIN[chain], [position, hash])) continue;
      this.logger.error({ chain, position, at }, 'a chain does not match its last anchor: it was cut off or rewritten');
      return true;
    }
    return false;
  }

  private async record(target: AnchorTarget, problem: AnchorProblem['problem'] | null): Promise<void> {
    if (problem === null) {
      await this.database.query('DELETE FROM auth.anchor_problems WHERE target = $1', [target]);
      return;
    }
    OUTCOMES.count(problem);
    await this.database.query(
      `INSERT INTO auth.anchor_problems (target, problem) VALUES ($1, $2)
       ON CONFLICT (target) DO UPDATE SET problem = excluded.problem, since = now()
       WHERE anchor_problems.problem <> excluded.problem`,
      [target, problem],
    );
  }
}

/** The anchor with the highest position of each chain at the end of the file. */
async function newestIn(path: string | undefined): Promise<Map<Chain, Anchor>> {
  const newest = new Map<Chain, Anchor>();
  for (const line of path === undefined ? [] : (await endOf(path)).split('\n')) {
    const anchor = parseAnchor(line);
    if (anchor === null || anchor.position < (newest.get(anchor.chain)?.position ?? 0)) continue;
    newest.set(anchor.chain, anchor);
  }
  return newest;
}

async function endOf(path: string): Promise<string> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return '';
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
