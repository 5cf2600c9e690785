import type { StaffSession } from '@clearwatch/contracts/http/sessions';
import {
  booleanOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row';

export function toStaffSession(row: Row): StaffSession {
  return {
    id: textOf(row, 'public_id'),
    signedInAt: new Date(integerOf(row, 'signed_in_at')).toISOString(),
    lastActivityAt: instantOf(row, 'last_activity'),
    address: nullable(textOf, row, 'address'),
    browser: nullable(textOf, row, 'browser'),
    isCurrent: booleanOf(row, 'is_current'),
  };
}
