import type { CsvMapping, CsvMappingProposal } from '@clearwatch/contracts/csv-mapping.dto';
import type { ControlTotals, DuplicateRow, FileWarning, ImportReceipt } from '@clearwatch/contracts/imports.dto';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { anImport } from '../../../testing/api-core-fixtures.ts';

export const aJsonFile = (name = 'ledger.json', type = 'application/json') => new File(['[]'], name, { type });
export const findDropZone = () => screen.findByTestId('drop-zone');

/** Selects files like a user, without sending them. */
export async function chooseFiles(user: UserEvent, file: File | File[]): Promise<void> {
  await findDropZone();
  await user.upload(screen.getByLabelText(/Drop files here/), file);
}

export function aFullReceipt(over: Partial<ImportReceipt> = {}): ImportReceipt {
  return Object.assign(
    anImport(),
    { totals: [], parts: null, totalsCount: 0, warnings: [], matchedReturnCount: 0 },
    over,
  );
}

export function aTotal(over: Partial<ControlTotals> = {}): ControlTotals {
  const sums = { entryAndAddendaCount: 6, entryHash: 4_200_000_012, debits: '0.00', credits: '1500.60' };
  return Object.assign(
    {
      level: 'batch',
      label: 'Batch 1, EXAMPLE PAYROLL, PPD',
      headerLine: 2,
      controlLine: 9,
      declared: { ...sums },
      counted: { ...sums },
      balanced: true,
      parts: null,
      differences: [],
    } as const,
    over,
  ) as ControlTotals;
}

export function aWarning(over: Partial<FileWarning> = {}): FileWarning {
  return Object.assign(
    {
      line: 12,
      columns: { from: 5, to: 10 },
      field: 'effectiveEntryDate',
      value: '261399',
      rule: 'date_invalid',
      sentence: 'The effective entry date does not exist.',
    },
    over,
  );
}

export function aDuplicate(over: Partial<DuplicateRow> = {}): DuplicateRow {
  return Object.assign(
    {
      row: 7,
      line: 41,
      case: 'in_ledger',
      twin: { transactionId: 9001, importId: 2, fileName: 'october.json', line: 38 },
      company: 'Example Payroll Co',
      memberName: 'Dana Sample',
      accountNumber: '4000123456',
      amount: '1250.00',
      transactionType: 'Credit',
      day: '2026-11-16',
      kept: false,
    } as const,
    over,
  );
}

export function aMapping(over: Partial<CsvMapping> = {}): CsvMapping {
  return Object.assign(
    {
      delimiter: ',',
      skippedRows: 0,
      hasHeader: true,
      columnCount: 5,
      columns: [
        { column: 0, field: 'accountNumber' },
        { column: 1, field: 'fullName' },
        { column: 2, field: 'amount' },
        { column: 3, field: 'postingDate' },
      ],
      dateOrder: 'month_first',
      direction: 'negative_is_debit',
    } as const,
    over,
  ) as CsvMapping;
}

export function aProposal(over: Partial<CsvMappingProposal> = {}): CsvMappingProposal {
  return Object.assign(
    {
      importId: 3,
      fileName: 'core.csv',
      remembered: false,
      rememberedBy: null,
      rememberedAt: null,
      mapping: aMapping(),
      columns: ['Account', 'Name', 'Amount', 'Date', 'Memo'].map((name, column) => ({ column, name })),
      firstRows: [
        {
          line: 2,
          cells: ['4000123456', 'SAMPLE, DANA', '1250.00', '03/04/2026', 'PAYROLL'],
          transaction: {
            name: 'Dana Sample',
            company: 'Payroll',
            accountNumber: '4000123456',
            amount: '1250.00',
            transactionType: 'Credit',
            day: '2026-03-04',
          },
          problems: [],
        },
      ],
      questions: [],
      missing: [],
    } as const,
    over,
  ) as CsvMappingProposal;
}
