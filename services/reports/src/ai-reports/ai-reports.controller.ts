import { GenerateReportRequest, ReportDetail, ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import { clientDisconnectSignal } from '@clearwatch/service-kit/http/request-context';
import { MAX_INTEGER, type Paged, PathIdPipe, RespondsWithList } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Post,
  Query,
  Res,
  StreamableFile,
} from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { AiReportsService, ListReportsQuery, REPORT_NOT_FOUND } from './ai-reports.service.ts';
import { ReportExportService } from './export/report-export.service.ts';

const REPORT_ID = new PathIdPipe(REPORT_NOT_FOUND, MAX_INTEGER);

@ApiTags('reports')
@Controller('api/reports/:id')
export class ReportActionsController {
  constructor(private readonly reports: AiReportsService) {}

  @Post('cancel')
  @AllowStaff()
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: ReportDetail })
  cancel(@CurrentActor() actor: Actor, @Param('id', REPORT_ID) id: number): Promise<ReportDetail> {
    return this.reports.cancel(actor, id);
  }

  @Delete()
  @Allow('Admin')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiNoContentResponse()
  async delete(@CurrentActor() actor: Actor, @Param('id', REPORT_ID) id: number): Promise<void> {
    await this.reports.delete(actor, id);
  }
}

@ApiTags('reports')
@Controller('api/generate-report')
export class GenerateReportController {
  constructor(private readonly reports: AiReportsService) {}

  @Post()
  @AllowStaff()
  @ApiCreatedResponse({ type: ReportDetail, description: 'The report is complete.' })
  @ApiAcceptedResponse({
    type: ReportDetail,
    description: 'The report is queued or was canceled.',
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

@ApiTags('reports')
@AllowStaff()
@Controller('api/reports/:id')
export class ReportExportController {
  constructor(private readonly reports: ReportExportService) {}

  @Get('report.pdf')
  @ApiProduces('application/pdf')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async pdf(@CurrentActor() actor: Actor, @Param('id', REPORT_ID) id: number): Promise<StreamableFile> {
    return download(await this.reports.export(actor, id, 'pdf'), 'application/pdf', `report-${id}.pdf`);
  }

  @Get('report.md')
  @ApiProduces('text/markdown')
  @ApiOkResponse({ schema: { type: 'string' } })
  async markdown(@CurrentActor() actor: Actor, @Param('id', REPORT_ID) id: number): Promise<StreamableFile> {
    const bytes = await this.reports.export(actor, id, 'markdown');
    return download(bytes, 'text/markdown; charset=utf-8', `report-${id}.md`);
  }
}

function download(bytes: Buffer, type: string, name: string): StreamableFile {
  const disposition = `attachment; filename="${name}"`;
  return new StreamableFile(bytes, { type, disposition, length: bytes.length });
}

@ApiTags('reports')
@AllowStaff()
@Controller('api/reports')
export class AiReportsController {
  constructor(private readonly reports: AiReportsService) {}

  @Get()
  @RespondsWithList(ReportSummary, 'Newest first.')
  list(@Query() query: ListReportsQuery): Promise<Paged<ReportSummary>> {
    return this.reports.list(query);
  }

  @Get(':id')
  @ApiOkResponse({ type: ReportDetail })
  view(@CurrentActor() actor: Actor, @Param('id', REPORT_ID) id: number): Promise<ReportDetail> {
    return this.reports.view(actor, id);
  }
}
