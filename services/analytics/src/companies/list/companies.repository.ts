import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { CompaniesOverview, CompanySummary } from '@clearwatch/contracts/companies.dto';
import type { CompanySort, SortOrder } from '@clearwatch/contracts/sort-orders';
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
import type { Conditions } from '../../list-figures/conditions.ts';

/** A ledger has thousands of companies, which are sorted in milliseconds: no indexes. */
const COLUMNS: Readonly<Record<CompanySort, string>> = {
  company: 'sort_name',
  memberCount: 'members',
  totalTransactions: 'transactions',
  totalCredits: 'credits',
  totalDebits: 'debits',
  partnershipScore: 'score',
  riskLevel: 'risk',
  lastActivity: 'last_day',
};

export const COMPANY_COLUMNS = `f.company, f.members, f.transactions, f.credits, f.debits, f.score, f.risk,
  nullif(f.last_day, '-infinity')::text AS last_day`;

@Injectable()
export class CompaniesRepository {
  async countOf(manager: EntityManager, { sql, values }: Conditions): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      `SELECT count(*) AS total FROM analytics.company_figures f WHERE ${sql}`,
      values,
    );
    return integerOf(row, 'total');
  }

  async page(
    manager: EntityManager,
    { sql, values }: Conditions,
    wanted: Page & { sort: CompanySort; order: SortOrder },
  ): Promise<CompanySummary[]> {
    const direction = wanted.order === 'asc' ? 'ASC' : 'DESC';
    // Of equal ones the name decides, always forward; it makes the order total, so that pages never overlap.
    const rows = await manager.query<Row[]>(
      `SELECT ${COMPANY_COLUMNS} FROM analytics.company_figures f WHERE ${sql}
        ORDER BY f.${COLUMNS[wanted.sort]} ${direction}, f.sort_name, f.company
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

export function toCompanySummary(row: Row): CompanySummary {
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
