import { CSV_FIELDS, type CsvField } from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import type { ParsedDate } from '../calendar/parse-date.ts';
import { displayValue, FieldReader } from '../ledger/field-reader.ts';
import {
  entryKindOf,
  FIELD_LIMITS,
  type LedgerRow,
  type RowContext,
  UNKNOWN_COMPANY,
} from '../ledger/ledger-row.ts';
import type { ReadRow } from '../ledger/read-transaction-row.ts';
import { type PersonName, splitName } from '../members/member-names.ts';
import { secCodeOf } from '../nacha/ach-codes.ts';
import { readCsvMoney } from './csv-amounts.ts';
import { parseCsvDate } from './csv-dates.ts';
import { type CsvRecord, withoutSpreadsheetGuard } from './csv-reader.ts';

const AMOUNTS: ReadonlySet<CsvField> = new Set(['amount', 'debitAmount', 'creditAmount']);
/** The parts of an unquoted `$1,200.00`. */
const AMOUNT_BEFORE_COMMA = /^[-+($ ]*\d{1,3}$/;
const AMOUNT_AFTER_COMMA = /^\d{3}(?:\.\d{1,2})?[)-]?(?: ?(?:CR|DR))?$/i;

/**
 * Whether the comma of an unquoted amount has split it over two columns, which would read it as a thousandth.
 * Undetectable in rows that have as many columns as their table.
 */
export function isAmountSplitByComma(
  cells: readonly string[],
  { columns, delimiter }: Pick<CsvMapping, 'columns' | 'delimiter'>,
): boolean {
  if (delimiter !== ',') return false;
  return columns.some(
    ({ column, field }) =>
      AMOUNTS.has(field) &&
      AMOUNT_BEFORE_COMMA.test((cells[column] ?? '').trim()) &&
      AMOUNT_AFTER_COMMA.test((cells[column + 1] ?? '').trim()),
  );
}

/** "1.23457E+15": without its digits, many accounts would become one. */
const SCIENTIFIC_NUMBER = /^\d(?:\.\d+)?E\+\d+$/i;
/** "****1234": the accounts of many members would become one. */
const MASKED_NUMBER = /^[*xX•#]{2,}/;

/** @returns null for a whole account or trace number */
function incompleteNumberReason(number: string): string | null {
  if (SCIENTIFIC_NUMBER.test(number))
    return 'a spreadsheet has shortened the number and its digits are lost; format the column as text and export it again';
  return MASKED_NUMBER.test(number) ? 'the number is masked; export the whole number' : null;
}

/** Fields without a column in the ledger, and their keys in metadata. */
const METADATA_FIELDS = [
  ['fullName', 'memberName'],
  ['memberId', 'memberId'],
  ['routingNumber', 'routingNumber'],
] as const;
const LINE_END = /[\r\n]/;
/** Dates come in runs. */
const MAX_CACHED_DATES = 5_000;

/** Reads rows of a table by its mapping, or reports all of their problems. */
export class CsvRowReader {
  readonly #mapping: CsvMapping;
  readonly #context: RowContext;
  readonly #names: readonly string[];
  readonly #nameOf: Partial<Record<CsvField, string>> = {};
  readonly #used: readonly number[];
  readonly #dates = new Map<string, ParsedDate>();

  /** @param names from `columnNames` */
  constructor(mapping: CsvMapping, names: readonly string[], context: RowContext) {
    this.#mapping = mapping;
    this.#context = context;
    this.#names = names;
    this.#used = mapping.columns.map(({ column }) => column);
    for (const { column, field } of mapping.columns) this.#nameOf[field] = names[column] ?? '';
  }

  read({ cells, problem }: CsvRecord): ReadRow {
    const reason = problem ?? this.#wrongShape(cells);
    if (reason !== null)
      return {
        problems: [{ field: 'row', value: displayValue(cells.join(this.#mapping.delimiter)), reason }],
      };
    const element: Record<string, string> = {};
    for (const column of this.#used)
      element[this.#names[column] ?? ''] = withoutSpreadsheetGuard(cells[column] ?? '');
    const fields = new FieldReader(element);
    const row = this.#row(fields);
    return fields.problems.length > 0 ? { problems: fields.problems } : { row };
  }

  /** A row with other columns than its table has lost or gained a delimiter, so its cells have moved. */
  #wrongShape(cells: readonly string[]): string | null {
    const { columnCount } = this.#mapping;
    if (cells.length === columnCount) return null;
    const isSplit = isAmountSplitByComma(cells, this.#mapping);
    const tail = cells.slice(columnCount);
    if (!isSplit && cells.length > columnCount && tail.every((cell) => cell.trim() === '')) return null;
    if (!isSplit && cells.length < columnCount && this.#used.every((column) => column < cells.length))
      return null;
    const found = `the row has ${cells.length} columns instead of ${columnCount}`;
    return isSplit || cells.length > columnCount
      ? `${found}; put a text that holds a delimiter into quotation marks`
      : `${found}; a line end within a text needs quotation marks around the text`;
  }

  #row(fields: FieldReader): LedgerRow {
    const name = this.#nameOf;
    const money = readCsvMoney(
      fields,
      {
        amount: name.amount ?? null,
        debitAmount: name.debitAmount ?? null,
        creditAmount: name.creditAmount ?? null,
        transactionType: name.transactionType ?? null,
        transactionCode: name.transactionCode ?? null,
      },
      this.#mapping.direction,
    );
    const accountNumber = this.#required(fields, 'accountNumber', this.#account(fields, 'accountNumber'));
    const posting = this.#date(fields, 'postingDate');
    const marks = {
      transactionCode: this.#identifier(fields, 'transactionCode') ?? '',
      amountCents: money.amountCents,
      class: this.#identifier(fields, 'class')?.toUpperCase() ?? null,
      entryDescription: this.#prose(fields, 'entryDescription'),
      addenda: this.#prose(fields, 'addenda'),
    };
    return {
      ...marks,
      ...money,
      ...this.#person(fields, marks.class),
      company: this.#company(fields),
      accountNumber,
      originalAccount: this.#account(fields, 'originalAccount') ?? accountNumber,
      entryKind: entryKindOf(marks),
      checkTracerNumber: this.#account(fields, 'checkTracerNumber'),
      batch: this.#identifier(fields, 'batch'),
      settlementDate: this.#date(fields, 'settlementDate')?.day ?? null,
      effectiveDate: this.#date(fields, 'effectiveDate')?.day ?? null,
      postingDate: posting?.day ?? null,
      postingMinute: posting?.minuteOfDay ?? null,
      metadata: this.#metadata(fields),
    };
  }

  /** A company's name is not split. */
  #person(fields: FieldReader, secCode: string | null): PersonName {
    if (this.#nameOf.fullName !== undefined) {
      const fullName = this.#required(fields, 'fullName', this.#name(fields, 'fullName'));
      return secCodeOf(secCode ?? '')?.receiver === 'company'
        ? { lastName: fullName, firstName: '', middleInitial: null }
        : splitName(fullName);
    }
    return {
      lastName: this.#required(fields, 'lastName', this.#name(fields, 'lastName')),
      firstName: this.#name(fields, 'firstName') ?? '',
      middleInitial: this.#name(fields, 'middleInitial'),
    };
  }

  #company(fields: FieldReader): string {
    if (this.#nameOf.company === undefined) return UNKNOWN_COMPANY;
    return this.#required(fields, 'company', this.#name(fields, 'company'));
  }

  #date(
    fields: FieldReader,
    field: 'postingDate' | 'settlementDate' | 'effectiveDate',
  ): { day: string; minuteOfDay: number | null } | null {
    const name = this.#nameOf[field];
    if (name === undefined) return null;
    const text = fields.identifier(name, { longest: 64 });
    if (text === null) return null;
    const parsed = this.#parsedDate(text);
    if ('day' in parsed) return parsed;
    fields.reject(name, parsed.reason);
    return null;
  }

  #parsedDate(text: string): ParsedDate {
    const known = this.#dates.get(text);
    if (known !== undefined) return known;
    const { latestDay } = this.#context;
    const parsed = parseCsvDate(text, { order: this.#mapping.dateOrder, latestDay });
    if (this.#dates.size >= MAX_CACHED_DATES) this.#dates.clear();
    this.#dates.set(detachedCopy(text), parsed);
    return parsed;
  }

  #account(
    fields: FieldReader,
    field: 'accountNumber' | 'originalAccount' | 'checkTracerNumber',
  ): string | null {
    const value = this.#identifier(fields, field);
    const name = this.#nameOf[field];
    if (value === null || name === undefined) return value;
    const reason = incompleteNumberReason(value);
    if (reason === null) return value;
    fields.reject(name, reason);
    return null;
  }

  #identifier(fields: FieldReader, field: keyof typeof FIELD_LIMITS & CsvField): string | null {
    const name = this.#nameOf[field];
    return name === undefined ? null : fields.identifier(name, { longest: FIELD_LIMITS[field] });
  }

  /**
   * Control characters become blanks. A line end rejects the row: without a quotation mark, the next rows would become
   * a name.
   */
  #name(
    fields: FieldReader,
    field: 'company' | 'fullName' | 'lastName' | 'firstName' | 'middleInitial',
  ): string | null {
    const name = this.#nameOf[field];
    if (name === undefined) return null;
    const value = fields.prose(name, { longest: FIELD_LIMITS[field === 'fullName' ? 'lastName' : field] });
    const text = fields.value(name);
    if (typeof text !== 'string' || !LINE_END.test(text.trim())) return value;
    fields.reject(name, 'the value holds a line end; is a quotation mark missing in this row or above it?');
    return null;
  }

  #prose(fields: FieldReader, field: 'entryDescription' | 'addenda'): string | null {
    const name = this.#nameOf[field];
    return name === undefined ? null : fields.prose(name, { longest: FIELD_LIMITS[field] });
  }

  /** Fields without a column are named as on the mapping screen. */
  #required(fields: FieldReader, field: CsvField, value: string | null): string {
    return fields.required(this.#nameOf[field] ?? CSV_FIELDS[field], value);
  }

  #metadata(fields: FieldReader): Record<string, string> | null {
    const metadata: Record<string, string> = {};
    for (const [field, key] of METADATA_FIELDS) {
      const name = this.#nameOf[field];
      if (name === undefined || fields.problems.some((problem) => problem.field === name)) continue;
      const rule = { longest: FIELD_LIMITS.metadata };
      const value = field === 'fullName' ? fields.prose(name, rule) : fields.identifier(name, rule);
      if (value !== null) metadata[key] = value;
    }
    return Object.keys(metadata).length === 0 ? null : metadata;
  }
}

/** A slice keeps the whole text in memory, here some hundred rows of the file. */
function detachedCopy(text: string): string {
  return Buffer.from(text).toString();
}
