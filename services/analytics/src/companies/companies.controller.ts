import {
  CompaniesOverview,
  CompanyDetail,
  CompanySummary,
  UniqueMembers,
} from '@clearwatch/contracts/companies.dto';
import { respondWithPage } from '@clearwatch/service-kit/http/request-parameters';
import { AllowStaff } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { NamePathPipe, setAsOfHeader } from '../analytics-http.ts';
import { CompaniesService, CompanyDetailService, ListCompaniesQuery } from './companies.service.ts';

@AllowStaff()
@Controller('api/companies')
export class CompanyDetailController {
  constructor(private readonly companies: CompanyDetailService) {}

  @Get(':company/details')
  @ApiOkResponse({ type: CompanyDetail })
  async read(
    @Param('company', NamePathPipe) company: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CompanyDetail> {
    const detail = await this.companies.read(company);
    setAsOfHeader(response, detail.asOf);
    return detail;
  }
}

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
    setAsOfHeader(response, asOf);
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
    setAsOfHeader(response, overview.asOf);
    return overview;
  }
}
