import { GenerateReportRequest, ReportDetail } from '@clearwatch/contracts/ai-reports.dto';
import { clientDisconnectSignal } from '@clearwatch/service-kit/http/request-context';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, HttpStatus, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { GenerateReportService } from './generate-report.service.ts';

@ApiTags('reports')
@Controller('api/generate-report')
export class GenerateReportController {
  constructor(private readonly reports: GenerateReportService) {}

  @Post()
  @AllowStaff()
  @ApiCreatedResponse({ type: ReportDetail, description: 'It is written.' })
  @ApiAcceptedResponse({
    type: ReportDetail,
    description: 'It is kept and will be written, or was cancelled.',
  })
  async generate(
    @CurrentActor() actor: Actor,
    @Body() request: GenerateReportRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReportDetail> {
    const report = await this.reports.generate(actor, request, clientDisconnectSignal(response));
    response.status(report.state === 'completed' ? HttpStatus.CREATED : HttpStatus.ACCEPTED);
    return report;
  }
}
