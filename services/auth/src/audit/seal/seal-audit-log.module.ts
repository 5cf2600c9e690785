import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log.module.ts';
import { AuditSealer } from './audit-sealer.service.ts';
import { AuditSealingTimer } from './audit-sealing.timer.ts';
import { SealsRepository } from './seals.repository.ts';

@Module({ imports: [AuditLogModule], providers: [SealsRepository, AuditSealer, AuditSealingTimer] })
export class SealAuditLogModule {}
