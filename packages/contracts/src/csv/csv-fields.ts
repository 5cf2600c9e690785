/** What a column can mean, and what it is called on the screen. Fields of the ledger unless said otherwise. */
export const CSV_FIELDS = {
  accountNumber: 'Account number',
  originalAccount: 'Original account number',
  /** "LAST, FIRST M" or "First M Last"; parted by rule, kept as it was written. */
  fullName: 'Full name',
  firstName: 'First name',
  middleInitial: 'Middle initial',
  lastName: 'Last name',
  company: 'Company or originator',
  amount: 'Amount',
  /** Money out and money in, each in a column of its own. */
  debitAmount: 'Debit amount',
  creditAmount: 'Credit amount',
  transactionType: 'Credit or debit',
  transactionCode: 'Transaction code',
  postingDate: 'Posting date',
  settlementDate: 'Settlement date',
  effectiveDate: 'Effective date',
  entryDescription: 'Description',
  class: 'SEC class',
  checkTracerNumber: 'Trace number',
  batch: 'Batch',
  addenda: 'Addenda',
  memberId: 'Member number',
  routingNumber: 'Routing number',
} as const satisfies Record<string, string>;
export type CsvField = keyof typeof CSV_FIELDS;
export const CSV_FIELD_NAMES = Object.keys(CSV_FIELDS) as CsvField[];
