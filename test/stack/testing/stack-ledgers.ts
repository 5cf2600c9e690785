import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TemporaryInstallation } from '@clearwatch/infra-local/temporary-installation';
import { verifyLedger } from '@clearwatch/infra-postgres/verify/verify-ledger';
import { Client } from 'pg';

/** A row in the extraction format (spec section 3) with defaults for all other fields. */
export function extractionRow(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    company: 'ACME PAYROLL',
    last_name: 'SAMPLE',
    first_name: 'SAM',
    account_number: '1000001',
    original_account: '1000001',
    transaction_code: '22',
    amount: '100.00',
    transaction_type: 'Credit',
    posting_date: '2026-03-02',
    ...overrides,
  };
}

export function writeJsonFile(directory: string, name: string, content: unknown): string {
  const path = join(directory, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** Totals of the whole ledger, for expectations. */
interface LedgerExtent {
  transactions: number;
  members: number;
  imports: number;
  /** Cents. */
  credits: number;
  debits: number;
}

/**
 * Expects that entries, members, imports and figures agree to the cent, and that no projection is pending.
 * @returns totals of the ledger, to compare with the uploaded files
 * @throws an error that shows every wrong figure
 */
export async function assertLedgerConsistent(installation: TemporaryInstallation): Promise<LedgerExtent> {
  const client = new Client({ connectionString: installation.stack.ownerUrl });
  await client.connect();
  try {
    const { checks, extent } = await verifyLedger(client);
    expect(checks.filter(({ disagreements }) => disagreements > 0)).toEqual([]);
    expect(extent.notYetProjected).toBe(0);
    const { rows } = await client.query<{ credits: string; debits: string }>(
      'SELECT coalesce(sum(total_credits), 0) AS credits, coalesce(sum(total_debits), 0) AS debits FROM ledger.members',
    );
    const { transactions, members, imports } = extent;
    return {
      transactions,
      members,
      imports,
      credits: cents(rows[0]?.credits),
      debits: cents(rows[0]?.debits),
    };
  } finally {
    await client.end();
  }
}

function cents(amount: string | undefined): number {
  return Number((amount ?? '').replace('.', ''));
}

const ROWS_AT_A_TIME = 2_000;
const ENTRIES_OF_AN_ACCOUNT = 50;
const FIRST_DAY = Date.parse('2026-01-02');
const DAY_MS = 86_400_000;
/** Days between an account's entries. */
const STEP_DAYS = 5;
/** Late enough for a history to exist. */
const LARGE_AT = 45;
const LARGE_CENTS = 2_500_000;

/** Totals of a generated file, added up while it is written. */
export interface PlainFile {
  path: string;
  rows: number;
  accounts: number;
  /** Cents. */
  credits: number;
  debits: number;
  /** Accounts with one credit far above their history. Only these raise an alert. */
  suspicious: string[];
}

/**
 * Writes a large file of ordinary activity quickly: every account receives salaries and pays bills, and some accounts
 * get one large credit. Every tenth row has no trace number, as in exports of some core systems.
 * @param options.prefix begins account and trace numbers, so that files differ
 */
export async function writePlainFile(options: {
  path: string;
  rows: number;
  prefix?: string;
  suspicious?: number;
}): Promise<PlainFile> {
  const { path, rows, prefix = '4', suspicious = 0 } = options;
  const accounts = Math.ceil(rows / ENTRIES_OF_AN_ACCOUNT);
  const file: PlainFile = { path, rows, accounts, credits: 0, debits: 0, suspicious: [] };
  const chunks = function* (): Generator<string, void> {
    yield '[\n';
    for (let from = 0; from < rows; from += ROWS_AT_A_TIME) {
      const lines: string[] = [];
      for (let index = from; index < Math.min(from + ROWS_AT_A_TIME, rows); index += 1) {
        lines.push(row(file, { index, prefix, suspicious }));
      }
      yield (from === 0 ? '' : ',\n') + lines.join(',\n');
    }
    yield '\n]\n';
  };
  await pipeline(Readable.from(chunks(), { highWaterMark: 2 }), createWriteStream(path));
  return file;
}

function row(
  file: PlainFile,
  { index, prefix, suspicious }: { index: number; prefix: string; suspicious: number },
): string {
  const member = index % file.accounts;
  const nth = Math.floor(index / file.accounts);
  const account = `${prefix}${String(member).padStart(8, '0')}`;
  const day = new Date(FIRST_DAY + nth * STEP_DAYS * DAY_MS).toISOString().slice(0, 10);
  const isLarge = nth === LARGE_AT && member < suspicious;
  const isCredit = isLarge || nth % 6 === 0;
  const cents = isLarge ? LARGE_CENTS : isCredit ? 210_000 + (member % 9_973) : 1_500 + ((index * 31) % 997);
  if (isLarge) file.suspicious.push(account);
  if (isCredit) file.credits += cents;
  else file.debits += cents;
  const company = isLarge ? 'NORTHERN ESTATES' : isCredit ? 'ACME MILLS' : 'CITY WATER';
  const trace = index % 10 === 0 ? '' : `"check_tracer_number":"${prefix}${index}",`;
  return (
    `{"company":"${company}","last_name":"PLAIN ${member}","first_name":"ANN","account_number":"${account}",` +
    `"original_account":"${account}","transaction_code":"${isCredit ? 22 : 27}","amount":"${decimal(cents)}",` +
    `"transaction_type":"${isCredit ? 'Credit' : 'Debit'}",${trace}` +
    `"entry_description":"${isLarge ? 'TRANSFER' : isCredit ? 'PAYROLL' : 'WATER BILL'}","posting_date":"${day}"}`
  );
}

function decimal(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
