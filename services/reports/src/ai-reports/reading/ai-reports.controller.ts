import { ReportDetail, ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import { respondWithPage } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ReportIdPipe } from '../report-id.pipe.ts';
import { AiReportsService } from './ai-reports.service.ts';
import { ListReportsQuery } from './list-reports.query.ts';

@ApiTags('reports')
@AllowStaff()
@Controller('api/reports')
export class AiReportsController {
  constructor(private readonly reports: AiReportsService) {}

  @Get()
  @ApiOkResponse({ type: ReportSummary, isArray: true, description: 'Newest first.' })
  async list(
    @Query() query: ListReportsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReportSummary[]> {
    return respondWithPage(response, await this.reports.list(query));
  }

  @Get(':id')
  @ApiOkResponse({ type: ReportDetail })
  view(@CurrentActor() actor: Actor, @Param('id', ReportIdPipe) id: number): Promise<ReportDetail> {
    return this.reports.view(actor, id);
  }
}
