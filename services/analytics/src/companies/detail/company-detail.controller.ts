import { CompanyDetail } from '@clearwatch/contracts/companies.dto';
import { AllowStaff } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { setAsOf } from '../../dashboard/period/as-of-header.ts';
import { NamePipe } from '../../list-figures/name.pipe.ts';
import { CompanyDetailService } from './company-detail.service.ts';

@AllowStaff()
@Controller('api/companies')
export class CompanyDetailController {
  constructor(private readonly companies: CompanyDetailService) {}

  @Get(':company/details')
  @ApiOkResponse({ type: CompanyDetail })
  async read(
    @Param('company', NamePipe) company: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CompanyDetail> {
    const detail = await this.companies.read(company);
    setAsOf(response, detail.asOf);
    return detail;
  }
}
