import { DEFAULT_SEC_CODES } from '@clearwatch/contracts/transaction-reports';
import { FilterOptions } from '@clearwatch/contracts/transaction-reports.dto';
import { TRANSACTION_TYPES } from '@clearwatch/contracts/transactions.dto';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** What filters can be chosen from: what is always offered, then what the searchable ledger holds beside it. */
@Injectable()
export class FilterOptionsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async read(): Promise<FilterOptions> {
    const held = async (column: 'class' | 'transaction_type'): Promise<string[]> => {
      const rows = await this.database.query<Row[]>(
        `SELECT DISTINCT ${column} AS word FROM reports.search_streams WHERE ${column} <> '' ORDER BY 1`,
      );
      return rows.map((row) => textOf(row, 'word'));
    };
    const [types, classes] = await Promise.all([held('transaction_type'), held('class')]);
    return {
      transactionTypes: [...new Set<string>([...TRANSACTION_TYPES, ...types])],
      classes: [...new Set<string>([...DEFAULT_SEC_CODES, ...classes])],
    };
  }
}
