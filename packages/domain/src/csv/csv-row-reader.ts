import { CSV_FIELDS, type CsvField } from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import type { ParsedDate } from '../calendar/parse-date.ts';
import { displayValue, FieldReader } from '../ledger/field-reader.ts';
import { entryKindOf, type LedgerRow, type RowContext, UNKNOWN_COMPANY } from '../ledger/ledger-row.ts';
import type { ReadRow } from '../ledger/read-transaction-row.ts';
import { type PersonName, splitName } from '../members/member-names.ts';
import { secCodeOf } from '../nacha/ach-codes.ts';
import { readCsvMoney } from './csv-amounts.ts';
import { AMOUNT_FIELDS } from './csv-column-meanings.ts';
import { parseCsvDate } from './csv-dates.ts';
import { type CsvRecord, withoutSpreadsheetGuard } from './csv-reader.ts';

/** The parts of an unquoted `$1,200.00`. */
const AMOUNT_BEFORE_COMMA = /^[-+($ ]*\d{1,3}$/;
const AMOUNT_AFTER_COMMA = /^\d{3}(?:\.\d{1,2})?[)-]?(?: ?(?:CR|DR))?$/i;

/** Whether a comma split an unquoted amount into two columns. Cannot be detected in rows as wide as their table. */
export function isAmountSplitByComma(
  cells: readonly string[],
  { columns, delimiter }: Pick<CsvMapping, 'columns' | 'delimiter'>,
): boolean {
  if (delimiter !== ',') return false;
  return columns.some(
    ({ column, field }) =>
      AMOUNT_FIELDS.has(field) &&
      AMOUNT_BEFORE_COMMA.test((cells[column] ?? '').trim()) &&
      AMOUNT_AFTER_COMMA.test((cells[column + 1] ?? '').trim()),
  );
}

/** "1.23457E+15": digits are lost, so many accounts would become one. */
const SCIENTIFIC_NUMBER = /^\d(?:\.\d+)?E\+\d+$/i;
/** "****1234": the accounts of many members would become one. */
const MASKED_NUMBER = /^[*xX•#]{2,}/;

const METADATA_FIELDS = [
  ['fullName', 'memberName'],
  ['memberId', 'memberId'],
  ['routingNumber', 'routingNumber'],
] as const;
const UNMAPPED_NAMES: Readonly<Record<CsvField, string>> = {
  ...CSV_FIELDS,
  debitAmount: 'Debit',
  creditAmount: 'Credit',
  transactionType: 'Type',
};
const LINE_END = /[\r\n]/;
/** Consecutive rows often have the same date. */
const MAX_CACHED_DATES = 5_000;

export class CsvRowReader {
  readonly #mapping: CsvMapping;
  readonly #context: RowContext;
  readonly #names: readonly string[];
  readonly #columns: Partial<Record<CsvField, number>>;
  readonly #dates = new Map<string, ParsedDate>();

  /** @param names from `columnNames` */
  constructor(mapping: CsvMapping, names: readonly string[], context: RowContext) {
    this.#mapping = mapping;
    this.#context = context;
    this.#names = names;
    this.#columns = Object.fromEntries(mapping.columns.map(({ column, field }) => [field, column]));
  }

  read({ cells, problem }: CsvRecord): ReadRow {
    const reason = problem ?? this.#wrongShape(cells);
    if (reason !== null)
      return {
        problems: [{ field: 'row', value: displayValue(cells.join(this.#mapping.delimiter)), reason }],
      };
    const columns = this.#columns;
    const fields = new FieldReader({
      name: this.#nameOf,
      value(field) {
        const column = columns[field];
        return column === undefined ? undefined : withoutSpreadsheetGuard(cells[column] ?? '');
      },
      parseDate: this.#parseDate,
    });
    const row = this.#readRow(fields);
    return fields.problems.length > 0 ? { problems: fields.problems } : { row };
  }

  /** A row with a different number of columns has lost or gained a delimiter, so its cells are shifted. */
  #wrongShape(cells: readonly string[]): string | null {
    const { columnCount, columns } = this.#mapping;
    if (cells.length === columnCount) return null;
    const isSplit = isAmountSplitByComma(cells, this.#mapping);
    const isLonger = cells.length > columnCount;
    const isHarmless = isLonger
      ? cells.slice(columnCount).every((cell) => cell.trim() === '')
      : columns.every(({ column }) => column < cells.length);
    if (!isSplit && isHarmless) return null;
    const found = `this row has the wrong number of columns (${cells.length} instead of ${columnCount})`;
    return isSplit || isLonger
      ? `${found}; put quotation marks around any text that contains a delimiter`
      : `${found}; put quotation marks around any text that contains a line break`;
  }

  #readRow(fields: FieldReader): LedgerRow {
    const money = readCsvMoney(fields, this.#mapping.direction);
    const accountNumber = fields.required('accountNumber', wholeNumber(fields, 'accountNumber'));
    const posting = fields.date('postingDate');
    const kindFields = fields.kindFields(fields.identifier('transactionCode') ?? '', money.amountCents);
    return {
      ...kindFields,
      ...money,
      ...this.#person(fields, kindFields.class),
      company: this.#columns.company === undefined ? UNKNOWN_COMPANY : requiredName(fields, 'company'),
      accountNumber,
      originalAccount: wholeNumber(fields, 'originalAccount') ?? accountNumber,
      entryKind: entryKindOf(kindFields),
      checkTracerNumber: wholeNumber(fields, 'checkTracerNumber'),
      batch: fields.identifier('batch'),
      settlementDate: fields.date('settlementDate')?.day ?? null,
      effectiveDate: fields.date('effectiveDate')?.day ?? null,
      postingDate: posting?.day ?? null,
      postingMinute: posting?.minuteOfDay ?? null,
      metadata: metadataOf(fields),
    };
  }

  /** A company's name is not split. */
  #person(fields: FieldReader, secCode: string | null): PersonName {
    if (this.#columns.fullName === undefined)
      return {
        lastName: requiredName(fields, 'lastName'),
        firstName: nameIn(fields, 'firstName') ?? '',
        middleInitial: nameIn(fields, 'middleInitial'),
      };
    const fullName = requiredName(fields, 'fullName');
    return secCodeOf(secCode ?? '')?.receiver === 'company'
      ? { lastName: fullName, firstName: '', middleInitial: null }
      : splitName(fullName);
  }

  readonly #nameOf = (field: CsvField): string => this.#names[this.#columns[field] ?? -1] ?? UNMAPPED_NAMES[field];

  readonly #parseDate = (text: string): ParsedDate => {
    const cached = this.#dates.get(text);
    if (cached !== undefined) return cached;
    const { latestDay } = this.#context;
    const parsed = parseCsvDate(text, { order: this.#mapping.dateOrder, latestDay });
    if (this.#dates.size >= MAX_CACHED_DATES) this.#dates.clear();
    // Copied, because a slice would keep its source text, several hundred rows of the file, in memory.
    this.#dates.set(Buffer.from(text).toString(), parsed);
    return parsed;
  };
}

/** An account or trace number, rejected when it is shortened or masked. */
function wholeNumber(fields: FieldReader, field: CsvField): string | null {
  const number = fields.identifier(field);
  if (number === null) return null;
  if (SCIENTIFIC_NUMBER.test(number))
    fields.reject(
      field,
      'a spreadsheet shortened this number and removed digits; format the column as text and export the file again',
    );
  else if (MASKED_NUMBER.test(number)) fields.reject(field, 'this number is masked; export the full number');
  else return number;
  return null;
}

/** Rejects a line end: if a quotation mark is missing, the next rows would become part of the name. */
function nameIn(fields: FieldReader, field: CsvField): string | null {
  const name = fields.prose(field);
  const value = fields.source.value(field);
  if (typeof value !== 'string' || !LINE_END.test(value.trim())) return name;
  fields.reject(field, 'this value contains a line break; check for a missing quotation mark in this row or above it');
  return null;
}

function requiredName(fields: FieldReader, field: CsvField): string {
  return fields.required(field, nameIn(fields, field));
}

function metadataOf(fields: FieldReader): Record<string, string> | null {
  const metadata: Record<string, string> = {};
  for (const [field, key] of METADATA_FIELDS) {
    if (fields.isRejected(field)) continue;
    const value = field === 'fullName' ? fields.prose(field) : fields.identifier(field);
    if (value !== null) metadata[key] = value;
  }
  return Object.keys(metadata).length === 0 ? null : metadata;
}
