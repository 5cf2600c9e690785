import { displayName, memberKey } from '@clearwatch/domain/members/member-names';
import type { Client } from 'pg';

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .toLowerCase();

/** The rows of the member list against a count over the whole ledger, twelve months ending with `asOf`. */
export async function expectMemberFiguresToEqualARecount(client: Client, asOf: string): Promise<void> {
  const { rows: kept } = await client.query(
    `SELECT account_number, member_id, sort_name, b.accounts AS account_count, credits, debits, transactions,
            last_day::text
       FROM analytics.member_figures LEFT JOIN analytics.member_bearers b USING (member_key) ORDER BY account_number`,
  );
  const { rows: members } = await client.query(
    `SELECT m.account_number, m.id AS member_id, m.first_name, m.last_name, m.company,
            coalesce(sum(amount) FILTER (WHERE ${isIn('Credit')}), 0)::numeric(18,2) AS credits,
            coalesce(sum(amount) FILTER (WHERE ${isIn('Debit')}), 0)::numeric(18,2) AS debits,
            (count(*) FILTER (WHERE ${isIn('Credit')} OR ${isIn('Debit')}))::integer AS transactions,
            coalesce(max(event_date) FILTER (WHERE entry_kind = 'money'), '-infinity')::text AS last_day
       FROM ledger.members m JOIN ledger.transactions t USING (account_number)
      GROUP BY m.id ORDER BY m.account_number`,
    [asOf],
  );
  const named = members.map((member) => ({
    ...member,
    name: { firstName: member.first_name, lastName: member.last_name },
  }));
  const bearers = Map.groupBy(named, ({ name }) => memberKey(name));
  expect(kept).toEqual(
    named.map(({ name, company, first_name: _f, last_name: _l, ...member }) => ({
      ...member,
      sort_name: folded(displayName({ ...name, company, accountNumber: member.account_number })),
      account_count: memberKey(name) === null ? 1 : bearers.get(memberKey(name))?.length,
    })),
  );
  expect(kept.length).toBeGreaterThan(0);
  const { rows: unborne } = await client.query(
    `SELECT FROM analytics.member_bearers
      WHERE member_key <> '' AND member_key NOT IN (SELECT member_key FROM analytics.member_figures)`,
  );
  expect(unborne).toEqual([]);
}

function isIn(type: string): string {
  return `(entry_kind = 'money' AND transaction_type = '${type}' AND event_date > $1::date - 365 AND event_date <= $1)`;
}
