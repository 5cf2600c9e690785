import { MAX_ACCOUNTS_PER_MEMBER } from '@clearwatch/domain/detection/member-history';
import type { Client } from 'pg';
import type { DrillMember } from './drill-ledger.ts';
import { ENTRY_COLUMNS, type EntryRow, toEntry } from './to-entry.ts';

const ACCOUNTS_AT_ONCE = 2_000;

interface Holder {
  account_number: string;
  /** Names the member; an account without a name, or with a name that too many share, names itself. */
  group_key: string;
  member_key: string | null;
}

/** The members of the institution's own ledger, some thousand accounts at a time. The client is in a transaction. */
export async function* ownMembers(client: Pick<Client, 'query'>): AsyncGenerator<DrillMember> {
  let after = '';
  for (;;) {
    const holders = await holdersAfter(client, after);
    const last = holders.at(-1);
    if (last === undefined) return;
    yield* membersAmong(client, holders);
    after = last.group_key;
  }
}

/** Whole members only: all accounts of the last one come too. */
async function holdersAfter(client: Pick<Client, 'query'>, after: string): Promise<Holder[]> {
  const { rows } = await client.query<Holder>(
    `WITH shared AS (
       SELECT member_key FROM ledger.members WHERE member_key IS NOT NULL
        GROUP BY 1 HAVING count(*) <= $1),
     holders AS (
       SELECT account_number, member_key,
              CASE WHEN member_key IN (SELECT member_key FROM shared) THEN 'member:' || member_key
                   ELSE 'account:' || account_number END COLLATE "C" AS group_key
         FROM ledger.members)
     SELECT account_number, member_key, group_key FROM holders
      WHERE group_key > $2 ORDER BY group_key FETCH FIRST $3 ROWS WITH TIES`,
    [MAX_ACCOUNTS_PER_MEMBER, after, ACCOUNTS_AT_ONCE],
  );
  return rows;
}

async function* membersAmong(
  client: Pick<Client, 'query'>,
  holders: readonly Holder[],
): AsyncGenerator<DrillMember> {
  const { rows } = await client.query<EntryRow>(
    `SELECT ${ENTRY_COLUMNS} FROM ledger.transactions
      WHERE account_number = ANY ($1) ORDER BY account_number, event_date, id`,
    [holders.map(({ account_number: account }) => account)],
  );
  const entries = Map.groupBy(rows.map(toEntry), ({ accountNumber }) => accountNumber);
  for (const accounts of Map.groupBy(holders, ({ group_key: group }) => group).values()) {
    yield {
      memberKey: accounts[0]?.member_key ?? null,
      entries: accounts.flatMap(({ account_number: account }) => entries.get(account) ?? []),
    };
  }
}
