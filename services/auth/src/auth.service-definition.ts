import { RECORD_AUDIT_EVENT } from '@clearwatch/contracts/jobs/audit-jobs';
import type { ServiceDefinition } from '@clearwatch/service-kit/boot/service-module';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { AuditEventsModule } from './audit/read/audit-events.module.ts';
import { RecordAuditEventsModule } from './audit/record/record-audit-events.module.ts';
import { SealAuditLogModule } from './audit/seal/seal-audit-log.module.ts';
import { AuthEnvironment } from './environment.ts';
import { FirstStartModule } from './first-start/first-start.module.ts';
import { PasswordsModule } from './passwords/passwords.module.ts';
import { SignInModule } from './sign-in/sign-in.module.ts';
import { StatusModule } from './status/status.module.ts';
import { TwoFactorModule } from './two-factor/two-factor.module.ts';
import { UsersModule } from './users/users.module.ts';

export function defineAuth(
  environment = readEnvironment(AuthEnvironment),
): ServiceDefinition<AuthEnvironment> {
  return {
    name: 'auth',
    environment,
    entities: [],
    api: [
      FirstStartModule,
      PasswordsModule,
      TwoFactorModule,
      SignInModule,
      UsersModule,
      AuditEventsModule,
      StatusModule,
    ],
    workers: [RecordAuditEventsModule, SealAuditLogModule],
    jobs: { worksOn: [RECORD_AUDIT_EVENT], sends: [] },
  };
}
