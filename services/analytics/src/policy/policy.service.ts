import type { DetectionPolicy } from '@clearwatch/domain/detection/detector';
import {
  defaultPolicy,
  policyInForce,
  readStoredPolicy,
  type StoredPolicy,
} from '@clearwatch/domain/detection/policy-document';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { PolicyRepository, type StoredVersion } from './policy.repository.ts';

/** A stored version, as the program that stored it stated it and as this one runs with it. */
export interface PolicyInVersion extends Omit<StoredVersion, 'body'> {
  stated: StoredPolicy;
  policy: DetectionPolicy;
}

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
    return (await this.policies.newest(manager)).version;
  }

  async current(manager: EntityManager): Promise<PolicyInVersion> {
    await this.ensureFirst(manager);
    return readVersion(await this.policies.newest(manager));
  }

  async find(manager: EntityManager, version: number): Promise<PolicyInVersion | null> {
    const stored = await this.policies.find(manager, version);
    return stored === null ? null : readVersion(stored);
  }

  /** @throws Error when the version is not stored, or is not a policy that this program understands */
  async read(manager: EntityManager, version: number): Promise<DetectionPolicy> {
    const found = await this.find(manager, version);
    if (found === null) throw new Error(`detection policy ${version} is not stored`);
    return found.policy;
  }

  async newestFirst(
    manager: EntityManager,
    wanted: { offset: number; limit: number },
  ): Promise<PolicyInVersion[]> {
    return (await this.policies.newestFirst(manager, wanted)).map(readVersion);
  }

  private async ensureFirst(manager: EntityManager): Promise<void> {
    await this.policies.addFirst(manager, {
      body: defaultPolicy(),
      reason: 'Defaults of the detection catalogue',
      createdBy: 'system',
    });
  }
}

function readVersion({ body, ...stored }: StoredVersion): PolicyInVersion {
  try {
    const stated = readStoredPolicy(body);
    return { ...stored, stated, policy: policyInForce(stated, stored.version) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Error(`Detection policy ${stored.version} cannot be used: ${error.message}`, { cause: error });
  }
}
