import type { ImportReceipt } from '@clearwatch/contracts/imports.dto';
import { Injectable } from '@nestjs/common';
import { ImportsService } from '../imports/imports.service.ts';
import { ReceiptsRepository } from './receipts.repository.ts';

@Injectable()
export class ReceiptsService {
  constructor(
    private readonly imports: ImportsService,
    private readonly receipts: ReceiptsRepository,
  ) {}

  /** @throws AppError `not_found` */
  async receiptOf(importId: number): Promise<ImportReceipt> {
    const { summary, totalsCount, parts } = await this.imports.standingOf(importId);
    const [totals, warnings, matchedReturnCount] = await Promise.all([
      this.receipts.totalsOf(importId),
      this.receipts.warningsOf(importId),
      summary.returnCount === 0 ? 0 : this.receipts.matchedReturnsOf(importId),
    ]);
    return Object.assign(summary, { totals, totalsCount, parts, warnings, matchedReturnCount });
  }
}
