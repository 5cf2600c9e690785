import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit/audit-log.module.ts';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { FirstAdminService } from './first-admin.service.ts';

@Module({ imports: [AuditLogModule, PasswordsModule], providers: [FirstAdminService] })
export class FirstStartModule {}
