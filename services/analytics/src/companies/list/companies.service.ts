import type { CompaniesOverview, CompanySummary } from '@clearwatch/contracts/companies.dto';
import { pageOf } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { ListFigures } from '../../list-figures/list-figures.service.ts';
import { CompaniesRepository } from './companies.repository.ts';
import { companyConditions } from './company-filter.ts';
import type { ListCompaniesQuery } from './list-companies.query.ts';

@Injectable()
export class CompaniesService {
  constructor(
    private readonly figures: ListFigures,
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
