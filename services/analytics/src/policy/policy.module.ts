import { Global, Module } from '@nestjs/common';
import { PolicyRepository } from './policy.repository.ts';
import { PolicyService } from './policy.service.ts';
import { ShardSuppressions } from './suppressions.repository.ts';

/** What api and workers ask: the policy in force or of a run, and which rules are suppressed for whom. */
@Global()
@Module({
  providers: [PolicyRepository, PolicyService, ShardSuppressions],
  exports: [PolicyRepository, PolicyService, ShardSuppressions],
})
export class PolicyModule {}
