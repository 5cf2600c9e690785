import { detectMember, detectOverImports } from '@clearwatch/domain/detection/detection-engine';
import type { DetectionContext, Finding } from '@clearwatch/domain/detection/detector';
import { prepareMember } from '@clearwatch/domain/detection/member-history';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { PolicyService } from '../../policy/policy.service.ts';
import { CompanyTables } from '../companies/company-tables.ts';
import { type MemberEntries, MemberEntriesReader } from '../entries/member-entries.reader.ts';
import type { ShardAddress } from '../runs/detection-runs.repository.ts';
import { type RunOfShard, ShardsRepository } from './shards.repository.ts';

/** Runs all detectors over the members of a shard. */
@Injectable()
export class ShardFindings {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly shards: ShardsRepository,
    private readonly policies: PolicyService,
    private readonly institution: CompanyTables,
    private readonly reader: MemberEntriesReader,
  ) {}

  /**
   * What is found, in the order in which it has to be weighed: all at once, or in a run after an undo for each member as
   * import after import would have found it.
   */
  async read(address: ShardAddress, run: RunOfShard, signal: AbortSignal): Promise<Finding[][]> {
    const policy = await this.policies.read(this.database.manager, run.policyVersion);
    const context: DetectionContext = { ...(await this.institution.current()), policy };
    const withOpenAlerts =
      run.kind === 'undo' ? await this.shards.accountsWithOpenAlerts(address) : new Set<string>();
    const looks: Finding[][] = [];
    for await (const member of this.reader.read(address)) {
      if (signal.aborted)
        throw new AppError('unavailable', 'This process stops; another one does the shard again.');
      const findings = detectMember(prepareMember(member), context);
      const isOrdinary = findings.length === 0 && !hasOneOf(member, withOpenAlerts);
      if (isOrdinary) continue;
      looks.push(...(run.kind === 'undo' ? detectOverImports(member, context) : [findings]));
    }
    return looks;
  }
}

function hasOneOf({ entries }: MemberEntries, accounts: ReadonlySet<string>): boolean {
  return accounts.size > 0 && entries.some(({ accountNumber }) => accounts.has(accountNumber));
}
