import type { TotalKind, TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { Injectable } from '@nestjs/common';
import { Replica } from '../replica/replica.service.ts';
import { criteriaOf } from '../search/criteria.ts';
import { SearchService } from '../search/search.service.ts';
import { transactionsOf } from './found-transactions.ts';
import { pageOfReport, type ReportPageQuery } from './report-page.query.ts';

export interface ReportPage {
  transactions: Transaction[];
  total: number;
  kind: TotalKind;
}

@Injectable()
export class TransactionReportsService {
  constructor(
    private readonly replica: Replica,
    private readonly search: SearchService,
  ) {}

  /**
   * One page of a report, newest day first. All of it is read from one snapshot: what is imported or undone meanwhile is in
   * it wholly or not at all.
   * @throws AppError `bad_request` for filters that ask nothing, or a page far behind the newest
   */
  async page(filters: TransactionFilters, query: ReportPageQuery): Promise<ReportPage> {
    const criteria = criteriaOf(filters);
    const { offset, limit } = pageOfReport(query);
    return this.replica.inSnapshot(async (ask) => {
      const { entries, total, kind } = await this.search.find(ask, criteria, offset + limit);
      return { transactions: await transactionsOf(ask, entries.slice(offset)), total, kind };
    });
  }
}
