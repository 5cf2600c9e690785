import { AuditEvent, AuditVerification } from '@clearwatch/contracts/audit/audit-event';
import { answerPage } from '@clearwatch/service-kit/http/answer-page';
import { PathIdPipe } from '@clearwatch/service-kit/http/path-id.pipe';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow } from '@clearwatch/service-kit/identity/allow.decorator';
import { CurrentActor } from '@clearwatch/service-kit/identity/current-actor.decorator';
import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import type { Response } from 'express';
import { ExportAuditLog } from '../export/export-audit-log.service.ts';
import { VerifyAuditLog } from '../verify/verify-audit-log.service.ts';
import { AUDIT_EVENT_NOT_FOUND, AuditEventsService } from './audit-events.service.ts';
import { AuditEventsFilter, ListAuditEventsQuery } from './list-audit-events.query.ts';

@Controller('api/audit-events')
export class AuditEventsController {
  constructor(
    private readonly events: AuditEventsService,
    private readonly exports: ExportAuditLog,
    private readonly verifications: VerifyAuditLog,
  ) {}

  @Get()
  @Allow('Admin')
  @ApiOkResponse({ type: AuditEvent, isArray: true })
  async list(
    @Query() query: ListAuditEventsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AuditEvent[]> {
    return answerPage(response, await this.events.list(query));
  }

  @Get('export')
  @Allow('Admin')
  @ApiProduces('text/csv')
  @ApiOkResponse({ type: String })
  export(
    @CurrentActor() actor: Actor,
    @Query() filter: AuditEventsFilter,
    @Res() response: Response,
  ): Promise<void> {
    return this.exports.export(actor, filter, response);
  }

  /** Below the other addresses: they are no numbers. */
  @Get(':seq')
  @Allow('Admin')
  @ApiOkResponse({ type: AuditEvent })
  withNumber(@Param('seq', new PathIdPipe(AUDIT_EVENT_NOT_FOUND)) seq: number): Promise<AuditEvent> {
    return this.events.withNumber(seq);
  }

  @Post('verify')
  @HttpCode(200)
  @Allow('Admin')
  @ApiOkResponse({ type: AuditVerification })
  verify(@CurrentActor() actor: Actor): Promise<AuditVerification> {
    return this.verifications.verify(actor);
  }
}
