import type { MigrationInterface } from 'typeorm';
import { CreateAnalytics1763600000004 } from './create-analytics.ts';

/** In the order they run; each is applied once and never edited afterwards. */
export const migrations: (new () => MigrationInterface)[] = [CreateAnalytics1763600000004];
