import { RECORD_AUDIT_EVENT } from '@clearwatch/contracts/jobs.dto';
import type { ServiceDefinition } from '@clearwatch/service-kit/boot/boot-service';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { AUTH_ENTITIES } from './accounts/user.entity.ts';
import { AuditEventsModule, AuditWorkersModule } from './audit/audit-log.module.ts';
import { AuthEnvironment } from './auth-environment.ts';
import { AuthenticationModule } from './authentication/authentication.module.ts';
import { UsersModule } from './users/users.module.ts';

export function authServiceDefinition(
  environment = readEnvironment(AuthEnvironment),
): ServiceDefinition<AuthEnvironment> {
  return {
    name: 'auth',
    environment,
    entities: AUTH_ENTITIES,
    api: [AuthenticationModule, UsersModule, AuditEventsModule],
    workers: [AuditWorkersModule],
    jobs: { worksOn: [RECORD_AUDIT_EVENT], sends: [] },
  };
}
