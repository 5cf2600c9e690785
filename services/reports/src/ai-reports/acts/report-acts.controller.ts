import { ReportDetail } from '@clearwatch/contracts/ai-reports.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Delete, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ReportIdPipe } from '../report-id.pipe.ts';
import { ReportActs } from './report-acts.service.ts';

@ApiTags('reports')
@Controller('api/reports/:id')
export class ReportActsController {
  constructor(private readonly acts: ReportActs) {}

  @Post('cancel')
  @AllowStaff()
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: ReportDetail })
  cancel(@CurrentActor() actor: Actor, @Param('id', ReportIdPipe) id: number): Promise<ReportDetail> {
    return this.acts.cancel(actor, id);
  }

  @Delete()
  @Allow('Admin')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiNoContentResponse()
  async delete(@CurrentActor() actor: Actor, @Param('id', ReportIdPipe) id: number): Promise<void> {
    await this.acts.delete(actor, id);
  }
}
