import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { aNachaFile } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import type { TemporaryInstallation } from '@clearwatch/infra-local/temporary-installation';
import { documentEntries } from '@clearwatch/sample-data/documents/document-entries';
import { DOCUMENT_LAYOUTS } from '@clearwatch/sample-data/documents/document-layouts';
import { writeLedger } from '@clearwatch/sample-data/formats/ledger-formats';
import { generateLedger } from '@clearwatch/sample-data/generate-ledger';

/** As in the sample file offered to an empty installation. */
export const TRANSACTIONS = 13_190;
const ACCOUNTS = 2_583;

/**
 * @param lastDay the newest posting date, ISO; the same date gives the same ledger
 * @returns the path of the file, `ledger.json` in the installation's folder
 */
export async function writeGeneratedLedger(installation: TemporaryInstallation, lastDay: string): Promise<string> {
  const file = join(installation.dataDirectory, 'ledger.json');
  const ledger = generateLedger({ seed: 7, transactions: TRANSACTIONS, accounts: ACCOUNTS, lastDay });
  await writeLedger(createWriteStream(file), ledger, 'extraction');
  return file;
}

const ENTRIES = documentEntries(6, 4);

/** A PDF with a credit that has a debit code: one row that must be reviewed. */
export async function createAmbiguousListing(): Promise<Buffer> {
  const odd = ENTRIES.findIndex(({ transactionType }) => transactionType === 'Credit');
  const layout = DOCUMENT_LAYOUTS.find(({ name }) => name === 'plain, one name');
  if (layout === undefined || odd === -1) throw new Error('no such layout or entry');
  return layout.make(ENTRIES.map((entry, at) => (at === odd ? { ...entry, transactionCode: '27' } : entry)));
}

interface LedgerFileOptions {
  rows: number;
  /** Rows with different numbers are different entries. */
  firstRow?: number;
}

/** A file in the extraction format with unique small entries, which raise no alerts. */
export function createLedgerFile({ rows, firstRow = 0 }: LedgerFileOptions): string {
  const lines = Array.from({ length: rows }, (_, at) => JSON.stringify(ledgerRow(firstRow + at)));
  return `{"transactions":[\n${lines.join(',\n')}\n]}`;
}

function ledgerRow(number: number): Record<string, string> {
  const account = String(4_000_000_000 + (number % 5_000));
  return {
    company: `EXAMPLE UTILITY ${number % 40}`,
    last_name: 'SAMPLE',
    first_name: `DANA ${number % 5_000}`,
    account_number: account,
    original_account: account,
    transaction_code: '27',
    amount: `${10 + (number % 90)}.${String(number % 100).padStart(2, '0')}`,
    transaction_type: 'Debit',
    posting_date: `2026-0${1 + (number % 9)}-${String(1 + (number % 28)).padStart(2, '0')}`,
    check_tracer_number: String(91_000_010_000_000 + number).padStart(15, '0'),
  };
}

/** Names as they occur in files, each with characters that are special in a URL. */
export const COMPANY = 'A/B 100% Cotton & Söhne #1?';
export const HIDDEN_COMPANY = '.NET Works';
export const MEMBER = { first_name: 'José/Ana', last_name: "O'Núñez 50%", account_number: '4000000017' };
export const NAMESAKE_ACCOUNT = '4000000025';

export const NAMELESS_ACCOUNT = '4000000033';

const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09'];

/** Nine months of pay for thirty members and for two accounts with the same name. */
export function createPayrollLedger(): { transactions: Record<string, string>[] } {
  const quiet = Array.from({ length: 30 }, (_, number) => {
    const account = String(4_000_001_000 + number);
    return payEntries({ first_name: 'DANA', last_name: `SAMPLE ${number}`, account_number: account });
  });
  const namesake = Object.assign({}, MEMBER, { account_number: NAMESAKE_ACCOUNT });
  const transactions = [...[MEMBER, namesake].flatMap(payEntries), ...quiet.flat()];
  return { transactions };
}

/** One entry without a name, which only a NACHA file can contain. */
export function createNamelessEntry(): string {
  return aNachaFile([{ sec: 'PPD', entries: [{ fields: { account: NAMELESS_ACCOUNT } }] }]).join('\n');
}

type Named = Record<'first_name' | 'last_name' | 'account_number', string>;

function payEntries(member: Named): Record<string, string>[] {
  return MONTHS.flatMap((month) => [
    payrollEntry(member, { company: COMPANY, amount: '2500.10', posting_date: `2026-${month}-01` }),
    payrollEntry(member, {
      company: HIDDEN_COMPANY,
      amount: '1900.00',
      transaction_type: 'Debit',
      transaction_code: '27',
      posting_date: `2026-${month}-15`,
    }),
  ]);
}

function payrollEntry(member: Named, overrides: Record<string, string>): Record<string, string> {
  return Object.assign(
    {
      original_account: member.account_number,
      transaction_code: '22',
      amount: '10.00',
      transaction_type: 'Credit',
    },
    member,
    overrides,
  );
}
