import { ROLES } from '@clearwatch/contracts/roles';
import { oneOf } from '@clearwatch/service-kit/database/one-of';
import { booleanOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row';
import type { Principal } from './principal.ts';

/** The columns of `auth.principals` that `toPrincipal` reads. */
export const PRINCIPAL_COLUMNS = 'id, username, role, is_active, two_factor_enabled, session_version';

export function toPrincipal(row: Row): Principal {
  return {
    userId: integerOf(row, 'id'),
    username: textOf(row, 'username'),
    role: oneOf(ROLES, row, 'role'),
    isActive: booleanOf(row, 'is_active'),
    twoFactorEnabled: booleanOf(row, 'two_factor_enabled'),
    sessionVersion: integerOf(row, 'session_version'),
  };
}
