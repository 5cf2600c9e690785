import type { CSV_FIELDS, CsvField } from '@clearwatch/contracts/http/csv-mapping';

/** Said again because importing the value would bring class-validator to the browser; the type keeps it equal. */
export const FIELD_LABELS: typeof CSV_FIELDS = {
  accountNumber: 'Account number',
  originalAccount: 'Original account number',
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
  class: 'SEC class',
  checkTracerNumber: 'Trace number',
  batch: 'Batch',
  addenda: 'Addenda',
  memberId: 'Member number',
  routingNumber: 'Routing number',
};

/** As a person goes through them. */
export const FIELD_GROUPS: readonly { title: string; fields: readonly CsvField[] }[] = [
  {
    title: 'Whose account',
    fields: [
      'accountNumber',
      'fullName',
      'firstName',
      'middleInitial',
      'lastName',
      'originalAccount',
      'memberId',
    ],
  },
  {
    title: 'Money',
    fields: ['amount', 'debitAmount', 'creditAmount', 'transactionType', 'transactionCode'],
  },
  { title: 'When', fields: ['postingDate', 'settlementDate', 'effectiveDate'] },
  {
    title: 'What for',
    fields: [
      'company',
      'entryDescription',
      'class',
      'checkTracerNumber',
      'batch',
      'addenda',
      'routingNumber',
    ],
  },
];
