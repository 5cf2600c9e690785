import type { MigrationInterface } from 'typeorm';
import { CreateReports1763600000005 } from './create-reports.ts';

/** In the order they run; each is applied once and never edited afterwards. */
export const migrations: (new () => MigrationInterface)[] = [CreateReports1763600000005];
