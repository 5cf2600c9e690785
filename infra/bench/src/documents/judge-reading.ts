import { CsvRowReader } from '@clearwatch/domain/csv/csv-row-reader';
import { columnNames } from '@clearwatch/domain/csv/find-csv-table';
import type { DocumentTable } from '@clearwatch/domain/documents/extracted-table';
import type { LedgerRow } from '@clearwatch/domain/ledger/ledger-row';
import type { DocumentEntry } from '@clearwatch/sample-data/documents/document-entry';

export const LATEST_DAY = '2027-12-31';

/** What became of the rows of a document whose entries are known. */
export interface Judgement {
  known: number;
  /** Imported exactly as they are on paper. */
  right: number;
  /** Waiting for a person. */
  held: number;
  /** Imported, and not on paper. */
  wrong: number;
}

/** A row is right when account, name to the middle initial, company, amount, direction and day are: all that the ledger and its rules live on. */
export function judge(tables: readonly DocumentTable[], known: readonly DocumentEntry[]): Judgement {
  const left = new Map<string, number>();
  for (const entry of known) left.set(identityOf(entry), (left.get(identityOf(entry)) ?? 0) + 1);
  const judgement: Judgement = { known: known.length, right: 0, held: 0, wrong: 0 };
  for (const { header, mapping, rows } of tables) {
    const reader = new CsvRowReader(mapping, columnNames(header, header.length), { latestDay: LATEST_DAY });
    for (const { cells, doubts } of rows) {
      if (doubts.length > 0) {
        judgement.held += 1;
        continue;
      }
      const read = reader.read({ cells: cells.map(({ text }) => text), bytes: '', line: 1, problem: null });
      const identity = 'row' in read ? identityOf(read.row) : '';
      const count = left.get(identity) ?? 0;
      if (count > 0) {
        left.set(identity, count - 1);
        judgement.right += 1;
      } else judgement.wrong += 1;
    }
  }
  return judgement;
}

export function added(judgements: readonly Judgement[]): Judgement {
  const sum: Judgement = { known: 0, right: 0, held: 0, wrong: 0 };
  for (const one of judgements)
    for (const figure of ['known', 'right', 'held', 'wrong'] as const) sum[figure] += one[figure];
  return sum;
}

/** Of an entry as it is known, and of a row as it was read. */
type Written = Pick<
  DocumentEntry | LedgerRow,
  | 'accountNumber'
  | 'firstName'
  | 'middleInitial'
  | 'lastName'
  | 'company'
  | 'amountCents'
  | 'transactionType'
  | 'postingDate'
>;

function identityOf(row: Written): string {
  const { accountNumber, firstName, lastName, company, amountCents, transactionType, postingDate } = row;
  const name = [firstName, row.middleInitial ?? '', lastName];
  return JSON.stringify([accountNumber, ...name, company, amountCents, transactionType, postingDate]);
}
