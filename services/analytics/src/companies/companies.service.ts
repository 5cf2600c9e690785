import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import type { CompaniesOverview, CompanyDetail, CompanySummary, ReturnRate } from '@clearwatch/contracts/companies.dto';
import { COMPANY_SORTS, type CompanySort, SORT_ORDERS, type SortOrder } from '@clearwatch/contracts/sort-orders';
import { addDays, addMonths, monthOf, monthsBetween } from '@clearwatch/domain/calendar/day';
import { weeksOf } from '@clearwatch/domain/calendar/period';
import { averageAmount } from '@clearwatch/domain/companies/company-activity';
import { decimalsToShowAbove, type ReturnTally, returnRates } from '@clearwatch/domain/companies/company-return-rates';
import { COMPANY_RISK_DAYS } from '@clearwatch/domain/companies/company-risk';
import { counterpartyOf } from '@clearwatch/domain/companies/counterparty';
import { COUNTERPARTY_LABELS } from '@clearwatch/domain/companies/counterparty-table';
import { MONTHS_PER_YEAR } from '@clearwatch/domain/members/income-and-bills';
import { formatCents, parseCents } from '@clearwatch/domain/money/cents';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { IsSearchText, type Paged, PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { IsIn, IsOptional, IsString } from 'class-validator';
import type { EntityManager } from 'typeorm';
import { SqlConditions } from '../list-figures/list-conditions.ts';
import { ListFiguresService } from '../list-figures/list-figures.service.ts';
import { CompaniesRepository, type StoredCompany } from './companies.repository.ts';

/** Limits are strict comparisons. A limit that is not a number is ignored (spec, section 5), because the user may still be typing. */
export class ListCompaniesQuery extends PageQuery {
  /** Searches every column. */
  @IsOptional() @IsSearchText() search?: string;
  /** Searches the name. */
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

/** Allows more digits than any sum in the ledger. */
const NUMBER_PATTERN = /^-?\d{1,20}(\.\d{0,20})?$/;

export function companyConditions(query: ListCompaniesQuery): SqlConditions {
  const conditions = new SqlConditions();
  addCompanySearch(conditions, query.search?.trim() ?? '');
  const name = query.company?.trim() ?? '';
  if (name !== '') conditions.add((at) => `position(analytics.folded(${at}) IN f.sort_name) > 0`, name);
  if (query.riskLevel !== undefined) conditions.add((at) => `f.risk = ${at}`, RISK_LEVELS.indexOf(query.riskLevel));
  for (const [limited, figure] of Object.entries(LIMIT_COLUMNS) as [keyof typeof LIMIT_COLUMNS, string][]) {
    conditions.add((at) => `${figure} > ${at}::numeric`, numberOf(query[`${limited}Above`]));
    conditions.add((at) => `${figure} < ${at}::numeric`, numberOf(query[`${limited}Below`]));
  }
  return conditions;
}

/** Also finds amounts that are entered as displayed: "$1,234.50" finds the stored "1234.50". */
function addCompanySearch(conditions: SqlConditions, search: string): void {
  if (search === '') return;
  const stored = /^\$?[\d,]+(\.\d*)?$/.test(search) ? search.replaceAll(/[$,]/g, '') : search;
  if (stored === search || stored === '')
    conditions.add((at) => `position(analytics.folded(${at}) IN f.search_text) > 0`, search);
  else
    conditions.add(
      (at) =>
        `EXISTS (SELECT FROM unnest(${at}::text[]) AS s (text) WHERE position(analytics.folded(s.text) IN f.search_text) > 0)`,
      [search, stored],
    );
}

function numberOf(text: string | undefined): string | undefined {
  const plain = text?.trim().replaceAll(/[$,]/g, '') ?? '';
  return NUMBER_PATTERN.test(plain) ? plain.replace(/\.$/, '') : undefined;
}

const WEEKS = 52;

@Injectable()
export class CompaniesService {
  constructor(
    private readonly figures: ListFiguresService,
    private readonly companies: CompaniesRepository,
  ) {}

  async list(query: ListCompaniesQuery): Promise<Paged<CompanySummary> & { asOf: string | null }> {
    const { sort = 'partnershipScore', order = 'desc' } = query;
    const conditions = companyConditions(query);
    return this.figures.read(async (manager, { asOf }) => ({
      total: await this.companies.countOf(manager, conditions),
      items: await this.companies.page(manager, conditions, { ...pageOf(query), sort, order }),
      asOf,
    }));
  }

  /** Counts all members: the company in an entry may be unknown but is never missing. */
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

  async read(company: string): Promise<CompanyDetail> {
    return this.figures.read(async (manager, state): Promise<CompanyDetail> => {
      const stored = await this.companies.find(manager, company);
      if (stored === null) throw new AppError('not_found', 'No company has this name.');
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
   * Covers weeks and months up to the last active day, but not after `asOf`, so that a mistyped future date does not hide recent activity.
   */
  private async timeline(
    manager: EntityManager,
    { summary: { company, lastActivityDate } }: StoredCompany,
    asOf: string | null,
  ): Promise<Pick<CompanyDetail, 'weeklyData' | 'monthlyData'>> {
    if (lastActivityDate === null) return { weeklyData: [], monthlyData: [] };
    const lastDay = asOf !== null && lastActivityDate > asOf ? asOf : lastActivityDate;
    const mondays = weeksOf({ firstDay: addDays(lastDay, -7 * (WEEKS - 1)), lastDay });
    const lastMonth = monthOf(lastDay);
    const firstMonth = addMonths(lastMonth, 1 - MONTHS_PER_YEAR);
    const months = monthsBetween(firstMonth, lastMonth);
    const firstDay = mondays[0] ?? lastDay;
    const weeks = await this.companies.weeksOf(manager, company, { firstDay, lastDay });
    const counts = await this.companies.monthsOf(manager, company, { firstDay: `${firstMonth}-01`, lastDay });
    const byWeek = new Map(weeks.map((week) => [week.week, week]));
    const byMonth = new Map(counts.map((month) => [month.month, month]));
    return {
      weeklyData: mondays.map((week) => byWeek.get(week) ?? { week, credits: '0.00', debits: '0.00' }),
      monthlyData: months.map((month) => byMonth.get(month) ?? { month, transactionCount: 0 }),
    };
  }
}

function summaryFields({ summary, firstDay, details }: StoredCompany) {
  const { riskLevel, totalCredits, totalDebits, ...fields } = summary;
  const volumeCents = parseCents(totalCredits) + parseCents(totalDebits);
  const { describedKind } = details;
  const named = counterpartyOf(fields.company);
  return {
    ...fields,
    lineOfBusiness: COUNTERPARTY_LABELS[describedKind ?? named.kind],
    lineOfBusinessSource:
      describedKind === null
        ? named.reason
        : `Descriptions of most of its entries in the last ${COMPANY_RISK_DAYS} days`,
    firstActivityDate: firstDay,
    avgTransactionAmount: formatCents(averageAmount({ volumeCents, transactions: fields.totalTransactions })),
    riskMetrics: {
      riskLevel,
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
      rate: percent === null ? null : percent.toFixed(decimalsToShowAbove({ percent, limitPercent, least: 2 })),
      limit: String(limitPercent),
      isAbove,
    };
  });
}
