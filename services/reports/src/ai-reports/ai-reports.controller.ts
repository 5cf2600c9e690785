import { TOTAL_COUNT_HEADER } from '@clearwatch/contracts/http/metrics';
import { ReportSummary } from '@clearwatch/contracts/http/reports';
import { AllowStaff } from '@clearwatch/service-kit/identity/allow.decorator';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { AiReportsRepository } from './ai-reports.repository.ts';
import { ListReportsQuery, sliceOf } from './list-reports.query.ts';

@Controller('api/reports')
export class AiReportsController {
  constructor(private readonly reports: AiReportsRepository) {}

  @Get()
  @AllowStaff()
  @ApiOkResponse({ type: ReportSummary, isArray: true })
  async list(
    @Query() query: ListReportsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReportSummary[]> {
    response.setHeader(TOTAL_COUNT_HEADER, String(await this.reports.count()));
    return this.reports.newest(sliceOf(query));
  }
}
