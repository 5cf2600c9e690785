import type { DocumentTable } from '@clearwatch/domain/documents/extracted-table';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { EntityManager } from 'typeorm';
import type { FileRead } from '../reading/read-file.ts';

const REASON = 'no member has this account number yet: check every character';

/**
 * A reader of pictures takes one character for another and is sure of it ("44S1" for "4451"): from a picture only an account is
 * believed that the ledger knows. Print says what it says.
 */
export async function doubtUnknownAccounts(
  manager: EntityManager,
  { tables, pages }: Pick<FileRead, 'tables' | 'pages'>,
): Promise<DocumentTable[]> {
  const pictures = new Set(pages.filter(({ isPicture }) => isPicture).map(({ page }) => page));
  if (pictures.size === 0) return tables;
  const accounts = tables.flatMap((table) =>
    table.rows
      .filter(({ page }) => pictures.has(page))
      .map((row) => row.cells[accountColumn(table)]?.text ?? ''),
  );
  const rows = await manager.query<Row[]>(
    'SELECT account_number FROM ledger.members WHERE account_number = ANY($1)',
    [accounts],
  );
  const known = new Set(rows.map((row) => textOf(row, 'account_number')));
  return tables.map((table) => {
    const column = accountColumn(table);
    return {
      ...table,
      rows: table.rows.map((row) =>
        !pictures.has(row.page) || known.has(row.cells[column]?.text ?? '')
          ? row
          : { ...row, doubts: [...row.doubts, { column, reason: REASON }] },
      ),
    };
  });
}

function accountColumn({ mapping }: DocumentTable): number {
  return mapping.columns.find(({ field }) => field === 'accountNumber')?.column ?? -1;
}
