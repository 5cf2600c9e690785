import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const ROWS_AT_A_TIME = 2_000;
const ENTRIES_OF_AN_ACCOUNT = 50;
const FIRST_DAY = Date.parse('2026-01-02');
const DAY_MS = 86_400_000;
/** Days from one entry of an account to the next. */
const STEP_DAYS = 5;
/** Late enough for a history to compare with. */
const LARGE_AT = 45;
const LARGE_CENTS = 2_500_000;

/** What a made-up file holds, added up while it was written. */
export interface PlainFile {
  path: string;
  rows: number;
  accounts: number;
  /** Cents. */
  credits: number;
  debits: number;
  /** Accounts with one credit far above their habit: these have an alert, no other has. */
  suspicious: string[];
}

/**
 * Writes a large file of quiet lives, cheaply: every account is paid a salary and pays one bill, to which some accounts
 * add one large credit. Every tenth row is without a trace number, as some core systems leave it out.
 *
 * @param prefix of account and trace numbers, so that files differ
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
