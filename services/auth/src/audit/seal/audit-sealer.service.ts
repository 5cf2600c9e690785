import { randomUUID } from 'node:crypto';
import { WHILE_NO_HOLD_IS_PLACED } from '@clearwatch/contracts/retention/hold-lock';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { systemActor } from '@clearwatch/service-kit/identity/actor';
import { LOGGER } from '@clearwatch/service-kit/logging/logger.token';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { AuthEnvironment } from '../../environment.ts';
import { AuditChainRepository } from '../audit-chain.repository.ts';
import { AuditKeys } from '../audit-keys.ts';
import { AuditLog } from '../audit-log.service.ts';
import { GENESIS } from '../canonical-text.ts';
import { inSnapshot } from '../snapshot.ts';
import { monthInWords, monthOf } from '../verify/chain-break.ts';
import { ChainReader } from '../verify/chain-reader.ts';
import { START } from '../verify/chain-walk.ts';
import { mayHaveExpired } from '../verify/check-seals.ts';
import { UnreadableRow } from '../verify/readable.ts';
import { verifyChain } from '../verify/verify-chain.ts';
import { canonicalSeal, digestOf, type SealText } from './audit-seal.ts';
import { BrokenMonth, type MonthOfEvents, pastMonths } from './past-months.ts';
import { SealsRepository } from './seals.repository.ts';

/** However old the clock says they are: one that runs ahead for an hour must not empty the log. */
const KEPT_SEALED_MONTHS = 12;

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
    private readonly seals: SealsRepository,
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
      await inSnapshot({ url: this.url, purpose: 'audit-seal', signal }, async (client) => {
        const reader = new ChainReader(client);
        const seals = await reader.seals();
        const newest = seals.at(-1);
        const from = newest === undefined ? START : { seq: newest.lastSeq, hash: newest.lastHash };
        const options = { keys: this.keys, from, seals, thisMonth };
        for await (const month of pastMonths(reader.pages(from.seq), options)) {
          await this.sealMonth(month, asOf);
        }
      });
    } catch (error) {
      if (!(error instanceof BrokenMonth || error instanceof UnreadableRow)) throw error;
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
        this.logger.error(`audit log: the seal of ${monthInWords(month.month)} is gone`);
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
          subject: { type: 'audit', id: month.month.slice(0, 7), label: monthInWords(month.month) },
          detail: { events, lastSeq: month.lastSeq, lastHash: month.lastHash },
        },
        manager,
      );
    });
  }

  private async expire(asOf: Date, signal?: AbortSignal): Promise<number> {
    if (await this.seals.isAnythingHeld()) return 0;
    const kept = await this.seals.keptMonths();
    const due = kept
      .slice(0, -KEPT_SEALED_MONTHS)
      .filter((month) => mayHaveExpired(month, { keptYears: this.keptYears, asOf }));
    if (due.length === 0) return 0;
    // What leaves cannot be looked at again: not before the whole log is known to be intact.
    const { brokenAt } = await inSnapshot({ url: this.url, purpose: 'audit-expire', signal }, (client) =>
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
      await manager.query(WHILE_NO_HOLD_IS_PLACED);
      await this.seals.takeTurn(manager);
      if (await this.seals.isAnythingHeld(manager)) return 0;
      const events = await this.seals.expire(month, manager);
      if (events === null) return 0;
      await this.log.append(
        systemActor(randomUUID()),
        {
          action: 'audit.expired',
          subject: { type: 'audit', id: month.slice(0, 7), label: monthInWords(month) },
          detail: { events },
        },
        manager,
      );
      return events;
    });
  }
}
