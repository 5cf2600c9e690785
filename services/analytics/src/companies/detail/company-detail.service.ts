import type { CompanyDetail, ReturnRate } from '@clearwatch/contracts/companies.dto';
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
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ListFigures } from '../../list-figures/list-figures.service.ts';
import { CompanyDetailRepository, type StoredCompany } from './company-detail.repository.ts';

const WEEKS = 52;
const NO_MONEY = { credits: '0.00', debits: '0.00' };

@Injectable()
export class CompanyDetailService {
  constructor(
    private readonly figures: ListFigures,
    private readonly companies: CompanyDetailRepository,
  ) {}

  /** @throws AppError `not_found` */
  async read(company: string): Promise<CompanyDetail> {
    return this.figures.read(async (manager, state): Promise<CompanyDetail> => {
      const stored = await this.companies.find(manager, company);
      if (stored === null) throw new AppError('not_found', 'There is no such company.');
      return {
        asOf: state.asOf,
        ...headOf(stored),
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

function headOf({ summary, firstDay, details }: StoredCompany) {
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
    returnRates: ratesOf(details.returns),
  };
}

function ratesOf(tally: ReturnTally): ReturnRate[] {
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
