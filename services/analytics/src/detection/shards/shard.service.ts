import { detectMember } from '@clearwatch/domain/fraud/detect-member';
import type { DetectionContext, Finding } from '@clearwatch/domain/fraud/frame';
import { prepareMember } from '@clearwatch/domain/fraud/preparation/prepare-member';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { PolicyService } from '../../policy/policy.service.ts';
import { CompanyTables } from '../companies/company-tables.ts';
import { MemberEntriesReader } from '../entries/member-entries.reader.ts';
import { FindingsRepository } from '../findings/findings.repository.ts';
import { RaiseAlerts } from '../findings/raise-alerts.ts';
import type { ShardAddress } from '../runs/detection-runs.repository.ts';
import { ShardsRepository } from './shards.repository.ts';

export type ShardOutcome = { runFinished: boolean; alertsGenerated: number } | 'done_before';

/** Runs all detectors over the members of one shard. */
@Injectable()
export class ShardService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly shards: ShardsRepository,
    private readonly policies: PolicyService,
    private readonly institution: CompanyTables,
    private readonly reader: MemberEntriesReader,
    private readonly writers: FindingsRepository,
    private readonly alerts: RaiseAlerts,
  ) {}

  /** All alerts of the shard and its mark are one transaction: a shard that is done again adds nothing. */
  async detect(address: ShardAddress, signal: AbortSignal): Promise<ShardOutcome> {
    const policyVersion = await this.shards.policyOfOpenShard(address);
    if (policyVersion === null) return 'done_before';
    const findings = await this.findingsOf(address, { policyVersion, signal });
    return inTransaction(this.database, async (manager): Promise<ShardOutcome> => {
      await this.writers.lockWriters(manager);
      if (!(await this.shards.lockOpen(manager, address))) return 'done_before';
      const alerts = await this.alerts.raise(manager, { ...address, policyVersion, findings });
      return this.shards.finish(manager, { ...address, alerts });
    });
  }

  private async findingsOf(
    address: ShardAddress,
    { policyVersion, signal }: { policyVersion: number; signal: AbortSignal },
  ): Promise<Finding[]> {
    const policy = await this.policies.read(this.database.manager, policyVersion);
    const context: DetectionContext = { ...(await this.institution.current()), policy };
    const findings: Finding[] = [];
    for await (const member of this.reader.read(address)) {
      if (signal.aborted)
        throw new AppError('unavailable', 'This process stops; another one does the shard again.');
      findings.push(...detectMember(prepareMember(member), context));
    }
    return findings;
  }
}
