import {
  CSV_DELIMITERS,
  CSV_DIRECTIONS,
  type CsvDateOrder,
  type CsvDirection,
  type CsvField,
} from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import * as fc from 'fast-check';
import { dayFromEpoch } from '../calendar/day.ts';
import type { LedgerRow } from '../ledger/ledger-row.ts';
import { formatCents } from '../money/cents.ts';
import { CsvFileReader } from './csv-file-reader.ts';
import { renderCsv } from './testing/csv-fixtures.ts';

const CONTEXT = { latestDay: '2027-12-31' };

/** The content of a row, in ledger terms. */
const entry = fc.record({
  company: fc.stringMatching(/^[A-Z][A-Z &,"';|-]{0,14}[A-Z]$/),
  lastName: fc.stringMatching(/^[A-Z][a-zé'" ,;|-]{0,10}[a-z]$/),
  firstName: fc.stringMatching(/^([A-Z][a-zü]{0,10})?$/),
  accountNumber: fc.stringMatching(/^[0-9]{4,17}$/),
  amountCents: fc.nat(999_999_999_999),
  isCredit: fc.boolean(),
  isSavings: fc.boolean(),
  day: fc.integer({ min: 0, max: 20_000 }).map(dayFromEpoch),
  minute: fc.option(fc.integer({ min: 1, max: 1_439 })),
  description: fc.stringMatching(/^([A-Z][A-Za-z0-9 ,;|"']{0,20}[A-Z])?$/),
  trace: fc.option(fc.stringMatching(/^[0-9]{15}$/)),
});
type Entry = typeof entry extends fc.Arbitrary<infer T> ? T : never;

/** The ways in which programs write rows. */
const manner = fc.record({
  delimiter: fc.constantFrom(...CSV_DELIMITERS),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  direction: fc.constantFrom(...CSV_DIRECTIONS),
  dateOrder: fc.constantFrom<CsvDateOrder[]>('month_first', 'day_first'),
  hasHeader: fc.boolean(),
  titles: fc.nat(3),
  shuffle: fc.infiniteStream(fc.nat()),
  dollars: fc.boolean(),
});

const FIELDS: readonly (CsvField | null)[] = [
  'company',
  'lastName',
  'firstName',
  'accountNumber',
  'amount',
  'debitAmount',
  'creditAmount',
  'transactionType',
  'transactionCode',
  'postingDate',
  'entryDescription',
  'checkTracerNumber',
  null,
  null,
];

describe('CSV transaction tables', () => {
  test('a CSV table of transactions returns its entries for any column order, date format and amount format', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 1, maxLength: 5 }),
        manner,
        fc.shuffledSubarray([...FIELDS.keys()], { minLength: FIELDS.length }),
        fc.integer({ min: 1, max: 50 }),
        (entries, how, order, pieceBytes) => {
          const fields = order.map((index) => FIELDS[index] ?? null);
          const mapping: CsvMapping = {
            delimiter: how.delimiter,
            skippedRows: how.titles,
            hasHeader: how.hasHeader,
            columnCount: fields.length,
            columns: fields.flatMap((field, column) =>
              field === null || !isUsed(field, how.direction) ? [] : [{ column, field }],
            ),
            dateOrder: how.dateOrder,
            direction: how.direction,
          };
          const rows = [
            ...Array.from({ length: how.titles }, (_, index) => [`Title ${index}`]),
            ...(how.hasHeader ? [fields.map((field, column) => field ?? `Other ${column}`)] : []),
            ...entries.map((one) => fields.map((field) => written(one, field, how))),
          ];
          const file = Buffer.from(renderCsv(rows, how));
          const reader = new CsvFileReader(mapping, CONTEXT);
          const read = [];
          for (let from = 0; from < file.length; from += pieceBytes)
            read.push(...reader.push(file.subarray(from, from + pieceBytes)));
          read.push(...reader.end());
          expect(read.map((one) => one.read)).toEqual(
            entries.map((one) => ({ row: expect.objectContaining(expected(one, how.direction)) })),
          );
        },
      ),
      { numRuns: 400 },
    );
  });
});

function isUsed(field: CsvField, direction: CsvDirection): boolean {
  if (field === 'debitAmount' || field === 'creditAmount') return direction === 'two_columns';
  if (field === 'amount') return direction !== 'two_columns';
  return field !== 'transactionType' || direction === 'type_column';
}

interface Manner {
  direction: CsvDirection;
  dateOrder: CsvDateOrder;
  dollars: boolean;
}

function written(one: Entry, field: CsvField | null, how: Manner): string {
  const money = formatCents(one.amountCents);
  const isNegative =
    (how.direction === 'negative_is_debit' && !one.isCredit) ||
    (how.direction === 'negative_is_credit' && one.isCredit);
  switch (field) {
    case 'company':
      return one.company;
    case 'lastName':
      return one.lastName;
    case 'firstName':
      return one.firstName;
    case 'accountNumber':
      return one.accountNumber;
    case 'amount':
      return `${isNegative ? '-' : ''}${how.dollars ? '$' : ''}${money}`;
    case 'debitAmount':
      return one.isCredit ? '' : money;
    case 'creditAmount':
      return one.isCredit ? money : '';
    case 'transactionType':
      return one.isCredit ? 'Credit' : 'DR';
    case 'transactionCode':
      return codeOf(one);
    case 'postingDate':
      return dateOf(one, how.dateOrder);
    case 'entryDescription':
      return one.description;
    case 'checkTracerNumber':
      return one.trace ?? '';
    default:
      return 'left, "out"';
  }
}

const codeOf = ({ isCredit, isSavings }: Entry): string => `${isSavings ? 3 : 2}${isCredit ? 2 : 7}`;

function dateOf({ day, minute }: Entry, order: CsvDateOrder): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const numbers = order === 'month_first' ? [month, date, year] : [date, month, year];
  if (minute === null) return numbers.join('/');
  return `${numbers.join('/')} ${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
}

/** A zero with a minus sign has the same direction as a plain zero. */
function expected(one: Entry, direction: CsvDirection): Partial<LedgerRow> {
  const isSigned = direction === 'negative_is_debit' || direction === 'negative_is_credit';
  const zeroIsCredit = direction === 'negative_is_debit';
  const isCredit = isSigned && one.amountCents === 0 ? zeroIsCredit : one.isCredit;
  return {
    company: one.company,
    lastName: one.lastName,
    firstName: one.firstName,
    accountNumber: one.accountNumber,
    amountCents: one.amountCents,
    transactionType: isCredit ? 'Credit' : 'Debit',
    transactionCode: codeOf(one),
    postingDate: one.day,
    postingMinute: one.minute,
    entryDescription: one.description === '' ? null : one.description,
    checkTracerNumber: one.trace,
  };
}
