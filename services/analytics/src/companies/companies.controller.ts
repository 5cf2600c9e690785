import {
  CompaniesOverview,
  CompanyDetail,
  CompanySummary,
  UniqueMembers,
} from '@clearwatch/contracts/companies.dto';
import { AllowStaff } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { NamePathPipe, PassthroughRes, respondWithDay, respondWithDayAndPage } from '../analytics-http.ts';
import { CompaniesService, ListCompaniesQuery } from './companies.service.ts';

@AllowStaff()
@Controller('api/companies')
export class CompaniesController {
  constructor(private readonly companies: CompaniesService) {}

  @Get('summary')
  @ApiOkResponse({ type: CompanySummary, isArray: true, description: 'The best partners first.' })
  async list(
    @Query() query: ListCompaniesQuery,
    @PassthroughRes() response: Response,
  ): Promise<CompanySummary[]> {
    return respondWithDayAndPage(response, await this.companies.list(query));
  }

  @Get('unique-members')
  @ApiOkResponse({ type: UniqueMembers })
  async uniqueMembers(): Promise<UniqueMembers> {
    return { uniqueMembers: await this.companies.uniqueMembers() };
  }

  @Get('overview')
  @ApiOkResponse({ type: CompaniesOverview })
  async overview(@PassthroughRes() response: Response): Promise<CompaniesOverview> {
    return respondWithDay(response, await this.companies.overview());
  }

  @Get(':company/details')
  @ApiOkResponse({ type: CompanyDetail })
  async read(
    @Param('company', NamePathPipe) company: string,
    @PassthroughRes() response: Response,
  ): Promise<CompanyDetail> {
    return respondWithDay(response, await this.companies.read(company));
  }
}
