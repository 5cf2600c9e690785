import { Module } from '@nestjs/common';
import { PolicyRepository } from './policy.repository.ts';
import { PolicyService } from './policy.service.ts';
import { ShardSuppressions } from './suppressions.repository.ts';

/** What detection asks: the policy of a run, and which rules keep silent about whom. */
@Module({
  providers: [PolicyRepository, PolicyService, ShardSuppressions],
  exports: [PolicyRepository, PolicyService, ShardSuppressions],
})
export class PolicyModule {}
