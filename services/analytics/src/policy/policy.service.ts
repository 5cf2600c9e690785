import type { DetectionPolicy } from '@clearwatch/domain/fraud/policy';
import { defaultPolicy, validatePolicy } from '@clearwatch/domain/fraud/validate-policy';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { PolicyRepository } from './policy.repository.ts';

/** The institution's detection policy: versioned, never changed in place. */
@Injectable()
export class PolicyService implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly policies: PolicyRepository,
  ) {}

  /** An institution that never touched its settings has a policy too: the catalogue's numbers. */
  async onModuleInit(): Promise<void> {
    await this.ensureFirst(this.database.manager);
  }

  async currentVersion(manager: EntityManager): Promise<number> {
    // Workers may take their first job before every module has been initialised.
    await this.ensureFirst(manager);
    return this.policies.newestVersion(manager);
  }

  /** @throws Error when the stored policy is not one that this version understands */
  async read(manager: EntityManager, version: number): Promise<DetectionPolicy> {
    const checked = validatePolicy(await this.policies.bodyOf(manager, version));
    if ('problems' in checked)
      throw new Error(`Detection policy ${version} cannot be used: ${checked.problems.join(' ')}`);
    return checked.policy;
  }

  private async ensureFirst(manager: EntityManager): Promise<void> {
    await this.policies.addFirst(manager, {
      body: defaultPolicy(),
      reason: 'Defaults of the detection catalogue',
      createdBy: 'system',
    });
  }
}
