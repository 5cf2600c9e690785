import { DEFAULT_SEC_CODES } from '@clearwatch/contracts/transaction-reports';
import {
  FilterOptions,
  type TotalKind,
  type TransactionFilters,
} from '@clearwatch/contracts/transaction-reports.dto';
import {
  TRANSACTION_KINDS,
  TRANSACTION_TYPES,
  type Transaction,
} from '@clearwatch/contracts/transactions.dto';
import {
  dayOf,
  enumOf,
  instantOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type Page, PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SearchService } from '../search/search.service.ts';
import { criteriaOf } from '../search/search-criteria.ts';
import type { FoundEntry, RunQuery } from '../search/search-query.ts';
import { Replica } from './replica.service.ts';

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

/** An entry as the ledger's own lists show it (services/ingest/src/transactions/transactions.repository.ts). */
function toTransaction(row: Row): Transaction {
  const own = nameOf(textOf(row, 'first_name'), textOf(row, 'last_name'));
  return {
    id: integerOf(row, 'id'),
    company: textOf(row, 'company'),
    lastName: textOf(row, 'last_name'),
    firstName: textOf(row, 'first_name'),
    middleInitial: nullable(textOf, row, 'middle_initial'),
    memberName: own || nameOf(textOf(row, 'member_first_name'), textOf(row, 'member_last_name')),
    accountNumber: textOf(row, 'account_number'),
    originalAccount: textOf(row, 'original_account'),
    transactionCode: textOf(row, 'transaction_code'),
    amount: moneyOf(row, 'amount'),
    transactionType: enumOf(TRANSACTION_TYPES, row, 'transaction_type'),
    entryKind: enumOf(TRANSACTION_KINDS, row, 'entry_kind'),
    returnedWith: nullable(textOf, row, 'returned_with'),
    checkTracerNumber: nullable(textOf, row, 'check_tracer_number'),
    addenda: nullable(textOf, row, 'addenda'),
    batch: nullable(textOf, row, 'batch'),
    settlementDate: nullable(dayOf, row, 'settlement_date'),
    effectiveDate: nullable(dayOf, row, 'effective_date'),
    postingDate: nullable(dayOf, row, 'posting_date'),
    entryDescription: nullable(textOf, row, 'entry_description'),
    class: nullable(textOf, row, 'class'),
    metadata: metadataOf(row),
    transactionHash: textOf(row, 'transaction_hash'),
    importId: integerOf(row, 'import_id'),
    line: integerOf(row, 'line'),
    createdAt: instantOf(row, 'created_at'),
  };
}

function nameOf(firstName: string, lastName: string): string {
  return `${firstName} ${lastName}`.trim();
}

/** Metadata are flat texts; what else a hand put there is left out. */
function metadataOf(row: Row): Record<string, string> | null {
  const value = row['metadata'];
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

/** By primary key alone, in the given order. An entry that was kept out of a duplicate is known by the import it came from. */
const SELECT_TRANSACTIONS = `
  SELECT t.id, t.line, t.company, t.last_name, t.first_name, t.middle_initial, t.account_number, t.original_account,
    t.transaction_code, t.amount, t.transaction_type, t.entry_kind, t.check_tracer_number, t.addenda, t.batch,
    t.settlement_date::text AS settlement_date, t.effective_date::text AS effective_date,
    t.posting_date::text AS posting_date, t.entry_description, t.class, t.metadata,
    t.transaction_hash::text AS transaction_hash, t.created_at, coalesce(i.kept_from, i.id) AS import_id,
    m.first_name AS member_first_name, m.last_name AS member_last_name,
    (SELECT r.reason_code FROM ledger.entry_returns r JOIN ledger.transactions back ON back.id = r.return_id
      WHERE r.original_id = t.id AND r.kind = 'return'
      ORDER BY back.event_date NULLS LAST, r.return_id LIMIT 1) AS returned_with
  FROM unnest($1::bigint[]) WITH ORDINALITY AS page (id, place)
  JOIN ledger.transactions t ON t.id = page.id
  JOIN ledger.members m ON m.account_number = t.account_number
  JOIN ledger.imports i ON i.id = t.import_id
  ORDER BY page.place`;

async function transactionsOf(ask: RunQuery, entries: readonly FoundEntry[]): Promise<Transaction[]> {
  if (entries.length === 0) return [];
  const rows = await ask(SELECT_TRANSACTIONS, [entries.map(({ id }) => id)]);
  return rows.map(toTransaction);
}

/** Every page is found by walking past those before it; whoever needs more exports the report. */
const MAX_PAGED_ROWS = 10_000;

/** `page` (from 1) and `pageSize` of a report; the first thousand without them. */
export class ReportPageQuery extends PageQuery {}

/** @throws AppError `bad_request` for a page far behind the newest */
function pageOfReport(query: ReportPageQuery): Page {
  const page = pageOf(query);
  if (page.offset + page.limit > MAX_PAGED_ROWS) {
    throw new AppError(
      'bad_request',
      `Only the first ${MAX_PAGED_ROWS.toLocaleString('en-US')} transactions of a report can be paged through. Narrow the filters or export the report.`,
    );
  }
  return page;
}

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
