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

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** What b, f, n, r, t and v behind a backslash stand for in the text format of COPY; anything else stands for itself. */
const ESCAPED: Readonly<Record<number, number>> = {
  0x62: 8,
  0x66: 12,
  0x6e: NEWLINE,
  0x72: RETURN,
  0x74: TAB,
  0x76: 11,
};
/** How COPY writes NULL: a backslash and this. */
const NULL_LETTER = 'N'.charCodeAt(0);
/** A spreadsheet takes a cell that begins so for a formula, as packages/service-kit/src/csv/csv-line.ts has it; no text of PostgreSQL holds NUL. */
const FORMULA_STARTS: ReadonlySet<number> = new Set(Buffer.from('=+-@\t\r'));
/** Of a cell of one byte, written in the most laborious way: quotes, apostrophe and twice itself, and what separates. */
const MAX_GROWTH = 4;

/**
 * Turns what PostgreSQL writes for `COPY … TO STDOUT` (text format: PostgreSQL manual, COPY) into comma-separated values
 * (RFC 4180) with harmless cells, byte by byte: a report of a million rows is never text in this program. What it makes of a
 * row is what `csvLine` makes of it.
 */
export class CopyToCsv extends Transform {
  /** Rows that went out. */
  rows = 0;
  private rest: Buffer[] = [];
  private readonly writer = new CsvWriter();

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const end = chunk.lastIndexOf(NEWLINE);
    if (end === -1) {
      if (chunk.length > 0) this.rest.push(chunk);
      done();
      return;
    }
    const lines =
      this.rest.length === 0
        ? chunk.subarray(0, end + 1)
        : Buffer.concat([...this.rest, chunk.subarray(0, end + 1)]);
    this.rest = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
    this.rows += this.writer.write(lines);
    done(null, this.writer.takeBuffer());
  }

  override _flush(done: TransformCallback): void {
    done(this.rest.length === 0 ? null : new Error('PostgreSQL ended in the middle of a row'));
  }
}

class CsvWriter {
  /** Written over again and again: what is taken is copied, so that nothing large is left behind by each piece. */
  private bytes = Buffer.alloc(0);
  private at = 0;

  takeBuffer(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.at));
  }

  /** @returns how many lines there were */
  write(lines: Buffer): number {
    if (this.bytes.length < lines.length * MAX_GROWTH)
      this.bytes = Buffer.allocUnsafe(lines.length * MAX_GROWTH);
    this.at = 0;
    let rows = 0;
    let start = 0;
    let isPlain = true;
    let isEscaped = false;
    for (let at = 0; at < lines.length; at += 1) {
      const byte = lines[at];
      if (byte === TAB || byte === NEWLINE) {
        if (isEscaped) this.writeCell(unescapeCell(lines.subarray(start, at)));
        else if (isPlain) this.copyCell(lines, start, at);
        else this.writeCell(lines.subarray(start, at));
        if (byte === TAB) this.put(COMMA);
        else {
          this.put(RETURN);
          this.put(NEWLINE);
          rows += 1;
        }
        start = at + 1;
        isPlain = true;
        isEscaped = false;
      } else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === COMMA || byte === QUOTE) isPlain = false;
    }
    return rows;
  }

  private put(byte: number): void {
    this.bytes[this.at] = byte;
    this.at += 1;
  }

  /** A cell in which nothing has to be quoted or unescaped; most are. */
  private copyCell(lines: Buffer, start: number, end: number): void {
    if (start === end) return;
    if (FORMULA_STARTS.has(lines[start] ?? 0)) this.put(APOSTROPHE);
    this.at += lines.copy(this.bytes, this.at, start, end);
  }

  private writeCell(cell: Uint8Array): void {
    const isQuoted = cell.some(
      (byte) => byte === COMMA || byte === QUOTE || byte === RETURN || byte === NEWLINE,
    );
    if (isQuoted) this.put(QUOTE);
    if (FORMULA_STARTS.has(cell[0] ?? 0)) this.put(APOSTROPHE);
    for (const byte of cell) {
      if (byte === QUOTE) this.put(QUOTE);
      this.put(byte);
    }
    if (isQuoted) this.put(QUOTE);
  }
}

/** What a cell says; NULL and an empty text are both nothing in a table. */
function unescapeCell(cell: Buffer): Uint8Array {
  if (cell.length === 2 && cell[1] === NULL_LETTER) return new Uint8Array();
  const bytes: number[] = [];
  for (let at = 0; at < cell.length; at += 1) {
    const byte = cell[at] ?? 0;
    if (byte !== BACKSLASH) bytes.push(byte);
    else {
      at += 1;
      const letter = cell[at] ?? 0;
      bytes.push(ESCAPED[letter] ?? letter);
    }
  }
  return Uint8Array.from(bytes);
}

/** By their names in the API. A filter that is missing here is a type error, so that none goes unrecorded. */
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

/**
 * Filters as the audit log keeps them: one line of text each. What was asked for is the point of the entry, so names are
 * kept as they were given.
 */
function filtersForAudit(criteria: Criteria): Record<string, string> {
  return Object.fromEntries(
    Object.entries(FILTER_TEXTS).flatMap(([name, wordsOf]) => {
      const words = wordsOf(criteria);
      return words === null ? [] : [[name, words]];
    }),
  );
}

function joinValues(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.join('; ');
}

/** Each export holds a connection for as long as its reader takes: so many at a time, in all processes together. */
export const EXPORT_SLOTS = { room: 1_926_041, places: 4 };
/** Whoever reads slowly in several windows must leave room for others. */
const EXPORT_SLOTS_PER_USER = { room: 1_926_042, places: 2 };

/**
 * Lets an export begin in the client's transaction, with which its place is free again.
 * @throws AppError `too_many_requests` when as many exports run as may
 */
async function acquireExportSlot(client: Client, userId: number | null): Promise<void> {
  if (!(await acquireSlot(client, { ...EXPORT_SLOTS_PER_USER, of: userId ?? 0 })))
    throw tooManyExports(
      `You have ${EXPORT_SLOTS_PER_USER.places} exports under way. Please try again when one of them is done.`,
    );
  if (!(await acquireSlot(client, EXPORT_SLOTS)))
    throw tooManyExports('Several exports are under way. Please try again in a moment.');
}

function tooManyExports(sentence: string): AppError {
  return new AppError('too_many_requests', sentence, { retryAfterSeconds: 10 });
}

/** As operators see it. */
const EXPORT_CONNECTION = 'clearwatch-transactions-export';
const USE_INDEX_ORDER_SQL = 'SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off';

interface ExportRequest {
  actor: Actor;
  criteria: Criteria;
  response: Response;
}

/** Sends all of a report as a file, from PostgreSQL to the browser at the pace of the slower of them. */
@Injectable()
export class TransactionExportService {
  /**
   * So many rows take minutes to sort, in which nothing is sent and the browser is taken for gone. They are sent in the order of
   * the index of days instead: later done, but at once begun.
   */
  unsortedFrom = 2_000_000;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly search: SearchService,
    private readonly trail: AuditTrail,
    private readonly replica: Replica,
  ) {}

  /**
   * How many rows there are is announced before the first, so that whoever receives fewer knows. What fails on the way cuts
   * the connection: half a file must not look like a whole one.
   * @throws AppError `bad_request` as a report does; `too_many_requests` while as many exports run as may
   */
  async export(actor: Actor, filters: TransactionFilters, response: Response): Promise<void> {
    const criteria = criteriaOf(filters);
    const signal = clientDisconnectSignal(response);
    const connection = { url: await this.replica.url(), name: EXPORT_CONNECTION, signal };
    try {
      await inDedicatedSnapshot(connection, async (client) => {
        await acquireExportSlot(client, actor.userId);
        await this.send(client, { actor, criteria, response });
      });
    } catch (error) {
      // The client has gone; the audit log has what was sent.
      if (!signal.aborted) throw error;
    }
  }

  private async send(client: Client, { actor, criteria, response }: ExportRequest): Promise<void> {
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
    // Before the first byte: not even a process that is killed in between lets entries out unnoticed.
    await record({ rows: matches.total });
    const csv = new CopyToCsv();
    try {
      if (matches.total >= this.unsortedFrom) await client.query(USE_INDEX_ORDER_SQL);
      const rows = client.query(copyTo(`COPY (${reportRowsSql(matches.sql)}) TO STDOUT`));
      // A failure before the first row is sent as an error, not as a broken file.
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
