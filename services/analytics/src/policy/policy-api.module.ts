import { Module } from '@nestjs/common';
import { QualityApiModule } from './quality/quality-api.module.ts';
import { SuppressionsApiModule } from './suppressions/suppressions-api.module.ts';
import { TryoutsApiModule } from './tryouts/tryouts-api.module.ts';
import { PolicyVersionsApiModule } from './versions/policy-versions-api.module.ts';

/** What admins do with the rules, and what staff sees of it. */
@Module({ imports: [PolicyVersionsApiModule, TryoutsApiModule, SuppressionsApiModule, QualityApiModule] })
export class PolicyApiModule {}
