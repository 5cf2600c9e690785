import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { FirstAdminService } from './first-admin.service.ts';

@Module({ imports: [PasswordsModule], providers: [FirstAdminService] })
export class FirstStartModule {}
