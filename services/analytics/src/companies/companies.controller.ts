import { CompaniesOverview, CompanyDetail, CompanySummary, UniqueMembers } from '@clearwatch/contracts/companies.dto';
import { type Paged, RespondsWithList } from '@clearwatch/service-kit/http/request-parameters';
import { AllowStaff } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { FigureDayInterceptor, NamePathPipe } from '../analytics-http.ts';
import { CompaniesService, ListCompaniesQuery } from './companies.service.ts';

@AllowStaff()
@UseInterceptors(FigureDayInterceptor)
@Controller('api/companies')
export class CompaniesController {
  constructor(private readonly companies: CompaniesService) {}

  @Get('summary')
  @RespondsWithList(CompanySummary, 'Sorted by partnership score by default, highest first.')
  list(@Query() query: ListCompaniesQuery): Promise<Paged<CompanySummary>> {
    return this.companies.list(query);
  }

  @Get('unique-members')
  @ApiOkResponse({ type: UniqueMembers })
  async uniqueMembers(): Promise<UniqueMembers> {
    return { uniqueMembers: await this.companies.uniqueMembers() };
  }

  @Get('overview')
  @ApiOkResponse({ type: CompaniesOverview })
  overview(): Promise<CompaniesOverview> {
    return this.companies.overview();
  }

  @Get(':company/details')
  @ApiOkResponse({ type: CompanyDetail })
  read(@Param('company', NamePathPipe) company: string): Promise<CompanyDetail> {
    return this.companies.read(company);
  }
}
