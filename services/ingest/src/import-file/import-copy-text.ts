import type { Day } from '@clearwatch/domain/calendar/day';
import { endOfNextYear } from '@clearwatch/domain/calendar/parse-date';
import type { FieldProblem } from '@clearwatch/domain/ledger/field-reader';
import type { LedgerRow } from '@clearwatch/domain/ledger/ledger-row';
import { identityHash } from '@clearwatch/domain/ledger/transaction-identity';
import { formatCents } from '@clearwatch/domain/money/cents';
import type { RetentionPeriod } from '@clearwatch/domain/retention-period';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import type { ReceiptCollector } from '../imports/receipt-parts.ts';
import type { ReadingProgress } from './open-stored-file.ts';

export interface RowPosition {
  /** From 1. */
  row: number;
  /** Line of its first byte, from 1. */
  line: number;
}

interface AcceptedRow extends RowPosition {
  entry: LedgerRow;
  /**
   * Whether an equal row in the file is a duplicate to skip. Otherwise it is a separate entry with its own identity.
   */
  isUnique: boolean;
}

interface RejectedSourceRow extends RowPosition {
  problems: FieldProblem[];
  /** The row as it appears in the file, to be corrected and imported again. */
  source?: string;
}

/** Text that PostgreSQL accepts, without NUL and lone surrogates, which would end the import (22021). */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u2400');
}

/** In PostgreSQL's COPY text format ("COPY", File Formats), columns are separated by tabs, with backslash escapes. */
const COPY_NULL = '\\N';
const NEEDS_ESCAPE = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Columns of the staging table and their types; every line fills all of them, in this order. */
export const STAGING_TYPES = {
  row_number: 'integer NOT NULL',
  line: 'integer NOT NULL',
  problems: 'jsonb',
  transaction_hash: 'uuid',
  has_trace: 'boolean',
  company: 'text',
  last_name: 'text',
  first_name: 'text',
  middle_initial: 'text',
  account_number: 'text',
  original_account: 'text',
  transaction_code: 'text',
  amount: 'numeric(12,2)',
  transaction_type: 'ledger.transaction_type',
  entry_kind: 'ledger.entry_kind',
  check_tracer_number: 'text',
  addenda: 'text',
  batch: 'text',
  settlement_date: 'date',
  effective_date: 'date',
  posting_date: 'date',
  posting_minute: 'smallint',
  entry_description: 'text',
  class: 'text',
  metadata: 'jsonb',
};
export const STAGED_COLUMNS = Object.keys(STAGING_TYPES) as (keyof typeof STAGING_TYPES)[];

export const ENTRY_COLUMNS = STAGED_COLUMNS.slice(STAGED_COLUMNS.indexOf('company'));

const EMPTY_ENTRY_COLUMNS = `\t${COPY_NULL}`.repeat(STAGED_COLUMNS.length - 3);

/** @param identity differs from that of the fields for the second and later equal entries */
export function acceptedLine(
  { row, line, entry, isUnique }: AcceptedRow,
  identity: string = identityHash(entry),
): string {
  const metadata = entry.metadata === null ? COPY_NULL : escapeCopyText(storableJson(entry.metadata));
  return `${row}\t${line}\t${COPY_NULL}\t${identity}\t${isUnique ? 't' : 'f'}\t${escapeCopyText(entry.company)}\t${escapeCopyText(entry.lastName)}\t${escapeCopyText(entry.firstName)}\t${copyTextOrNull(entry.middleInitial)}\t${escapeCopyText(entry.accountNumber)}\t${escapeCopyText(entry.originalAccount)}\t${escapeCopyText(entry.transactionCode)}\t${formatCents(entry.amountCents)}\t${entry.transactionType}\t${entry.entryKind}\t${copyTextOrNull(entry.checkTracerNumber)}\t${copyTextOrNull(entry.addenda)}\t${copyTextOrNull(entry.batch)}\t${entry.settlementDate ?? COPY_NULL}\t${entry.effectiveDate ?? COPY_NULL}\t${entry.postingDate ?? COPY_NULL}\t${entry.postingMinute ?? COPY_NULL}\t${copyTextOrNull(entry.entryDescription)}\t${copyTextOrNull(entry.class)}\t${metadata}\n`;
}

/** Escapes that PostgreSQL's JSON types reject (22P05): NUL and lone surrogates. */
const REFUSED_ESCAPE = /\\u(?:0000|d[89a-f])/;

function storableJson(metadata: Readonly<Record<string, string>>): string {
  const json = JSON.stringify(metadata);
  if (!REFUSED_ESCAPE.test(json)) return json;
  return JSON.stringify(
    Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, toStorableText(value)])),
  );
}

/** Longer rows are not corrected by hand, and the file itself is stored. */
const MAX_SOURCE_LENGTH = 16 * 1024;

export function rejectedLine({ row, line, problems, source }: RejectedSourceRow): string {
  const storedSource = source === undefined || source.length > MAX_SOURCE_LENGTH ? null : toStorableText(source);
  const list = problems.map(({ field, value, reason }) => ({
    field: toStorableText(field),
    value: toStorableText(value),
    reason,
  }));
  return `${row}\t${line}\t${escapeCopyText(JSON.stringify({ source: storedSource, list }))}${EMPTY_ENTRY_COLUMNS}\n`;
}

function escapeCopyText(text: string): string {
  return NEEDS_ESCAPE.test(text)
    ? text.replaceAll(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
    : text;
}

function copyTextOrNull(text: string | null): string {
  return text === null ? COPY_NULL : escapeCopyText(text);
}

export interface FileToRead {
  chunks: AsyncIterable<Buffer>;
  latestDay: Day;
  retention: RetentionPeriod;
  /** Readers count the rows; bytes are counted before unpacking. */
  progress: ReadingProgress;
  notes: ReceiptCollector;
}

export type CopyTextReader = (file: FileToRead) => AsyncGenerator<Buffer, void>;

const CHUNK_CHARACTERS = 128 * 1024;

export function* inChunks(lines: Iterable<string>): Generator<Buffer, void> {
  let text = '';
  for (const line of lines) {
    text += line;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** The latest date that a row may have, because nothing is posted later than next year. */
export function latestAllowedDay(today = new Today()): Day {
  return endOfNextYear(today.day());
}
