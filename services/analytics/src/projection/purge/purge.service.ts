import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { InstitutionStandings } from '../../detection/standings/institution-standings.ts';
import { takeLeavingOut } from '../leaving/take-leaving-out.ts';
import { PurgeRepository } from './purge.repository.ts';

/**
 * Takes purged entries out of the rollups, each purge once. Nobody is looked at again: what the purge leaves behind, alerts
 * included, has been judged with those entries, and their age is no reason to judge it differently.
 */
@Injectable()
export class PurgeService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly purges: PurgeRepository,
    private readonly standings: InstitutionStandings,
  ) {}

  /** @returns false when the rollups were without it before */
  async takeOut(purgeId: number): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      if (!(await this.purges.claim(manager, purgeId))) return false;
      await this.purges.prepare(manager, purgeId);
      await takeLeavingOut(manager);
      await this.standings.bringUpToDate(manager, 'changed');
      return true;
    });
  }
}
