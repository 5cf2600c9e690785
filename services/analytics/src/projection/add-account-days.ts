import { booleanOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { Client } from 'pg';
import type { EntityManager } from 'typeorm';
import {
  ACCOUNT_DAYS,
  ADD_OVERLAPPING_SQL,
  ANY_OVERLAPPING_SQL,
  accountDaysSql,
  accountSpansSql,
  COUNT_ACCOUNTS_SQL,
  HASH_SQL,
  IMPORTED_ACCOUNT_DAYS,
  IMPORTED_SPANS,
  MAKE_IMPORTED_ACCOUNT_DAYS_SQL,
  MAKE_IMPORTED_ACCOUNTS_SQL,
  MAKE_IMPORTED_SPANS_SQL,
  SORT_SQL,
} from './account-days.sql.ts';
import { hand } from './beside.ts';

/**
 * Adds the import's rows to the days of accounts, and leaves its accounts in `imported_accounts`. Most files bring new days:
 * these are simply copied in, in the order of the key, while the reader sums up the next.
 */
export async function addAccountDays(
  writer: EntityManager,
  { reader, importId }: { reader: Client; importId: number },
): Promise<void> {
  await reader.query(HASH_SQL);
  await writer.query(MAKE_IMPORTED_SPANS_SQL);
  await hand({ reader, rows: accountSpansSql(importId) }, { writer, into: IMPORTED_SPANS });
  await writer.query(MAKE_IMPORTED_ACCOUNTS_SQL);
  await writer.query(COUNT_ACCOUNTS_SQL);
  await reader.query(SORT_SQL);
  const days = { reader, rows: accountDaysSql(importId) };
  const [row = {}] = await writer.query<Row[]>(ANY_OVERLAPPING_SQL);
  if (!booleanOf(row, 'is_overlapping')) {
    await hand(days, { writer, into: ACCOUNT_DAYS });
    return;
  }
  await writer.query(MAKE_IMPORTED_ACCOUNT_DAYS_SQL);
  await hand(days, { writer, into: IMPORTED_ACCOUNT_DAYS });
  await writer.query(ADD_OVERLAPPING_SQL);
}
