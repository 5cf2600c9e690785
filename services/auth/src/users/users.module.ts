import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit/audit-log.module.ts';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { AdminActs } from './admin-acts.service.ts';
import { CredentialsService } from './credentials.service.ts';
import { UsersController } from './users.controller.ts';
import { UsersRepository } from './users.repository.ts';
import { UsersService } from './users.service.ts';

@Module({
  imports: [AuditLogModule, PasswordsModule],
  controllers: [UsersController],
  providers: [AdminActs, CredentialsService, UsersRepository, UsersService],
})
export class UsersModule {}
