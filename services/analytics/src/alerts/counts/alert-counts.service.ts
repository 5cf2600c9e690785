import type { AlertCounts } from '@clearwatch/contracts/alerts.dto';
import { Injectable } from '@nestjs/common';
import { AlertCountsRepository } from './alert-counts.repository.ts';
import { sumUp } from './sum-up.ts';

@Injectable()
export class AlertCountsService {
  constructor(private readonly counts: AlertCountsRepository) {}

  /** Counted afresh each time: what staff has just decided must show. */
  async count(): Promise<AlertCounts> {
    const [groups, ledger] = await Promise.all([this.counts.groups(), this.counts.ledger()]);
    return { ...sumUp(groups), ...ledger };
  }
}
