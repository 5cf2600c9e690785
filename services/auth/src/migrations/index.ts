import type { MigrationInterface } from 'typeorm';
import { CreateUsers1763600000002 } from './create-users.ts';

/** In the order they run; each is applied once and never edited afterwards. */
export const migrations: (new () => MigrationInterface)[] = [CreateUsers1763600000002];
