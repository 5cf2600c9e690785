import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { ReportIdPipe } from '../report-id.pipe.ts';
import { ExportReport } from './export-report.service.ts';

const PDF = 'application/pdf';
const MARKDOWN = 'text/markdown';

@ApiTags('reports')
@AllowStaff()
@Controller('api/reports/:id')
export class ExportReportController {
  constructor(private readonly reports: ExportReport) {}

  @Get('report.pdf')
  @ApiProduces(PDF)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async pdf(@CurrentActor() actor: Actor, @Param('id', ReportIdPipe) id: number): Promise<StreamableFile> {
    return download(await this.reports.pdf(actor, id), PDF, `report-${id}.pdf`);
  }

  @Get('report.md')
  @ApiProduces(MARKDOWN)
  @ApiOkResponse({ schema: { type: 'string' } })
  async markdown(
    @CurrentActor() actor: Actor,
    @Param('id', ReportIdPipe) id: number,
  ): Promise<StreamableFile> {
    return download(await this.reports.markdown(actor, id), `${MARKDOWN}; charset=utf-8`, `report-${id}.md`);
  }
}

function download(bytes: Buffer, type: string, name: string): StreamableFile {
  return new StreamableFile(bytes, {
    type,
    disposition: `attachment; filename="${name}"`,
    length: bytes.length,
  });
}
