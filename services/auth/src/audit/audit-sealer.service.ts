import { randomUUID } from 'node:crypto';
import { ANY_HOLD_EXISTS, LOCK_HOLDS_SHARED } from '@clearwatch/contracts/retention';
import { ChainKeys } from '@clearwatch/service-kit/audit/chain-keys';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { hasRows, insertRows, queryInteger, queryTexts, RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction, lockRow } from '@clearwatch/service-kit/database/transaction';
import { systemActor } from '@clearwatch/service-kit/identity/actor';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { RepeatingTask } from '@clearwatch/service-kit/time/async-timing';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import type { AuthEnvironment } from '../auth-environment.ts';
import { type AuditSeal, canonicalSeal, digestOf, GENESIS, SEAL, SEAL_COLUMNS, type SealText } from './audit-chain.ts';
import { type ChainPosition, ChainWalk, describeMonth, endOf, mayHaveExpired, monthOf } from './audit-chain-walk.ts';
import { AuditLog } from './audit-log.service.ts';
import { ChainReader, readEvent, UnreadableRowError, verifyChain, withSnapshot } from './audit-verification.ts';

type MonthOfEvents = Pick<SealText, 'month' | 'firstSeq' | 'lastSeq' | 'previousHash' | 'lastHash'>;

/** Prevents a seal that would confirm altered events. */
class BrokenMonthError extends Error {}

/**
 * Walks the chain from `from` and yields every complete month.
 * @param thisMonth first day of the current month
 * @throws BrokenMonthError at the first event that breaks the chain, UnreadableRowError at an unreadable event
 */
async function* pastMonths(
  pages: AsyncIterable<readonly Row[]>,
  options: { keys: ChainKeys; from: ChainPosition; seals: readonly AuditSeal[]; thisMonth: string },
): AsyncGenerator<MonthOfEvents> {
  const walk = new ChainWalk(options.keys, options);
  let open: MonthOfEvents | null = null;
  for await (const page of pages) {
    for (const row of page) {
      const event = readEvent(row);
      const { seq, hash, previousHash } = event;
      const month = monthOf(event.recordedAt);
      if (open !== null && month !== open.month) yield open;
      if (month >= options.thisMonth) return;
      const problem = walk.next(event);
      if (problem !== null) throw new BrokenMonthError(problem.sentence);
      const start: Pick<MonthOfEvents, 'month' | 'firstSeq' | 'previousHash'> =
        open?.month === month ? open : { month, firstSeq: seq, previousHash };
      open = { ...start, lastSeq: seq, lastHash: hash };
    }
  }
  if (open !== null) yield open;
}

/** Waits for other workers that seal or expire months, and holds the lock until the transaction ends. */
export async function lockSeals(manager: EntityManager): Promise<void> {
  await lockRow(manager, { schema: 'auth', name: 'audit seals' });
}

function monthSubject(month: string) {
  return { type: 'audit', id: month.slice(0, 7), label: describeMonth(month) } as const;
}

/** Protects the log from a clock that runs years ahead. */
const MIN_SEALED_MONTHS = 12;
const EVERY_MS = 3_600_000;
const HEAD_POSITION = new RowReader({ integer: ['seq'], text: ['hash'] });

/** Seals complete months and removes those past the retention period. Concurrent workers find the work already done. */
@Injectable()
export class AuditSealer extends RepeatingTask {
  private readonly keys: ChainKeys;

  constructor(
    private readonly database: DataSource,
    private readonly log: AuditLog,
    @Inject(ENVIRONMENT) private readonly environment: AuthEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super({ everyMs: EVERY_MS, startsAtOnce: true, failure: 'audit months could not be sealed', logger });
    this.keys = new ChainKeys(environment.AUDIT_KEYS);
  }

  /** @returns number of events removed */
  async sealAndExpire(asOf: Date, signal?: AbortSignal): Promise<number> {
    await this.seal(asOf, signal);
    return this.expire(asOf, signal);
  }

  protected round(signal: AbortSignal): Promise<void> {
    return this.seal(new Date(), signal);
  }

  /** @param signal stops the walk; months that are already sealed stay sealed */
  private async seal(asOf: Date, signal?: AbortSignal): Promise<void> {
    await this.sealMonths(asOf, signal);
    const head = await HEAD_POSITION.first(this.database, 'SELECT seq, hash FROM auth.audit_head');
    // A second record, so that an attacker who restores an old database must also change the service's log.
    if (head !== null) this.logger.info(head, 'audit log: newest event');
  }

  /** A broken month and all later months stay unsealed until an operator examines them. */
  private async sealMonths(asOf: Date, signal?: AbortSignal): Promise<void> {
    const thisMonth = monthOf(asOf.toISOString());
    const hasUnsealedMonth = await hasRows(
      this.database,
      `SELECT FROM (
         SELECT recorded_at FROM auth.audit_events
         WHERE seq > coalesce((SELECT max(last_seq) FROM auth.audit_seals), 0) ORDER BY seq LIMIT 1) oldest
       WHERE recorded_at < $1::date::timestamp AT TIME ZONE 'UTC'`,
      [thisMonth],
    );
    if (!hasUnsealedMonth) return;
    try {
      await withSnapshot(this.snapshot('audit-seal', signal), async (client) => {
        const reader = new ChainReader(client);
        const seals = await reader.seals();
        const from = endOf(seals.at(-1));
        const options = { keys: this.keys, from, seals, thisMonth };
        for await (const month of pastMonths(reader.pages(from.seq), options)) {
          await this.sealMonth(month, asOf);
        }
      });
    } catch (error) {
      if (!(error instanceof BrokenMonthError || error instanceof UnreadableRowError)) throw error;
      this.logger.error(`audit log: month not sealed because it does not verify. ${error.message}`);
    }
  }

  private async sealMonth(events: MonthOfEvents, asOf: Date): Promise<void> {
    const { month, firstSeq, lastSeq, lastHash } = events;
    const count = lastSeq - firstSeq + 1;
    await inTransaction(this.database, async (manager) => {
      await lockSeals(manager);
      const sql = `SELECT ${SEAL_COLUMNS} FROM auth.audit_seals s ORDER BY s.month DESC LIMIT 1`;
      const newest = await SEAL.first(manager, sql);
      if (newest !== null && newest.month >= month) return;
      // Nothing is appended from here until the seal is written.
      const { now } = await this.log.lockEnd(manager);
      if (monthOf(now) <= month || (await hasGrown(events, manager))) return;
      if (await wasSealed(month, manager)) {
        this.logger.error(`audit log: the seal for ${describeMonth(month)} is missing`);
        return;
      }
      const seal: SealText = {
        ...events,
        sealedAt: asOf.toISOString(),
        previousSeal: newest === null ? GENESIS : digestOf(newest),
        keyId: this.keys.currentId,
      };
      const mac = this.keys.mac(canonicalSeal(seal));
      await insertRows(manager, 'auth.audit_seals', [{ ...seal, events: count, mac }]);
      // This event also closes the month: it belongs to a later month, and events are in time order.
      const detail = { events: count, lastSeq, lastHash };
      const entry = { action: 'audit.sealed', subject: monthSubject(month), detail } as const;
      await this.log.append(systemActor(randomUUID()), entry, manager);
    });
  }

  private async expire(asOf: Date, signal?: AbortSignal): Promise<number> {
    if (await isAnythingHeld(this.database.manager)) return 0;
    const sealed = await queryTexts(
      this.database,
      `SELECT month::text FROM auth.audit_seals s
       WHERE NOT EXISTS (SELECT 1 FROM auth.audit_expiries e WHERE e.month = s.month) ORDER BY s.month`,
    );
    const keptYears = this.environment.TRANSACTIONS_KEPT_YEARS;
    const due = sealed.slice(0, -MIN_SEALED_MONTHS).filter((month) => mayHaveExpired(month, { keptYears, asOf }));
    if (due.length === 0) return 0;
    // Removed events cannot be verified again, so the whole log must be intact first.
    const { brokenAt } = await withSnapshot(this.snapshot('audit-expire', signal), (client) =>
      verifyChain(client, this.keys, asOf),
    );
    if (brokenAt !== null) {
      this.logger.error(`audit log: no events expire because the log does not verify. ${brokenAt.sentence}`);
      return 0;
    }
    let removed = 0;
    for (const month of due) removed += await this.expireMonth(month);
    return removed;
  }

  private async expireMonth(month: string): Promise<number> {
    return inTransaction(this.database, async (manager) => {
      await manager.query(LOCK_HOLDS_SHARED);
      await lockSeals(manager);
      if (await isAnythingHeld(manager)) return 0;
      if (await hasRows(manager, 'SELECT FROM auth.audit_expiries WHERE month = $1', [month])) return 0;
      await manager.query("SET LOCAL statement_timeout = '10min'");
      const events = await queryInteger(manager, 'SELECT auth.expire_audit_month($1)', [month]);
      const entry = { action: 'audit.expired', subject: monthSubject(month), detail: { events } } as const;
      await this.log.append(systemActor(randomUUID()), entry, manager);
      return events;
    });
  }

  private snapshot(purpose: string, signal: AbortSignal | undefined) {
    return { url: this.environment.DATABASE_URL, purpose, signal };
  }
}

/** Whether events were appended to the month after it was walked. */
function hasGrown({ month, lastSeq }: MonthOfEvents, manager: EntityManager): Promise<boolean> {
  const sql = `SELECT FROM auth.audit_events
    WHERE seq = $2 + 1 AND recorded_at < ($1::date + interval '1 month') AT TIME ZONE 'UTC'`;
  return hasRows(manager, sql, [month, lastSeq]);
}

/** Whether the log contains a seal event for `month`, even if the seal is missing. */
function wasSealed(month: string, manager: EntityManager): Promise<boolean> {
  const sql = "SELECT FROM auth.audit_events WHERE action = 'audit.sealed' AND subject_id = $1 LIMIT 1";
  return hasRows(manager, sql, [month.slice(0, 7)]);
}

/** Any legal hold keeps all events, because events are not assigned to members. */
const isAnythingHeld = (manager: EntityManager) => hasRows(manager, `SELECT WHERE ${ANY_HOLD_EXISTS}`);
