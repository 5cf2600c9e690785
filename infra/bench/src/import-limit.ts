import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

const COLUMNS =
  'import_id, line, company, last_name, first_name, middle_initial, account_number, original_account, transaction_code, amount, transaction_type, entry_kind, check_tracer_number, addenda, batch, settlement_date, effective_date, posting_date, posting_minute, entry_description, class, metadata, transaction_hash';

/**
 * What an import cannot beat on this machine: the bare reading of the whole file, and `COPY` of the same rows into a
 * table with the same columns, constraints and indexes.
 * @returns milliseconds of both together
 */
export async function importLimit(options: {
  ownerUrl: string;
  read: () => Promise<void> | void;
  importId: number;
  scratch: string;
}): Promise<number> {
  const client = new Client({ connectionString: options.ownerUrl });
  await client.connect();
  try {
    await pipeline(
      client.query(
        copyTo(
          `COPY (SELECT ${COLUMNS} FROM ledger.transactions WHERE import_id = ${options.importId} ORDER BY line) TO STDOUT`,
        ),
      ),
      createWriteStream(options.scratch),
    );
    await client.query('DROP SCHEMA IF EXISTS bench CASCADE');
    await client.query('CREATE SCHEMA bench');
    await client.query('CREATE TABLE bench.transactions (LIKE ledger.transactions INCLUDING ALL)');

    const started = performance.now();
    await options.read();
    await pipeline(
      createReadStream(options.scratch),
      client.query(copyFrom(`COPY bench.transactions (${COLUMNS}) FROM STDIN`)),
    );
    const elapsed = performance.now() - started;
    await client.query('DROP SCHEMA bench CASCADE');
    return elapsed;
  } finally {
    await client.end();
  }
}

/** The whole file as one value. */
export function parseJson(path: string): void {
  JSON.parse(readFileSync(path, 'utf8'));
}

/** Each line of the file, cut at its commas. */
export async function splitTable(path: string): Promise<void> {
  const input = createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 });
  let cells = 0;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) cells += line.split(',').length;
  if (cells === 0) throw new Error(`${path} holds nothing`);
}
