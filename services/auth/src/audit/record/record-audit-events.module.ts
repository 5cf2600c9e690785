import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log.module.ts';
import { OutboxRepository } from './outbox.repository.ts';
import { RecordAuditEventHandler } from './record-audit-event.handler.ts';

@Module({ imports: [AuditLogModule], providers: [OutboxRepository, RecordAuditEventHandler] })
export class RecordAuditEventsModule {}
