import type { MigrationInterface } from 'typeorm';
import { CreateSessions1763600000001 } from './create-sessions.ts';
import { ExtendSessions1763700000001 } from './extend-sessions.ts';
import { RecordBackups1763900000001 } from './record-backups.ts';

/** In the order they run; each is applied once and never edited afterwards. */
export const migrations: (new () => MigrationInterface)[] = [
  CreateSessions1763600000001,
  ExtendSessions1763700000001,
  RecordBackups1763900000001,
];
