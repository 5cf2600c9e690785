import type { CsvField } from '@clearwatch/contracts/csv-mapping';

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
