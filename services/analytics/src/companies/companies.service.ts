import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import type {
  CompaniesOverview,
  CompanyDetail,
  CompanySummary,
  ReturnRate,
} from '@clearwatch/contracts/companies.dto';
import {
  COMPANY_SORTS,
  type CompanySort,
  SORT_ORDERS,
  type SortOrder,
} from '@clearwatch/contracts/sort-orders';
import { addDays, addMonths, monthOf, monthsBetween } from '@clearwatch/domain/calendar/day';
import { weeksOf } from '@clearwatch/domain/calendar/period';
import { averageAmount } from '@clearwatch/domain/companies/company-activity';
import {
  decimalsToShowAbove,
  type ReturnTally,
  returnRates,
} from '@clearwatch/domain/companies/company-return-rates';
import { COMPANY_RISK_DAYS } from '@clearwatch/domain/companies/company-risk';
import { counterpartyOf } from '@clearwatch/domain/companies/counterparty';
import { COUNTERPARTY_LABELS } from '@clearwatch/domain/companies/counterparty-table';
import { MONTHS_PER_YEAR } from '@clearwatch/domain/members/income-and-bills';
import { formatCents, parseCents } from '@clearwatch/domain/money/cents';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { IsSearchText, PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { IsIn, IsOptional, IsString } from 'class-validator';
import type { EntityManager } from 'typeorm';
import { SqlConditions } from '../list-figures/list-conditions.ts';
import { ListFiguresService } from '../list-figures/list-figures.service.ts';
import { CompaniesRepository, CompanyDetailRepository, type StoredCompany } from './companies.repository.ts';

const WEEKS = 52;
const NO_MONEY = { credits: '0.00', debits: '0.00' };

@Injectable()
export class CompanyDetailService {
  constructor(
    private readonly figures: ListFiguresService,
    private readonly companies: CompanyDetailRepository,
  ) {}

  /** @throws AppError `not_found` */
  async read(company: string): Promise<CompanyDetail> {
    return this.figures.read(async (manager, state): Promise<CompanyDetail> => {
      const stored = await this.companies.find(manager, company);
      if (stored === null) throw new AppError('not_found', 'There is no such company.');
      return {
        asOf: state.asOf,
        ...summaryFields(stored),
        ...(await this.timeline(manager, stored, state.asOf)),
        transactionTypes: await this.companies.typesOf(manager, company),
        members: await this.companies.membersOf(manager, company, state),
      };
    });
  }

  /**
   * Weeks and months that end with the last active one, or with the ledger's newest day: one mistyped date in the future
   * never hides the present. None for a company whose entries have no date.
   */
  private async timeline(
    manager: EntityManager,
    { summary: { company, lastActivityDate } }: StoredCompany,
    asOf: string | null,
  ): Promise<Pick<CompanyDetail, 'weeklyData' | 'monthlyData'>> {
    const lastDay =
      lastActivityDate !== null && asOf !== null && lastActivityDate > asOf ? asOf : lastActivityDate;
    if (lastDay === null) return { weeklyData: [], monthlyData: [] };
    const mondays = weeksOf({ firstDay: addDays(lastDay, -7 * (WEEKS - 1)), lastDay });
    const lastMonth = monthOf(lastDay);
    const months = monthsBetween(addMonths(lastMonth, 1 - MONTHS_PER_YEAR), lastMonth);
    const weeks = await this.companies.weeksOf(manager, company, {
      firstDay: mondays[0] ?? lastDay,
      lastDay,
    });
    const counts = await this.companies.monthsOf(manager, company, {
      firstDay: `${months[0] ?? lastMonth}-01`,
      lastDay,
    });
    const byWeek = new Map(weeks.map((week) => [week.week, week]));
    const byMonth = new Map(counts.map((month) => [month.month, month]));
    return {
      weeklyData: mondays.map((week) => byWeek.get(week) ?? { week, ...NO_MONEY }),
      monthlyData: months.map((month) => byMonth.get(month) ?? { month, transactionCount: 0 }),
    };
  }
}

function summaryFields({ summary, firstDay, details }: StoredCompany) {
  const { company, memberCount, totalTransactions, totalCredits, totalDebits, partnershipScore } = summary;
  const volumeCents = parseCents(totalCredits) + parseCents(totalDebits);
  const named = counterpartyOf(company);
  const { kind, reason } =
    details.describedKind === null
      ? named
      : {
          kind: details.describedKind,
          reason: `What most of its entries of the last ${COMPANY_RISK_DAYS} days say`,
        };
  return {
    company,
    lineOfBusiness: COUNTERPARTY_LABELS[kind],
    lineOfBusinessSource: reason,
    firstActivityDate: firstDay,
    lastActivityDate: summary.lastActivityDate,
    memberCount,
    totalTransactions,
    avgTransactionAmount: formatCents(averageAmount({ volumeCents, transactions: totalTransactions })),
    partnershipScore,
    riskMetrics: {
      riskLevel: summary.riskLevel,
      averageDailyVolume: details.averageDailyVolume,
      peakTransactionAmount: details.peak,
      flags: details.flags,
    },
    returnRates: toReturnRates(details.returns),
  };
}

function toReturnRates(tally: ReturnTally): ReturnRate[] {
  const rates = returnRates(tally);
  return (['unauthorized', 'administrative', 'overall'] as const).map((sort) => {
    const { returns, debits, percent, limitPercent, isAbove } = rates[sort];
    return {
      sort,
      returns,
      debits,
      rate:
        percent === null ? null : percent.toFixed(decimalsToShowAbove({ percent, limitPercent, least: 2 })),
      limit: String(limitPercent),
      isAbove,
    };
  });
}

/**
 * What `GET /api/companies/summary` may be asked. Limits are strict comparisons, and one that is no number is ignored (spec,
 * section 5): it is what somebody has begun to type.
 */
export class ListCompaniesQuery extends PageQuery {
  /** In any column. */
  @IsOptional() @IsSearchText() search?: string;
  /** In the name. */
  @IsOptional() @IsSearchText() company?: string;
  @IsOptional() @IsIn(RISK_LEVELS) riskLevel?: RiskLevel;
  @IsOptional() @IsString() membersAbove?: string;
  @IsOptional() @IsString() membersBelow?: string;
  @IsOptional() @IsString() creditsAbove?: string;
  @IsOptional() @IsString() creditsBelow?: string;
  @IsOptional() @IsString() debitsAbove?: string;
  @IsOptional() @IsString() debitsBelow?: string;
  @IsOptional() @IsString() volumeAbove?: string;
  @IsOptional() @IsString() volumeBelow?: string;
  @IsOptional() @IsIn(COMPANY_SORTS) sort?: CompanySort;
  @IsOptional() @IsIn(SORT_ORDERS) order?: SortOrder;
}

const LIMIT_COLUMNS = {
  members: 'f.members',
  credits: 'f.credits',
  debits: 'f.debits',
  volume: 'f.credits + f.debits',
} as const;

/** Digits that no sum of the ledger exceeds, with any number of decimals. */
const NUMBER_PATTERN = /^-?\d{1,20}(\.\d{0,20})?$/;

/** Which rows `f` of `analytics.company_figures` a question means. */
export function companyConditions(query: ListCompaniesQuery): SqlConditions {
  const conditions = new SqlConditions();
  addCompanySearch(conditions, query.search?.trim() ?? '');
  const name = query.company?.trim() ?? '';
  if (name !== '') conditions.add((at) => `position(analytics.folded(${at}) IN f.sort_name) > 0`, name);
  if (query.riskLevel !== undefined)
    conditions.add((at) => `f.risk = ${at}`, RISK_LEVELS.indexOf(query.riskLevel));
  for (const [limited, figure] of Object.entries(LIMIT_COLUMNS) as [keyof typeof LIMIT_COLUMNS, string][]) {
    const above = numberOf(query[`${limited}Above`]);
    const below = numberOf(query[`${limited}Below`]);
    if (above !== null) conditions.add((at) => `${figure} > ${at}::numeric`, above);
    if (below !== null) conditions.add((at) => `${figure} < ${at}::numeric`, below);
  }
  return conditions;
}

/** Money is searched as it is kept, "1234.50", however somebody reads it off the screen. */
function addCompanySearch(conditions: SqlConditions, search: string): void {
  if (search === '') return;
  const written = /^\$?[\d,]+(\.\d*)?$/.test(search) ? search.replaceAll(/[$,]/g, '') : search;
  if (written === search || written === '')
    conditions.add((at) => `position(analytics.folded(${at}) IN f.search_text) > 0`, search);
  else
    conditions.add(
      (at) =>
        `EXISTS (SELECT FROM unnest(${at}::text[]) AS s (text) WHERE position(analytics.folded(s.text) IN f.search_text) > 0)`,
      [search, written],
    );
}

/** The number as it was written, without the marks of money; null for what is none. */
function numberOf(text: string | undefined): string | null {
  const plain = text?.trim().replaceAll(/[$,]/g, '') ?? '';
  return NUMBER_PATTERN.test(plain) ? plain.replace(/\.$/, '') : null;
}

@Injectable()
export class CompaniesService {
  constructor(
    private readonly figures: ListFiguresService,
    private readonly companies: CompaniesRepository,
  ) {}

  async list(
    query: ListCompaniesQuery,
  ): Promise<{ companies: CompanySummary[]; total: number; asOf: string | null }> {
    return this.figures.read(async (manager, { asOf }) => {
      const conditions = companyConditions(query);
      const order = { sort: query.sort ?? 'partnershipScore', order: query.order ?? 'desc' };
      return {
        total: await this.companies.countOf(manager, conditions),
        companies: await this.companies.page(manager, conditions, { ...pageOf(query), ...order }),
        asOf,
      };
    });
  }

  /** Every entry names a company: all members have met one. */
  async uniqueMembers(): Promise<number> {
    return this.figures.read(async (_, { members }) => members);
  }

  async overview(): Promise<CompaniesOverview> {
    return this.figures.read(async (manager, { asOf, members }) => ({
      asOf,
      totalMembers: members,
      ...(await this.companies.totals(manager)),
    }));
  }
}
