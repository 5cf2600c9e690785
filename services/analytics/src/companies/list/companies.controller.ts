import { CompaniesOverview, CompanySummary, UniqueMembers } from '@clearwatch/contracts/companies.dto';
import { respondWithPage } from '@clearwatch/service-kit/http/request-parameters';
import { AllowStaff } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { setAsOf } from '../../dashboard/period/as-of-header.ts';
import { CompaniesService } from './companies.service.ts';
import { ListCompaniesQuery } from './list-companies.query.ts';

@AllowStaff()
@Controller('api/companies')
export class CompaniesController {
  constructor(private readonly companies: CompaniesService) {}

  @Get('summary')
  @ApiOkResponse({ type: CompanySummary, isArray: true, description: 'The best partners first.' })
  async list(
    @Query() query: ListCompaniesQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CompanySummary[]> {
    const { companies, total, asOf } = await this.companies.list(query);
    setAsOf(response, asOf);
    return respondWithPage(response, { items: companies, total });
  }

  @Get('unique-members')
  @ApiOkResponse({ type: UniqueMembers })
  async uniqueMembers(): Promise<UniqueMembers> {
    return { uniqueMembers: await this.companies.uniqueMembers() };
  }

  @Get('overview')
  @ApiOkResponse({ type: CompaniesOverview })
  async overview(@Res({ passthrough: true }) response: Response): Promise<CompaniesOverview> {
    const overview = await this.companies.overview();
    setAsOf(response, overview.asOf);
    return overview;
  }
}
