import { Module } from '@nestjs/common';
import { PolicyRepository } from './policy.repository.ts';
import { PolicyService } from './policy.service.ts';

@Module({ providers: [PolicyRepository, PolicyService], exports: [PolicyService] })
export class PolicyModule {}
