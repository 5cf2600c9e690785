import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log.module.ts';
import { ExportAuditLog } from '../export/export-audit-log.service.ts';
import { VerifyAuditLog } from '../verify/verify-audit-log.service.ts';
import { AuditEventsController } from './audit-events.controller.ts';
import { AuditEventsRepository } from './audit-events.repository.ts';
import { AuditEventsService } from './audit-events.service.ts';
import { UserActivityController } from './user-activity.controller.ts';

@Module({
  imports: [AuditLogModule],
  controllers: [AuditEventsController, UserActivityController],
  providers: [AuditEventsRepository, AuditEventsService, ExportAuditLog, VerifyAuditLog],
})
export class AuditEventsModule {}
