import { AuditEvent } from '@clearwatch/contracts/audit/audit-event';
import { Allow } from '@clearwatch/service-kit/identity/allow.decorator';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { AuditEventsService } from './audit-events.service.ts';
import { UserNumberPipe } from './user-number.pipe.ts';

@Controller('api/users')
export class UserActivityController {
  constructor(private readonly events: AuditEventsService) {}

  @Get(':id/activity')
  @Allow('Admin')
  @ApiOkResponse({ type: AuditEvent, isArray: true })
  activity(@Param('id', UserNumberPipe) id: number): Promise<AuditEvent[]> {
    return this.events.activityOf(id);
  }
}
