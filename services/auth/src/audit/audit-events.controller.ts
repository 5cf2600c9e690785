import { AuditEvent, AuditVerification } from '@clearwatch/contracts/audit-events.dto';
import { type Paged, PathIdPipe, RespondsWithList } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import type { Response } from 'express';
import { USER_ID } from '../users/users.service.ts';
import { AUDIT_EVENT_NOT_FOUND, AuditEventsService, AuditVerificationService } from './audit-events.service.ts';
import { AuditEventsFilter, ListAuditEventsQuery } from './audit-events-filter.ts';
import { AuditExportService } from './audit-export.service.ts';

@Allow('Admin')
@Controller('api/audit-events')
export class AuditEventsController {
  constructor(
    private readonly events: AuditEventsService,
    private readonly exports: AuditExportService,
    private readonly verifications: AuditVerificationService,
  ) {}

  @Get()
  @RespondsWithList(AuditEvent)
  list(@Query() query: ListAuditEventsQuery): Promise<Paged<AuditEvent>> {
    return this.events.list(query);
  }

  @Get('export')
  @ApiProduces('text/csv')
  @ApiOkResponse({ type: String })
  export(@CurrentActor() actor: Actor, @Query() filter: AuditEventsFilter, @Res() response: Response): Promise<void> {
    return this.exports.export(actor, filter, response);
  }

  @Get(':seq')
  @ApiOkResponse({ type: AuditEvent })
  withNumber(@Param('seq', new PathIdPipe(AUDIT_EVENT_NOT_FOUND)) seq: number): Promise<AuditEvent> {
    return this.events.withNumber(seq);
  }

  @Post('verify')
  @HttpCode(200)
  @ApiOkResponse({ type: AuditVerification })
  verify(@CurrentActor() actor: Actor): Promise<AuditVerification> {
    return this.verifications.verify(actor);
  }
}

@Allow('Admin')
@Controller('api/users')
export class UserActivityController {
  constructor(private readonly events: AuditEventsService) {}

  @Get(':id/activity')
  @ApiOkResponse({ type: AuditEvent, isArray: true })
  activity(@Param('id', USER_ID) id: number): Promise<AuditEvent[]> {
    return this.events.activityOf(id);
  }
}
