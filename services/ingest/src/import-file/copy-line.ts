import { identityHash } from '@clearwatch/domain/ledger/transaction-identity';
import { formatCents } from '@clearwatch/domain/money/cents';
import type { AcceptedRow, RefusedRow } from './staged-row.ts';
import { storableText } from './storable-text.ts';

/**
 * Rows as lines of PostgreSQL's COPY text format ("COPY", File Formats): columns parted by tabs, `\N` for NULL,
 * backslash escapes. The columns are those of `STAGED_COLUMNS`, in that order.
 */
const NULL = '\\N';
const NEEDS_ESCAPE = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Columns of the staging table; every line fills all of them. */
export const STAGED_COLUMNS = [
  'row_number',
  'line',
  'problems',
  'transaction_hash',
  'has_trace',
  'company',
  'last_name',
  'first_name',
  'middle_initial',
  'account_number',
  'original_account',
  'transaction_code',
  'amount',
  'transaction_type',
  'entry_kind',
  'check_tracer_number',
  'addenda',
  'batch',
  'settlement_date',
  'effective_date',
  'posting_date',
  'posting_minute',
  'entry_description',
  'class',
  'metadata',
] as const;

const NOT_AN_ENTRY = `\t${NULL}`.repeat(STAGED_COLUMNS.length - 3);

/** @param identity another than that of the entry's fields, for the second and further of equal entries */
export function acceptedLine(
  { row, line, entry, isUnique }: AcceptedRow,
  identity: string = identityHash(entry),
): string {
  const metadata = entry.metadata === null ? NULL : escaped(storableJson(entry.metadata));
  return `${row}\t${line}\t${NULL}\t${identity}\t${isUnique ? 't' : 'f'}\t${escaped(entry.company)}\t${escaped(entry.lastName)}\t${escaped(entry.firstName)}\t${optional(entry.middleInitial)}\t${escaped(entry.accountNumber)}\t${escaped(entry.originalAccount)}\t${escaped(entry.transactionCode)}\t${formatCents(entry.amountCents)}\t${entry.transactionType}\t${entry.entryKind}\t${optional(entry.checkTracerNumber)}\t${optional(entry.addenda)}\t${optional(entry.batch)}\t${entry.settlementDate ?? NULL}\t${entry.effectiveDate ?? NULL}\t${entry.postingDate ?? NULL}\t${entry.postingMinute ?? NULL}\t${optional(entry.entryDescription)}\t${optional(entry.class)}\t${metadata}\n`;
}

/** Whether JSON may hold an escape that PostgreSQL's refuses (22P05): NUL, or half a surrogate pair. */
const REFUSED_ESCAPE = /\\u(?:0000|d[89a-f])/;

/** Records are kept as the file has them, whatever stands in columns that nobody reads. */
function storableJson(metadata: Readonly<Record<string, string>>): string {
  const json = JSON.stringify(metadata);
  if (!REFUSED_ESCAPE.test(json)) return json;
  return JSON.stringify(
    Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, storableText(value)])),
  );
}

/** What nobody corrects by hand is not kept beside the file itself. */
const LONGEST_SOURCE = 16 * 1024;

/** A refused row travels as its source and the list of its problems; what the file said is as it is, but storable. */
export function refusedLine({ row, line, problems, source }: RefusedRow): string {
  const kept = source === undefined || source.length > LONGEST_SOURCE ? null : storableText(source);
  const list = problems.map(({ field, value, reason }) => ({
    field: storableText(field),
    value: storableText(value),
    reason,
  }));
  return `${row}\t${line}\t${escaped(JSON.stringify({ source: kept, list }))}${NOT_AN_ENTRY}\n`;
}

function escaped(text: string): string {
  return NEEDS_ESCAPE.test(text)
    ? text.replaceAll(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
    : text;
}

function optional(text: string | null): string {
  return text === null ? NULL : escaped(text);
}
