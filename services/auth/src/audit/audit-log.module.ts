import { Module } from '@nestjs/common';
import { AuditChainRepository } from './audit-chain.repository.ts';
import { AuditLog } from './audit-log.service.ts';

/** For whoever appends to the log. */
@Module({ providers: [AuditChainRepository, AuditLog], exports: [AuditLog, AuditChainRepository] })
export class AuditLogModule {}
