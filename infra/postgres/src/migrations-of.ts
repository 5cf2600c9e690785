import { migrations as analytics } from '@clearwatch/analytics/migrations/index';
import { migrations as auth } from '@clearwatch/auth/migrations/index';
import { migrations as gateway } from '@clearwatch/gateway/migrations/index';
import { migrations as ingest } from '@clearwatch/ingest/migrations/index';
import { migrations as reports } from '@clearwatch/reports/migrations/index';
import type { MigrationInterface } from 'typeorm';
import type { Owner } from './owners.ts';

export type Migrations = readonly (new () => MigrationInterface)[];

/** What makes the tables of each service, oldest first. */
export const MIGRATIONS_OF: Readonly<Record<Owner['service'], Migrations>> = {
  gateway,
  auth,
  ingest,
  analytics,
  reports,
};
