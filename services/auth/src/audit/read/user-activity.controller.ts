import { AuditEvent } from '@clearwatch/contracts/audit/audit-event';
import { Allow } from '@clearwatch/service-kit/identity/allow.decorator';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { UserIdPipe } from '../../users/user-id.pipe.ts';
import { AuditEventsService } from './audit-events.service.ts';

@Controller('api/users')
export class UserActivityController {
  constructor(private readonly events: AuditEventsService) {}

  @Get(':id/activity')
  @Allow('Admin')
  @ApiOkResponse({ type: AuditEvent, isArray: true })
  activity(@Param('id', UserIdPipe) id: number): Promise<AuditEvent[]> {
    return this.events.activityOf(id);
  }
}
