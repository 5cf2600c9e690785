import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { CompanySummary } from '@clearwatch/contracts/companies.dto';
import type { CompanySort, SortOrder } from '@clearwatch/contracts/sort-orders';
import type { Period } from '@clearwatch/domain/calendar/period';
import { incomeAndBills } from '@clearwatch/domain/members/income-and-bills';
import { displayName } from '@clearwatch/domain/members/member-names';
import { queryInteger, type ReadRow, RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type SqlConditions, VersionedCache } from '../list-figures/list-conditions.ts';
import type { ReadListState } from '../list-figures/list-state.repository.ts';
import { daysCovered } from '../members/member-list.query.ts';
import type { CompanyFigureDetails } from './refresh-companies.ts';

/** No indexes are needed: a ledger has thousands of companies, which PostgreSQL sorts in milliseconds. */
const SORT_COLUMNS: Readonly<Record<CompanySort, string>> = {
  company: 'sort_name',
  memberCount: 'members',
  totalTransactions: 'transactions',
  totalCredits: 'credits',
  totalDebits: 'debits',
  partnershipScore: 'score',
  riskLevel: 'risk',
  lastActivity: 'last_day',
};

const SUMMARY_COLUMNS = `f.company, f.members AS member_count, f.transactions AS total_transactions, f.credits AS total_credits,
  f.debits AS total_debits, f.score AS partnership_score, f.risk AS risk_level, nullif(f.last_day, '-infinity')::text AS last_activity_date`;
const SUMMARY = new RowReader({
  text: ['company'],
  integer: ['memberCount', 'totalTransactions', 'partnershipScore'],
  risk: ['riskLevel'],
  money: ['totalCredits', 'totalDebits'],
  'day?': ['lastActivityDate'],
});
const FIRST_DAY = new RowReader({ 'day?': ['firstDay'] });
const TOTALS = new RowReader({ integer: ['companies', 'totalTransactions', 'highRisk'] });
const WEEK = new RowReader({ day: ['week'], money: ['credits', 'debits'] });
const MONTH = new RowReader({ text: ['month'], integer: ['transactionCount'] });
const CODE = new RowReader({ text: ['code', 'direction'], integer: ['count'], money: ['totalAmount'] });
const ACTIVE_ACCOUNT = new RowReader({ text: ['accountNumber'], integer: ['transactions'] });
const MEMBER = new RowReader({
  integer: ['id', 'transactionCount'],
  risk: ['riskLevel'],
  text: ['firstName', 'lastName', 'company', 'accountNumber'],
  cents: ['creditCents', 'debitCents'],
});

const ACCOUNT_TYPES: Readonly<Record<string, string>> = {
  '2': 'Checking',
  '3': 'Savings',
  '4': 'General Ledger',
  '5': 'Loan',
};

/** "Checking Debit (27)". The first digit of a code is the account type (Nacha Operating Rules, Appendix Three). */
export function transactionTypeName({ code, direction }: { code: string; direction: string }): string {
  const account = /^\d\d$/.test(code) ? ACCOUNT_TYPES[code.charAt(0)] : undefined;
  const name = account === undefined ? direction : `${account} ${direction}`;
  return code === '' ? name : `${name} (${code})`;
}

const MAX_MEMBERS = 500;
/** The members of one company take about 50 KB. */
const MAX_CACHED_COMPANIES = 100;

export interface StoredCompany {
  summary: CompanySummary;
  firstDay: string | null;
  details: CompanyFigureDetails;
}

@Injectable()
export class CompaniesRepository {
  /** Cached because a company may have 100,000 accounts, and every import would have to update an index for their order. */
  private readonly mostActive = new VersionedCache<ReadRow<typeof ACTIVE_ACCOUNT>[]>(MAX_CACHED_COMPANIES);

  countOf(manager: EntityManager, { sql, values }: SqlConditions): Promise<number> {
    return queryInteger(manager, `SELECT count(*) FROM analytics.company_figures f WHERE ${sql}`, values);
  }

  page(
    manager: EntityManager,
    { sql, values }: SqlConditions,
    { sort, order, limit, offset }: Page & { sort: CompanySort; order: SortOrder },
  ): Promise<CompanySummary[]> {
    // The name makes the order unique, so that pages never overlap.
    return SUMMARY.all(
      manager,
      `SELECT ${SUMMARY_COLUMNS} FROM analytics.company_figures f WHERE ${sql}
        ORDER BY f.${SORT_COLUMNS[sort]} ${order}, f.sort_name, f.company LIMIT ${limit} OFFSET ${offset}`,
      values,
    );
  }

  totals(manager: EntityManager) {
    return TOTALS.one(
      manager,
      `SELECT count(*) AS companies, coalesce(sum(transactions), 0) AS total_transactions,
              count(*) FILTER (WHERE risk = $1) AS high_risk
         FROM analytics.company_figures`,
      [RISK_LEVELS.indexOf('high')],
    );
  }

  async find(manager: EntityManager, company: string): Promise<StoredCompany | null> {
    const [row] = await manager.query<Row[]>(
      `SELECT ${SUMMARY_COLUMNS}, f.first_day::text, f.details FROM analytics.company_figures f WHERE f.company = $1`,
      [company],
    );
    if (row === undefined) return null;
    // This service wrote the details in the shape of the current row version.
    const details = row['details'] as CompanyFigureDetails;
    return { summary: SUMMARY.read(row), ...FIRST_DAY.read(row), details };
  }

  weeksOf(manager: EntityManager, company: string, days: Period) {
    return WEEK.all(
      manager,
      `SELECT date_trunc('week', day)::date::text AS week, sum(credits) AS credits, sum(debits) AS debits
         FROM analytics.company_days WHERE company = $1 AND day BETWEEN $2 AND $3 GROUP BY 1`,
      [company, days.firstDay, days.lastDay],
    );
  }

  monthsOf(manager: EntityManager, company: string, days: Period) {
    return MONTH.all(
      manager,
      `SELECT to_char(day, 'YYYY-MM') AS month, sum(credit_count + debit_count) AS transaction_count
         FROM analytics.company_days WHERE company = $1 AND day BETWEEN $2 AND $3 GROUP BY 1`,
      [company, days.firstDay, days.lastDay],
    );
  }

  async typesOf(manager: EntityManager, company: string) {
    const rows = await CODE.all(
      manager,
      `SELECT transaction_code AS code, transaction_type AS direction, sum(transactions) AS count,
              sum(amount) AS total_amount
         FROM analytics.company_day_codes WHERE company = $1 AND transactions > 0
        GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`,
      [company],
    );
    return rows.map(({ count, totalAmount, ...row }) => ({
      type: transactionTypeName(row),
      count,
      totalAmount,
    }));
  }

  async membersOf(manager: EntityManager, company: string, state: ReadListState) {
    const most = await this.mostActive.read(state.figuresVersion, company, () =>
      ACTIVE_ACCOUNT.all(
        manager,
        `SELECT account_number, credit_count + debit_count AS transactions FROM analytics.company_accounts
          WHERE company = $1 ORDER BY transactions DESC, account_number LIMIT ${MAX_MEMBERS}`,
        [company],
      ),
    );
    const rows = await MEMBER.all(
      manager,
      `SELECT f.member_id AS id, m.first_name, m.last_name, m.company, account_number,
              most.transactions AS transaction_count, f.credits AS credit_cents, f.debits AS debit_cents, f.risk AS risk_level
         FROM unnest($1::text[], $2::integer[]) AS most (account_number, transactions)
         JOIN analytics.member_figures f USING (account_number) JOIN ledger.members m USING (account_number)
        ORDER BY most.transactions DESC, account_number`,
      [most.map(({ accountNumber }) => accountNumber), most.map(({ transactions }) => transactions)],
    );
    const days = daysCovered(state);
    return rows.map(({ company: originator, creditCents, debitCents, ...member }) => {
      const { monthlyIncome, monthlyBills } = incomeAndBills({ creditCents, debitCents, days });
      return {
        ...member,
        displayName: displayName({ ...member, company: originator }),
        monthlyIncome,
        monthlyBills,
      };
    });
  }
}
