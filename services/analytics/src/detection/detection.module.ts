import { Module } from '@nestjs/common';
import { FiguresModule } from '../dashboard/figures/figures.module.ts';
import { PolicyModule } from '../policy/policy.module.ts';
import { TryoutExpiryTimer } from '../policy/tryouts/tryout-expiry.timer.ts';
import { TryoutShardsRepository } from '../policy/tryouts/tryout-shards.repository.ts';
import { TryoutShards } from '../policy/tryouts/tryout-shards.ts';
import { TryoutsRepository } from '../policy/tryouts/tryouts.repository.ts';
import { ChainModule } from './chain/chain.module.ts';
import { DetectAccountsHandler } from './detect-accounts.handler.ts';
import { DetectRunHandler } from './detect-run.handler.ts';
import { FindingsRepository } from './findings/findings.repository.ts';
import { RaiseAlerts } from './findings/raise-alerts.ts';
import { InstitutionModule } from './institution.module.ts';
import { ListingModule } from './listing/listing.module.ts';
import { ListingService } from './listing/listing.service.ts';
import { ReviseAlerts } from './revision/revise-alerts.ts';
import { RevisionRepository } from './revision/revision.repository.ts';
import { DetectionRunsModule } from './runs/detection-runs.module.ts';
import { OpenShardsFinder } from './runs/open-shards.finder.ts';
import { QueuedRunsFinder } from './runs/queued-runs.finder.ts';
import { ShardService } from './shards/shard.service.ts';
import { ShardFindings } from './shards/shard-findings.ts';
import { ShardsRepository } from './shards/shards.repository.ts';
import { StandingsModule } from './standings/standings.module.ts';

@Module({
  imports: [
    ChainModule,
    DetectionRunsModule,
    FiguresModule,
    InstitutionModule,
    ListingModule,
    PolicyModule,
    StandingsModule,
  ],
  providers: [
    DetectAccountsHandler,
    DetectRunHandler,
    FindingsRepository,
    ListingService,
    OpenShardsFinder,
    QueuedRunsFinder,
    RaiseAlerts,
    ReviseAlerts,
    RevisionRepository,
    ShardFindings,
    ShardService,
    ShardsRepository,
    TryoutExpiryTimer,
    TryoutShards,
    TryoutShardsRepository,
    TryoutsRepository,
  ],
})
export class DetectionModule {}
