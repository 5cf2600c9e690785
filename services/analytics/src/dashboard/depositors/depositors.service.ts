import type { MemberSummary } from '@clearwatch/contracts/dashboard.dto';
import { type Period, periodEndingAt } from '@clearwatch/domain/calendar/period';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MemberRiskService } from '../../alerts/risk/member-risk.service.ts';
import type { Figure } from '../figures/figure.ts';
import { FigureStore } from '../figures/figure-store.ts';
import { LedgerCalendarRepository } from '../period/ledger-calendar.repository.ts';
import { type Depositor, DepositorsRepository } from './depositors.repository.ts';

/** Longest list that is answered; the product's own call for member summaries is `2000/365` (spec.md section 7). */
export const MAX_DEPOSITORS = 5_000;
/** Lists up to this length, the dashboard's among them, are cut from a short kept list that is quick to read. */
const SHORT_LIST = 100;

interface KeptDepositors {
  asOf: string | null;
  depositors: Depositor[];
}

@Injectable()
export class DepositorsService {
  constructor(
    private readonly store: FigureStore,
    private readonly calendar: LedgerCalendarRepository,
    private readonly depositors: DepositorsRepository,
    private readonly risks: MemberRiskService,
  ) {}

  async topDepositors(wanted: {
    days: number;
    limit: number;
  }): Promise<{ asOf: string | null; members: MemberSummary[] }> {
    const { asOf, depositors } = await this.store.read(this.figureOf(wanted));
    const listed = depositors.slice(0, wanted.limit);
    if (asOf === null) return { asOf, members: [] };
    const accounts = listed.map(({ accountNumber }) => accountNumber);
    const risks = await this.risks.levelsOf(accounts, asOf);
    const members = listed.map((depositor) => ({
      ...depositor,
      riskLevel: risks.get(depositor.accountNumber) ?? ('low' as const),
    }));
    return { asOf, members };
  }

  /** Computes and keeps the list, without the risk levels that are added on every read. */
  async warm(days: number): Promise<void> {
    await this.store.read(this.figureOf({ days, limit: SHORT_LIST }));
  }

  private figureOf({ days, limit }: { days: number; limit: number }): Figure<KeptDepositors> {
    const isShort = limit <= SHORT_LIST;
    return {
      name: isShort ? `depositors.1/${days}` : `depositors.1/${days}/${MAX_DEPOSITORS}`,
      compute: (manager, today) =>
        this.compute(manager, { days, today, limit: isShort ? SHORT_LIST : MAX_DEPOSITORS }),
    };
  }

  private async compute(
    manager: EntityManager,
    wanted: { days: number; today: string; limit: number },
  ): Promise<KeptDepositors> {
    const covered = await this.calendar.coveredDays(manager, wanted.today);
    if (covered === null) return { asOf: null, depositors: [] };
    const { asOf, firstDay } = covered;
    const asked = periodEndingAt({ asOf, days: wanted.days });
    // Two months of data must be divided by two months, or a young ledger's incomes look too small.
    const period: Period = asked.firstDay < firstDay ? { firstDay, lastDay: asOf } : asked;
    return { asOf, depositors: await this.depositors.receivedMost(manager, { period, limit: wanted.limit }) };
  }
}
