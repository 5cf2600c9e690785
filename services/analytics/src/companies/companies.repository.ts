import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type {
  CompaniesOverview,
  CompanyMember,
  CompanyMonth,
  CompanySummary,
  CompanyTransactionType,
  CompanyWeek,
} from '@clearwatch/contracts/companies.dto';
import type { CompanySort, SortOrder } from '@clearwatch/contracts/sort-orders';
import type { Period } from '@clearwatch/domain/calendar/period';
import { incomeAndBills } from '@clearwatch/domain/members/income-and-bills';
import { displayName } from '@clearwatch/domain/members/member-names';
import { parseCents } from '@clearwatch/domain/money/cents';
import {
  dayOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type SqlConditions, VersionedCache } from '../list-figures/list-conditions.ts';
import type { ReadListState } from '../list-figures/list-state.repository.ts';
import { daysCovered } from '../members/member-list.query.ts';
import type { CompanyFigureDetails } from './refresh-companies.ts';

/** A ledger has thousands of companies, which are sorted in milliseconds: no indexes. */
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

const COMPANY_COLUMNS = `f.company, f.members, f.transactions, f.credits, f.debits, f.score, f.risk,
  nullif(f.last_day, '-infinity')::text AS last_day`;

@Injectable()
export class CompaniesRepository {
  async countOf(manager: EntityManager, { sql, values }: SqlConditions): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      `SELECT count(*) AS total FROM analytics.company_figures f WHERE ${sql}`,
      values,
    );
    return integerOf(row, 'total');
  }

  async page(
    manager: EntityManager,
    { sql, values }: SqlConditions,
    wanted: Page & { sort: CompanySort; order: SortOrder },
  ): Promise<CompanySummary[]> {
    const direction = wanted.order === 'asc' ? 'ASC' : 'DESC';
    // Of equal ones the name decides, always forward; it makes the order total, so that pages never overlap.
    const rows = await manager.query<Row[]>(
      `SELECT ${COMPANY_COLUMNS} FROM analytics.company_figures f WHERE ${sql}
        ORDER BY f.${SORT_COLUMNS[wanted.sort]} ${direction}, f.sort_name, f.company
        LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      [...values, wanted.limit, wanted.offset],
    );
    return rows.map(toCompanySummary);
  }

  async totals(
    manager: EntityManager,
  ): Promise<Pick<CompaniesOverview, 'companies' | 'totalTransactions' | 'highRisk'>> {
    const [row = {}] = await manager.query<Row[]>(
      `SELECT count(*) AS companies, coalesce(sum(transactions), 0) AS transactions,
              count(*) FILTER (WHERE risk = $1) AS high_risk
         FROM analytics.company_figures`,
      [RISK_LEVELS.indexOf('high')],
    );
    return {
      companies: integerOf(row, 'companies'),
      totalTransactions: integerOf(row, 'transactions'),
      highRisk: integerOf(row, 'high_risk'),
    };
  }
}

function toCompanySummary(row: Row): CompanySummary {
  return {
    company: textOf(row, 'company'),
    memberCount: integerOf(row, 'members'),
    totalTransactions: integerOf(row, 'transactions'),
    totalCredits: moneyOf(row, 'credits'),
    totalDebits: moneyOf(row, 'debits'),
    partnershipScore: integerOf(row, 'score'),
    riskLevel: RISK_LEVELS[integerOf(row, 'risk')] ?? 'low',
    lastActivityDate: nullable(dayOf, row, 'last_day'),
  };
}

const ACCOUNTS: Readonly<Record<string, string>> = {
  '2': 'Checking',
  '3': 'Savings',
  '4': 'General Ledger',
  '5': 'Loan',
};

/**
 * A transaction code as people call it: "Checking Debit (27)". The first digit says the account (Nacha Operating Rules,
 * Appendix Three); what brings no code, or none of these, is called by its direction.
 */
export function transactionTypeName({ code, direction }: { code: string; direction: string }): string {
  const account = /^\d\d$/.test(code) ? ACCOUNTS[code.charAt(0)] : undefined;
  const words = account === undefined ? direction : `${account} ${direction}`;
  return code === '' ? words : `${words} (${code})`;
}

const MAX_MEMBERS = 500;
/** Of which members are kept: fifty kilobytes each. */
const MAX_CACHED_COMPANIES = 100;

export interface StoredCompany {
  summary: CompanySummary;
  firstDay: string | null;
  details: CompanyFigureDetails;
}

interface AccountOfCompany {
  account: string;
  transactions: number;
}

/**
 * A company may have a hundred thousand accounts. Which of them have most is found out once for a version of the ledger: an
 * index of it would be written by every import for each entry.
 */
@Injectable()
export class CompanyDetailRepository {
  private readonly most = new VersionedCache<AccountOfCompany[]>(MAX_CACHED_COMPANIES);

  async find(manager: EntityManager, company: string): Promise<StoredCompany | null> {
    const [row] = await manager.query<Row[]>(
      `SELECT ${COMPANY_COLUMNS}, f.first_day::text, f.details FROM analytics.company_figures f WHERE f.company = $1`,
      [company],
    );
    if (row === undefined) return null;
    return {
      summary: toCompanySummary(row),
      firstDay: nullable(dayOf, row, 'first_day'),
      // Our own, and of the shape that the state of the lists is of.
      details: row['details'] as CompanyFigureDetails,
    };
  }

  /** Weeks with entries, by their Monday. */
  async weeksOf(manager: EntityManager, company: string, days: Period): Promise<CompanyWeek[]> {
    const rows = await manager.query<Row[]>(
      `SELECT date_trunc('week', day)::date::text AS week, sum(credits) AS credits, sum(debits) AS debits
         FROM analytics.company_days WHERE company = $1 AND day BETWEEN $2 AND $3 GROUP BY 1`,
      [company, days.firstDay, days.lastDay],
    );
    return rows.map((row) => ({
      week: dayOf(row, 'week'),
      credits: moneyOf(row, 'credits'),
      debits: moneyOf(row, 'debits'),
    }));
  }

  /** Months with entries. */
  async monthsOf(manager: EntityManager, company: string, days: Period): Promise<CompanyMonth[]> {
    const rows = await manager.query<Row[]>(
      `SELECT to_char(day, 'YYYY-MM') AS month, sum(credit_count + debit_count) AS transactions
         FROM analytics.company_days WHERE company = $1 AND day BETWEEN $2 AND $3 GROUP BY 1`,
      [company, days.firstDay, days.lastDay],
    );
    return rows.map((row) => ({
      month: textOf(row, 'month'),
      transactionCount: integerOf(row, 'transactions'),
    }));
  }

  /** Money by code and direction, the most frequent first. */
  async typesOf(manager: EntityManager, company: string): Promise<CompanyTransactionType[]> {
    const rows = await manager.query<Row[]>(
      `SELECT transaction_code, transaction_type, sum(transactions) AS transactions, sum(amount) AS amount
         FROM analytics.company_day_codes WHERE company = $1 AND transactions > 0
        GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`,
      [company],
    );
    return rows.map((row) => ({
      type: transactionTypeName({
        code: textOf(row, 'transaction_code'),
        direction: textOf(row, 'transaction_type'),
      }),
      count: integerOf(row, 'transactions'),
      totalAmount: moneyOf(row, 'amount'),
    }));
  }

  /** Members with the most transactions of the company first. */
  async membersOf(manager: EntityManager, company: string, state: ReadListState): Promise<CompanyMember[]> {
    const most = await this.most.read(state.figuresVersion, company, () =>
      mostActiveAccounts(manager, company),
    );
    const rows = await manager.query<Row[]>(
      `SELECT f.member_id, m.first_name, m.last_name, m.company, account_number, most.transactions, f.credits, f.debits,
              f.risk
         FROM unnest($1::text[], $2::integer[]) AS most (account_number, transactions)
         JOIN analytics.member_figures f USING (account_number) JOIN ledger.members m USING (account_number)
        ORDER BY most.transactions DESC, account_number`,
      [most.map(({ account }) => account), most.map(({ transactions }) => transactions)],
    );
    return rows.map((row) => toCompanyMember(row, daysCovered(state)));
  }
}

async function mostActiveAccounts(manager: EntityManager, company: string): Promise<AccountOfCompany[]> {
  const rows = await manager.query<Row[]>(
    `SELECT account_number, credit_count + debit_count AS transactions FROM analytics.company_accounts
      WHERE company = $1 ORDER BY transactions DESC, account_number LIMIT ${MAX_MEMBERS}`,
    [company],
  );
  return rows.map((row) => ({
    account: textOf(row, 'account_number'),
    transactions: integerOf(row, 'transactions'),
  }));
}

function toCompanyMember(row: Row, days: number): CompanyMember {
  const firstName = textOf(row, 'first_name');
  const lastName = textOf(row, 'last_name');
  const accountNumber = textOf(row, 'account_number');
  const { monthlyIncome, monthlyBills } = incomeAndBills({
    creditCents: parseCents(moneyOf(row, 'credits')),
    debitCents: parseCents(moneyOf(row, 'debits')),
    days,
  });
  return {
    id: integerOf(row, 'member_id'),
    firstName,
    lastName,
    displayName: displayName({ firstName, lastName, company: textOf(row, 'company'), accountNumber }),
    accountNumber,
    transactionCount: integerOf(row, 'transactions'),
    monthlyIncome,
    monthlyBills,
    riskLevel: RISK_LEVELS[integerOf(row, 'risk')] ?? 'low',
  };
}
