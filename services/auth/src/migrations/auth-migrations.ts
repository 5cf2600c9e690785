import type { MigrationInterface } from 'typeorm';
import { CreateAuditLog1763700000002 } from './create-audit-log.ts';
import { CreateAuthRetention1765300000002 } from './create-auth-retention.ts';
import { CreateUsers1763600000002 } from './create-users.ts';
import { KeepAuditLogSixYears1765900000002 } from './keep-audit-log-six-years.ts';
import { KeepAuditLogWhileHeld1765200000002 } from './keep-audit-log-while-held.ts';

/** In the order they run; each is applied once and never edited afterwards. */
export const migrations: (new () => MigrationInterface)[] = [
  CreateUsers1763600000002,
  CreateAuditLog1763700000002,
  KeepAuditLogWhileHeld1765200000002,
  CreateAuthRetention1765300000002,
  KeepAuditLogSixYears1765900000002,
];
