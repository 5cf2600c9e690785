import { Module } from '@nestjs/common';
import { PolicyRepository } from './policy.repository.ts';
import { PolicyService } from './policy.service.ts';
import { Suppressions } from './suppressions/suppressions.ts';

/** What detection asks: the policy of a run, and which rules keep silent about whom. */
@Module({
  providers: [PolicyRepository, PolicyService, Suppressions],
  exports: [PolicyRepository, PolicyService, Suppressions],
})
export class PolicyModule {}
