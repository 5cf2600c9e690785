import { Secret } from '@clearwatch/service-kit/config/secret';
import { IsNotEmpty } from 'class-validator';
import { OwnerEnvironment } from './owner.environment.ts';
import { ROLE_NAMES, type RolePasswords } from './role-address.ts';

/** The one-shot migration of a container installation: the owner, and the password that each login role gets. */
export class MigrationEnvironment extends OwnerEnvironment {
  /** The password of the gateway's role. */
  @IsNotEmpty({ message: 'CLEARWATCH_GATEWAY_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_GATEWAY_PASSWORD!: string;

  /** The password of the auth service's role. */
  @IsNotEmpty({ message: 'CLEARWATCH_AUTH_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_AUTH_PASSWORD!: string;

  /** The password of the ingest service's role. */
  @IsNotEmpty({ message: 'CLEARWATCH_INGEST_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_INGEST_PASSWORD!: string;

  /** The password of the analytics service's role. */
  @IsNotEmpty({ message: 'CLEARWATCH_ANALYTICS_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_ANALYTICS_PASSWORD!: string;

  /** The password of the reports service's role. */
  @IsNotEmpty({ message: 'CLEARWATCH_REPORTS_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_REPORTS_PASSWORD!: string;

  /** The password of the role that sees the queues alone. */
  @IsNotEmpty({ message: 'CLEARWATCH_QUEUE_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_QUEUE_PASSWORD!: string;
}

/** Passwords by role. A role whose variable is missing above gets none, and the migration refuses to go on. */
export function rolePasswordsIn(environment: MigrationEnvironment): RolePasswords {
  const values = new Map(Object.entries(environment));
  return Object.fromEntries(ROLE_NAMES.map((role) => [role, values.get(`${role.toUpperCase()}_PASSWORD`)]));
}
