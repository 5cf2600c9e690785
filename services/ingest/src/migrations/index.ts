import type { MigrationInterface } from 'typeorm';
import { CreateLedger1763600000003 } from './create-ledger.ts';

/** In the order they run; each is applied once and never edited afterwards. */
export const migrations: (new () => MigrationInterface)[] = [CreateLedger1763600000003];
