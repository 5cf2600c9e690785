export const CSV_FIELDS = {
  accountNumber: 'Account number',
  originalAccount: 'Original account number',
  /** "LAST, FIRST M" or "First M Last"; split by rule, original text kept. */
  fullName: 'Full name',
  firstName: 'First name',
  middleInitial: 'Middle initial',
  lastName: 'Last name',
  company: 'Company or originator',
  amount: 'Amount',
  debitAmount: 'Debit amount',
  creditAmount: 'Credit amount',
  transactionType: 'Credit or debit',
  transactionCode: 'Transaction code',
  postingDate: 'Posting date',
  settlementDate: 'Settlement date',
  effectiveDate: 'Effective date',
  entryDescription: 'Description',
  class: 'SEC code',
  checkTracerNumber: 'Trace number',
  batch: 'Batch',
  addenda: 'Addenda',
  memberId: 'Member number',
  routingNumber: 'Routing number',
} as const satisfies Record<string, string>;
export type CsvField = keyof typeof CSV_FIELDS;
export const CSV_FIELD_NAMES = Object.keys(CSV_FIELDS) as CsvField[];

export const CSV_DELIMITERS = [',', ';', '\t', '|'] as const;
export type CsvDelimiter = (typeof CSV_DELIMITERS)[number];

/** Rows with more columns are rejected. */
export const MAX_CSV_COLUMNS = 1_000;

export const CSV_DATE_FIELDS = [
  'postingDate',
  'settlementDate',
  'effectiveDate',
] as const satisfies readonly CsvField[];

/** Only for numeric dates that do not begin with the year. */
export const CSV_DATE_ORDERS = ['month_first', 'day_first'] as const;
export type CsvDateOrder = (typeof CSV_DATE_ORDERS)[number];

/**
 * How credits and debits are distinguished. type_column: the column "Credit or debit" · transaction_code: the NACHA
 * code · two_columns: which amount column is filled · negative_is_debit, negative_is_credit: the sign.
 */
export const CSV_DIRECTIONS = [
  'type_column',
  'transaction_code',
  'two_columns',
  'negative_is_debit',
  'negative_is_credit',
] as const;
export type CsvDirection = (typeof CSV_DIRECTIONS)[number];
