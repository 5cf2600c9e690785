import { randomUUID } from 'node:crypto';
import { ANY_HOLD_EXISTS, LOCK_HOLDS_SHARED } from '@clearwatch/contracts/retention';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { booleanOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { systemActor } from '@clearwatch/service-kit/identity/actor';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { RepeatingTask } from '@clearwatch/service-kit/time/async-timing';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import type { AuthEnvironment } from '../auth-environment.ts';
import {
  AuditKeys,
  type AuditSeal,
  canonicalSeal,
  digestOf,
  GENESIS,
  SEAL_COLUMNS,
  type SealText,
  toSeal,
} from './audit-chain.ts';
import {
  CHAIN_START,
  type ChainBreak,
  type ChainPosition,
  ChainWalk,
  describeMonth,
  mayHaveExpired,
  monthOf,
} from './audit-chain-walk.ts';
import { AuditChainRepository, AuditLog } from './audit-log.service.ts';
import {
  ChainReader,
  readEvent,
  UnreadableRowError,
  verifyChain,
  withSnapshot,
} from './audit-verification.ts';

/** A month's part of the chain, found in order. */
interface MonthOfEvents {
  /** First day, ISO. */
  month: string;
  firstSeq: number;
  lastSeq: number;
  previousHash: string;
  lastHash: string;
}

/** The month cannot be sealed: a seal would vouch for what somebody altered. */
class BrokenMonthError extends Error {
  constructor({ sentence }: ChainBreak) {
    super(sentence);
    this.name = 'BrokenMonth';
  }
}

/**
 * Walks the chain from `from` and yields every month that is over, whole.
 * @param thisMonth first day of the month that is not over
 * @throws BrokenMonth at the first event that does not follow, UnreadableRow at one that nobody can read
 */
async function* pastMonths(
  pages: AsyncIterable<readonly Row[]>,
  options: { keys: AuditKeys; from: ChainPosition; seals: readonly AuditSeal[]; thisMonth: string },
): AsyncGenerator<MonthOfEvents> {
  const walk = new ChainWalk(options.keys, options);
  let open: MonthOfEvents | null = null;
  for await (const page of pages) {
    for (const row of page) {
      const event = readEvent(row);
      const month = monthOf(event.recordedAt);
      if (open !== null && month !== open.month) yield open;
      if (month >= options.thisMonth) return;
      const problem = walk.next(event);
      if (problem !== null) throw new BrokenMonthError(problem);
      const currentMonth: MonthOfEvents =
        open?.month === month
          ? open
          : {
              month,
              firstSeq: event.seq,
              lastSeq: event.seq,
              previousHash: event.previousHash,
              lastHash: '',
            };
      open = { ...currentMonth, lastSeq: event.seq, lastHash: event.hash };
    }
  }
  if (open !== null) yield open;
}

/** Advisory lock of whoever seals or expires; any number of its own within this database. */
const SEALING_LOCK = 7_210_004;

@Injectable()
export class AuditSealsRepository {
  constructor(private readonly database: DataSource) {}

  /** How far the chain goes, null while it is empty. */
  async head(): Promise<{ seq: number; hash: string } | null> {
    const [row] = await this.database.query<Row[]>('SELECT seq, hash FROM auth.audit_head');
    return row === undefined ? null : { seq: integerOf(row, 'seq'), hash: textOf(row, 'hash') };
  }

  async newest(manager: EntityManager): Promise<AuditSeal | null> {
    const [row] = await manager.query<Row[]>(
      `SELECT ${SEAL_COLUMNS} FROM auth.audit_seals s ORDER BY s.month DESC LIMIT 1`,
    );
    return row === undefined ? null : toSeal(row);
  }

  /** Sealed months whose events are still kept, as their first days, oldest first. */
  async sealedMonths(): Promise<string[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT month::text FROM auth.audit_seals s
       WHERE NOT EXISTS (SELECT 1 FROM auth.audit_expiries e WHERE e.month = s.month) ORDER BY s.month`,
    );
    return rows.map((row) => textOf(row, 'month'));
  }

  /** Whether there are events of months before `month` behind the newest seal. */
  async hasUnsealedBefore(month: string): Promise<boolean> {
    const rows = await this.database.query<Row[]>(
      `SELECT recorded_at < $1::date::timestamp AT TIME ZONE 'UTC' AS is_before FROM auth.audit_events
       WHERE seq > coalesce((SELECT max(last_seq) FROM auth.audit_seals), 0) ORDER BY seq LIMIT 1`,
      [month],
    );
    return rows[0]?.['is_before'] === true;
  }

  /** Whether events of `month` stand behind `seq`: the month has grown since it was looked through. */
  async hasGrown(month: string, seq: number, manager: EntityManager): Promise<boolean> {
    const rows = await manager.query<Row[]>(
      `SELECT 1 FROM auth.audit_events
       WHERE seq = $2 + 1 AND recorded_at < ($1::date + interval '1 month') AT TIME ZONE 'UTC'`,
      [month, seq],
    );
    return rows.length > 0;
  }

  /** Whether the log says that `month` was sealed, whatever became of the seal. */
  async wasSealed(month: string, manager: EntityManager): Promise<boolean> {
    const rows = await manager.query<Row[]>(
      "SELECT 1 FROM auth.audit_events WHERE action = 'audit.sealed' AND subject_id = $1 LIMIT 1",
      [month.slice(0, 7)],
    );
    return rows.length > 0;
  }

  async insert(seal: AuditSeal, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO auth.audit_seals (month, first_seq, last_seq, events, previous_hash, last_hash, sealed_at,
         previous_seal, key_id, mac) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        seal.month,
        seal.firstSeq,
        seal.lastSeq,
        seal.events,
        seal.previousHash,
        seal.lastHash,
        seal.sealedAt,
        seal.previousSeal,
        seal.keyId,
        seal.mac,
      ],
    );
  }

  /** Whose events are held nobody can tell: while a hold stands all of them are. */
  async isAnythingHeld(manager: EntityManager = this.database.manager): Promise<boolean> {
    const [row = {}] = await manager.query<Row[]>(`SELECT ${ANY_HOLD_EXISTS} AS held`);
    return booleanOf(row, 'held');
  }

  /** Waits for other workers that seal or expire, to the end of the transaction. */
  async takeTurn(manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [SEALING_LOCK]);
  }

  /** @returns how many events left, null when they had left before */
  async expire(month: string, manager: EntityManager): Promise<number | null> {
    const done = await manager.query<Row[]>('SELECT 1 FROM auth.audit_expiries WHERE month = $1', [month]);
    if (done.length > 0) return null;
    await manager.query("SET LOCAL statement_timeout = '10min'");
    const [row] = await manager.query<Row[]>('SELECT auth.expire_audit_month($1) AS deleted', [month]);
    return integerOf(row ?? {}, 'deleted');
  }
}

/** However old the clock says they are: one that runs ahead for an hour must not empty the log. */
const MIN_SEALED_MONTHS = 12;

/**
 * Seals months that are over and removes months that are older than the retention period: the log is kept as long as the records
 * it speaks of. Several workers may do it at the same time: the second one finds it done.
 */
@Injectable()
export class AuditSealer {
  private readonly keys: AuditKeys;
  private readonly url: string;
  private readonly keptYears: number;

  constructor(
    private readonly database: DataSource,
    private readonly log: AuditLog,
    private readonly chain: AuditChainRepository,
    private readonly seals: AuditSealsRepository,
    @Inject(ENVIRONMENT) environment: AuthEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.keys = new AuditKeys(environment.AUDIT_KEYS);
    this.url = environment.DATABASE_URL;
    this.keptYears = environment.TRANSACTIONS_KEPT_YEARS;
  }

  /** @returns how many events have left */
  async sealAndExpire(asOf: Date, signal?: AbortSignal): Promise<number> {
    await this.seal(asOf, signal);
    return this.expire(asOf, signal);
  }

  /** @param signal cuts a walk short; what is sealed by then stays sealed */
  async seal(asOf: Date, signal?: AbortSignal): Promise<void> {
    await this.sealMonths(asOf, signal);
    await this.noteHead();
  }

  /** Into the service's own log: a second place, which whoever puts an old copy of the database back must reach too. */
  private async noteHead(): Promise<void> {
    const head = await this.seals.head();
    if (head !== null) this.logger.info(head, 'audit log reaches');
  }

  /** Seals every month that is over; one that is broken, and all after it, stay open until somebody has looked. */
  private async sealMonths(asOf: Date, signal?: AbortSignal): Promise<void> {
    const thisMonth = monthOf(asOf.toISOString());
    if (!(await this.seals.hasUnsealedBefore(thisMonth))) return;
    try {
      await withSnapshot({ url: this.url, purpose: 'audit-seal', signal }, async (client) => {
        const reader = new ChainReader(client);
        const seals = await reader.seals();
        const newest = seals.at(-1);
        const from = newest === undefined ? CHAIN_START : { seq: newest.lastSeq, hash: newest.lastHash };
        const options = { keys: this.keys, from, seals, thisMonth };
        for await (const month of pastMonths(reader.pages(from.seq), options)) {
          await this.sealMonth(month, asOf);
        }
      });
    } catch (error) {
      if (!(error instanceof BrokenMonthError || error instanceof UnreadableRowError)) throw error;
      this.logger.error(`audit log: a month is not sealed because it is broken. ${error.message}`);
    }
  }

  private async sealMonth(month: MonthOfEvents, asOf: Date): Promise<void> {
    const events = month.lastSeq - month.firstSeq + 1;
    await inTransaction(this.database, async (manager) => {
      await this.seals.takeTurn(manager);
      const newest = await this.seals.newest(manager);
      if (newest !== null && newest.month >= month.month) return;
      // From here on nobody appends: what is looked at stays so until the seal is there.
      const { now } = await this.chain.takeEnd(manager);
      if (monthOf(now) <= month.month || (await this.seals.hasGrown(month.month, month.lastSeq, manager)))
        return;
      if (await this.seals.wasSealed(month.month, manager)) {
        this.logger.error(`audit log: the seal of ${describeMonth(month.month)} is gone`);
        return;
      }
      const text: SealText = {
        ...month,
        sealedAt: asOf.toISOString(),
        previousSeal: newest === null ? GENESIS : digestOf(newest),
        keyId: this.keys.currentId,
      };
      await this.seals.insert({ ...text, events, mac: this.keys.mac(canonicalSeal(text)) }, manager);
      // It also keeps the month closed: the event stands in a later one, and no event is earlier than the one before.
      await this.log.append(
        systemActor(randomUUID()),
        {
          action: 'audit.sealed',
          subject: { type: 'audit', id: month.month.slice(0, 7), label: describeMonth(month.month) },
          detail: { events, lastSeq: month.lastSeq, lastHash: month.lastHash },
        },
        manager,
      );
    });
  }

  private async expire(asOf: Date, signal?: AbortSignal): Promise<number> {
    if (await this.seals.isAnythingHeld()) return 0;
    const kept = await this.seals.sealedMonths();
    const due = kept
      .slice(0, -MIN_SEALED_MONTHS)
      .filter((month) => mayHaveExpired(month, { keptYears: this.keptYears, asOf }));
    if (due.length === 0) return 0;
    // What leaves cannot be looked at again: not before the whole log is known to be intact.
    const { brokenAt } = await withSnapshot({ url: this.url, purpose: 'audit-expire', signal }, (client) =>
      verifyChain(client, this.keys, asOf),
    );
    if (brokenAt !== null) {
      this.logger.error(`audit log: nothing expires because it is broken. ${brokenAt.sentence}`);
      return 0;
    }
    let left = 0;
    for (const month of due) left += await this.expireMonth(month);
    return left;
  }

  private async expireMonth(month: string): Promise<number> {
    return inTransaction(this.database, async (manager) => {
      await manager.query(LOCK_HOLDS_SHARED);
      await this.seals.takeTurn(manager);
      if (await this.seals.isAnythingHeld(manager)) return 0;
      const events = await this.seals.expire(month, manager);
      if (events === null) return 0;
      await this.log.append(
        systemActor(randomUUID()),
        {
          action: 'audit.expired',
          subject: { type: 'audit', id: month.slice(0, 7), label: describeMonth(month) },
          detail: { events },
        },
        manager,
      );
      return events;
    });
  }
}

const EVERY_MS = 3_600_000;

/** Seals at the start and every hour. */
@Injectable()
export class AuditSealingTimer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: RepeatingTask;

  constructor(
    private readonly sealer: AuditSealer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.rounds = new RepeatingTask(EVERY_MS, (signal) => this.seal(signal));
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds.stop();
  }

  /** What fails is made up for by the next round. */
  private async seal(signal: AbortSignal): Promise<void> {
    try {
      await this.sealer.seal(new Date(), signal);
    } catch (error) {
      if (!signal.aborted) this.logger.warn({ err: error }, 'audit months could not be sealed');
    }
  }
}
