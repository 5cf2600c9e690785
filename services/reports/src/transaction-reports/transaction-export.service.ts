import { once } from 'node:events';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TOTAL_COUNT_HEADER } from '@clearwatch/contracts/http-headers';
import type { TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { BYTE_ORDER_MARK } from '@clearwatch/service-kit/csv/csv-line';
import { acquireSlot } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { clientDisconnectSignal } from '@clearwatch/service-kit/http/request-context';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Response } from 'express';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DataSource } from 'typeorm';
import { SearchService } from '../search/search.service.ts';
import { type Criteria, criteriaOf } from '../search/search-criteria.ts';
import { clientReader, inDedicatedSnapshot, sqlLiterals } from '../search/search-query.ts';
import { Replica } from './replica.service.ts';
import { REPORT_CSV_HEADER, reportRowsSql } from './transaction-export-columns.ts';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const COMMA = 0x2c;
/**
 * First characters that make spreadsheets treat a cell as a formula, as in
 * packages/service-kit/src/csv/csv-line.ts.
 */
const FORMULA_STARTS: ReadonlySet<number> = new Set(Buffer.from('=+-@\t\r'));

/**
 * Converts the output of `COPY … (FORMAT csv)` into safe cells and RFC 4180 line endings, like `csvLine`.
 * Works on bytes, because decoding a million rows to text would be slow.
 */
export class CopyToCsv extends Transform {
  rows = 0;
  private isQuoted = false;
  private isCellStart = true;
  private isRowStart = true;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const bytes = Buffer.allocUnsafe(chunk.length * 2);
    let { isQuoted, isCellStart, rows } = this;
    let size = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === NEWLINE && !isQuoted) {
        rows += 1;
        bytes[size++] = RETURN;
      } else if (isCellStart && FORMULA_STARTS.has(byte)) bytes[size++] = APOSTROPHE;
      bytes[size++] = byte;
      if (byte === QUOTE) isQuoted = !isQuoted;
      isCellStart = isQuoted ? isCellStart && byte === QUOTE : byte === COMMA || byte === NEWLINE;
    }
    Object.assign(this, { isQuoted, isCellStart, rows });
    if (chunk.length > 0) this.isRowStart = !isQuoted && chunk.at(-1) === NEWLINE;
    done(null, bytes.subarray(0, size));
  }

  override _flush(done: TransformCallback): void {
    done(this.isRowStart ? null : new Error('The COPY stream ended in the middle of a row'));
  }
}

/** By API name. A missing filter is a type error, so that every filter is recorded. */
const FILTER_TEXTS: Readonly<Record<keyof TransactionFilters, (criteria: Criteria) => string | null>> = {
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  company: ({ companies }) => joinValues(companies),
  transactionType: ({ types }) => joinValues(types),
  class: ({ classes }) => joinValues(classes),
  transactionCode: ({ codes }) => joinValues(codes),
  entryDescription: ({ descriptions }) => joinValues(descriptions),
  addenda: ({ addenda }) => addenda,
  checkTracerNumber: ({ traceNumber }) => traceNumber,
  batch: ({ batch }) => batch,
  amount: ({ amount }) => joinValues(amount.map(({ operator, value }) => `${operator} ${value}`)),
  dateRange: ({ days }) => (days === null ? null : `${days.from} to ${days.to}`),
};

/** One line of text per filter. Names are kept as typed, because the audit entry must show the request. */
function filtersForAudit(criteria: Criteria): Record<string, string> {
  return Object.fromEntries(
    Object.entries(FILTER_TEXTS).flatMap(([name, textOf]) => {
      const text = textOf(criteria);
      return text === null ? [] : [[name, text]];
    }),
  );
}

const joinValues = (values: readonly string[]): string | null => (values.length === 0 ? null : values.join('; '));

/**
 * Maximum number of concurrent exports across all processes. Each occupies a connection until its download
 * ends.
 */
export const EXPORT_SLOTS = { room: 1_926_041, places: 4 };
/** Slow downloads by one user must leave slots for others. */
const EXPORT_SLOTS_PER_USER = { room: 1_926_042, places: 2 };

/** The slot is freed when the transaction ends. @throws AppError `too_many_requests` without a free slot */
async function acquireExportSlot(client: Client, userId: number | null): Promise<void> {
  const tooMany = (sentence: string) => new AppError('too_many_requests', sentence, { retryAfterSeconds: 10 });
  if (!(await acquireSlot(client, { ...EXPORT_SLOTS_PER_USER, of: userId ?? 0 })))
    throw tooMany(
      `You already have ${EXPORT_SLOTS_PER_USER.places} exports running. Try again when one of them is done.`,
    );
  if (!(await acquireSlot(client, EXPORT_SLOTS))) throw tooMany('Several exports are running. Try again in a moment.');
}

const EXPORT_CONNECTION = 'clearwatch-transactions-export';
/** No cell is NULL. A different NULL marker keeps empty text unquoted. */
const COPY_FORMAT = `(FORMAT csv, NULL E'\\x01')`;
const USE_INDEX_ORDER_SQL = 'SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off';

@Injectable()
export class TransactionExportService {
  /**
   * Sorting more rows than this would delay the first byte for minutes, and browsers would time out. Larger
   * exports use the order of the day index.
   */
  unsortedFrom = 2_000_000;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly search: SearchService,
    private readonly trail: AuditTrail,
    private readonly replica: Replica,
  ) {}

  /**
   * Sends the number of rows first. A failure cuts the connection so that a partial file does not look
   * complete.
   */
  async export(actor: Actor, filters: TransactionFilters, response: Response): Promise<void> {
    const criteria = criteriaOf(filters);
    const signal = clientDisconnectSignal(response);
    const connection = { url: await this.replica.url(), name: EXPORT_CONNECTION, signal };
    try {
      await inDedicatedSnapshot(connection, async (client) => {
        await acquireExportSlot(client, actor.userId);
        await this.send(client, actor, criteria, response);
      });
    } catch (error) {
      // The client disconnected. The audit log records how many rows were sent.
      if (!signal.aborted) throw error;
    }
  }

  private async send(client: Client, actor: Actor, criteria: Criteria, response: Response): Promise<void> {
    const matches = await this.search.all(
      clientReader(client),
      criteria,
      sqlLiterals((text) => client.escapeLiteral(text)),
    );
    const fileName = `transaction-report-${new Date().toISOString().slice(0, 10)}.csv`;
    const record = (detail: Record<string, number | boolean>): Promise<void> =>
      this.trail.record(
        actor,
        {
          action: 'transactions.exported',
          subject: { type: 'report', id: null, label: fileName },
          detail: { ...filtersForAudit(criteria), ...detail },
        },
        this.database,
      );
    // Recorded before the first byte is sent, so that even a killed process leaves an audit entry.
    await record({ rows: matches.total });
    const csv = new CopyToCsv();
    try {
      if (matches.total >= this.unsortedFrom) await client.query(USE_INDEX_ORDER_SQL);
      const rows = client.query(copyTo(`COPY (${reportRowsSql(matches.sql)}) TO STDOUT ${COPY_FORMAT}`));
      // A failure before the first row is returned as an error instead of a broken file.
      if (matches.total > 0) await once(rows, 'readable');
      response.setHeader('Content-Type', 'text/csv; charset=utf-8');
      response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
      response.setHeader(TOTAL_COUNT_HEADER, String(matches.total));
      response.write(BYTE_ORDER_MARK + REPORT_CSV_HEADER);
      await pipeline(rows, csv, response);
    } catch (error) {
      await record({ rows: csv.rows, complete: false });
      throw error;
    }
  }
}
