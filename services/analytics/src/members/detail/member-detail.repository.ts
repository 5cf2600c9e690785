import type { MemberMonth, MemberRow, RelatedAccount } from '@clearwatch/contracts/members.dto';
import { integerOf, moneyOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ListState } from '../../list-figures/list-state.ts';
import { JOIN_BEARERS, MEMBER_COLUMNS, toMemberRow } from '../to-member-row.ts';

const MOST_RELATED = 100;
const WITH_MEMBER = 'FROM analytics.member_figures f JOIN ledger.members m USING (account_number)';
const WITH_BEARERS = `${WITH_MEMBER} ${JOIN_BEARERS}`;

@Injectable()
export class MemberDetailRepository {
  /** The account of one of these names with the most entries, or the one with that id if it bears one of them. */
  async findByKeys(
    manager: EntityManager,
    wanted: { keys: readonly (string | null)[]; memberId: number | undefined; state: ListState },
  ): Promise<MemberRow | null> {
    const bears = 'f.member_key = ANY ($1::text[])';
    const isWanted = wanted.memberId === undefined ? bears : `f.member_id = $2 AND ${bears}`;
    // Materialised: namesakes are thousands at most, but the index on transactions would promise the one with the most at once.
    const [row] = await manager.query<Row[]>(
      `WITH f AS MATERIALIZED (SELECT * FROM analytics.member_figures f WHERE ${isWanted})
       SELECT ${MEMBER_COLUMNS}
         FROM (SELECT * FROM f ORDER BY f.transactions DESC, f.member_id DESC LIMIT 1) AS f
         ${JOIN_BEARERS} JOIN ledger.members m USING (account_number)`,
      [wanted.keys.map((key) => key ?? ''), ...(wanted.memberId === undefined ? [] : [wanted.memberId])],
    );
    return row === undefined ? null : toMemberRow(row, wanted.state);
  }

  async findById(manager: EntityManager, memberId: number, state: ListState): Promise<MemberRow | null> {
    const [row] = await manager.query<Row[]>(
      `SELECT ${MEMBER_COLUMNS} ${WITH_BEARERS} WHERE f.member_id = $1`,
      [memberId],
    );
    return row === undefined ? null : toMemberRow(row, state);
  }

  /** The other accounts that bear the name, those that received most first. */
  async relatedTo(manager: EntityManager, { accountNumber }: MemberRow): Promise<RelatedAccount[]> {
    const rows = await manager.query<Row[]>(
      `WITH most AS MATERIALIZED (
         SELECT f.member_id FROM analytics.member_figures f
          WHERE f.member_key = (SELECT nullif(member_key, '') FROM analytics.member_figures WHERE account_number = $1)
            AND account_number <> $1
          ORDER BY f.credits DESC, f.member_id LIMIT $2)
       SELECT f.member_id, account_number, m.company, f.credits, f.debits ${WITH_MEMBER}
        WHERE f.member_id IN (SELECT member_id FROM most)
        ORDER BY f.credits DESC, f.member_id`,
      [accountNumber, MOST_RELATED],
    );
    return rows.map((row) => ({
      id: integerOf(row, 'member_id'),
      accountNumber: textOf(row, 'account_number'),
      company: textOf(row, 'company'),
      totalCredits: moneyOf(row, 'credits'),
      totalDebits: moneyOf(row, 'debits'),
    }));
  }

  /** What moved in each month of some days; months without entries are missing. */
  async monthsOf(
    manager: EntityManager,
    { accountNumber }: MemberRow,
    days: { firstDay: string; lastDay: string },
  ): Promise<MemberMonth[]> {
    const rows = await manager.query<Row[]>(
      `SELECT to_char(day, 'YYYY-MM') AS month, sum(credits) AS credits, sum(debits) AS debits,
              sum(credit_count + debit_count) AS transactions
         FROM analytics.account_days WHERE account_number = $1 AND day BETWEEN $2 AND $3
        GROUP BY 1 ORDER BY 1`,
      [accountNumber, days.firstDay, days.lastDay],
    );
    return rows.map((row) => ({
      month: textOf(row, 'month'),
      credits: moneyOf(row, 'credits'),
      debits: moneyOf(row, 'debits'),
      transactionCount: integerOf(row, 'transactions'),
    }));
  }
}
