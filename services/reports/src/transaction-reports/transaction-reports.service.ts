import { DEFAULT_SEC_CODES } from '@clearwatch/contracts/transaction-reports';
import type { FilterOptions, TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import { TRANSACTION_TYPES } from '@clearwatch/contracts/transactions.dto';
import { queryTexts } from '@clearwatch/service-kit/database/query-rows';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import {
  TRANSACTION_COLUMNS,
  TRANSACTION_JOINS,
  toTransaction,
} from '@clearwatch/service-kit/database/transaction-rows';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SearchService } from '../search/search.service.ts';
import { criteriaOf } from '../search/search-criteria.ts';
import { Replica } from './replica.service.ts';

const SELECT_TRANSACTIONS = `
  SELECT ${TRANSACTION_COLUMNS}
  FROM unnest($1::bigint[]) WITH ORDINALITY AS page (id, place)
  JOIN ledger.transactions t ON t.id = page.id ${TRANSACTION_JOINS}
  ORDER BY page.place`;

/** Reading a page also reads all pages before it, so pages are limited. Exports have no limit. */
const MAX_PAGED_ROWS = 10_000;

/** `page` (from 1) and `pageSize` of a report; without them, the first thousand rows. */
export class ReportPageQuery extends PageQuery {}

@Injectable()
export class TransactionReportsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly replica: Replica,
    private readonly search: SearchService,
  ) {}

  async filterOptions(): Promise<FilterOptions> {
    const valuesOf = (column: 'class' | 'transaction_type') =>
      queryTexts(
        this.database,
        `SELECT DISTINCT ${column} FROM reports.search_streams WHERE ${column} <> '' ORDER BY 1`,
      );
    const [types, classes] = await Promise.all([valuesOf('transaction_type'), valuesOf('class')]);
    return {
      transactionTypes: [...new Set<string>([...TRANSACTION_TYPES, ...types])],
      classes: [...new Set<string>([...DEFAULT_SEC_CODES, ...classes])],
    };
  }

  /**
   * Returns the newest day first, from one snapshot. @throws AppError `bad_request` without a condition, or
   * for a page beyond the limit
   */
  async page(filters: TransactionFilters, query: ReportPageQuery) {
    const criteria = criteriaOf(filters);
    const { offset, limit } = pageOf(query);
    if (offset + limit > MAX_PAGED_ROWS)
      throw new AppError(
        'bad_request',
        `A report shows at most ${MAX_PAGED_ROWS.toLocaleString('en-US')} transactions. Narrow the filters or export the report.`,
      );
    return this.replica.inSnapshot(async (reader) => {
      const { entries, total, kind } = await this.search.find(reader, criteria, offset + limit);
      const ids = entries.slice(offset).map(({ id }) => id);
      const rows = ids.length === 0 ? [] : ((await reader.query(SELECT_TRANSACTIONS, [ids])) as Row[]);
      return { transactions: rows.map(toTransaction), total, kind };
    });
  }
}
