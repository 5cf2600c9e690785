import { integerOf } from '@clearwatch/service-kit/database/row-readers';
import type { DataSource } from 'typeorm';
import type { LedgerFacts } from '../facts/ledger-facts.ts';

/**
 * Questions that end with the signal: whatever PostgreSQL is at for them is cancelled from another connection, so that the
 * facts of years do not run on for a report that nobody wants any more.
 */
export async function cancellable<T>(
  ledger: LedgerFacts,
  options: { signal: AbortSignal; database: Pick<DataSource, 'query'> },
  work: (ledger: LedgerFacts) => Promise<T>,
): Promise<T> {
  const { signal, database } = options;
  const [row = {}] = await ledger.rows('SELECT pg_backend_pid() AS pid');
  const pid = integerOf(row, 'pid');
  let cancelling: Promise<unknown> = Promise.resolve();
  const cancel = () => {
    cancelling = database.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await work({
      rows: (sql, parameters) => {
        signal.throwIfAborted();
        return ledger.rows(sql, parameters);
      },
    });
  } finally {
    signal.removeEventListener('abort', cancel);
    // The connection goes back to others only when the cancellation is through.
    await cancelling;
  }
}
