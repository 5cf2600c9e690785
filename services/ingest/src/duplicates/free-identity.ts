import { identityHash, occurrenceHash } from '@clearwatch/domain/ledger/transaction-identity';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { EntityManager } from 'typeorm';
import { LEDGER_ROW_COLUMNS, toLedgerRow } from './to-ledger-row.ts';

/** Identities asked for at a time. */
const AT_ONCE = 200;
/** No credit union has so many equal entries; a file that was kept over and over must not be searched for ever. */
const MOST_OCCURRENCES = 10_000;

/**
 * The identity of one more entry that equals a stored one: that of the first occurrence that the ledger does not hold. A
 * file with so many equal rows finds it again.
 *
 * @returns null when there are too many of them
 * @throws Error when the stored entry's identity is not that of its fields: then no occurrence would be right
 */
export async function freeIdentity(manager: EntityManager, twinId: number): Promise<string | null> {
  const [twin] = await manager.query<Row[]>(
    `SELECT ${LEDGER_ROW_COLUMNS}, transaction_hash::text AS hash FROM ledger.transactions WHERE id = $1`,
    [twinId],
  );
  if (twin === undefined) throw new Error(`Transaction ${twinId} has disappeared`);
  const identity = identityHash(toLedgerRow(twin));
  let isFound = false;
  for (let from = 1; from < MOST_OCCURRENCES; from += AT_ONCE) {
    const wanted = Array.from({ length: AT_ONCE }, (_, index) => occurrenceHash(identity, from + index));
    const rows = await manager.query<Row[]>(
      'SELECT transaction_hash::text AS hash FROM ledger.transactions WHERE transaction_hash = ANY($1::uuid[])',
      [wanted],
    );
    const taken = new Set(rows.map((row) => textOf(row, 'hash')));
    isFound ||= taken.has(textOf(twin, 'hash'));
    const free = wanted.find((hash) => !taken.has(hash));
    if (free === undefined) continue;
    if (!isFound) throw new Error(`The identity of transaction ${twinId} is not that of its fields`);
    return free;
  }
  return null;
}
