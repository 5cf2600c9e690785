import { Module } from '@nestjs/common';
import { ListFiguresModule } from '../list-figures/list-figures.module.ts';
import { MemberDetailController } from './detail/member-detail.controller.ts';
import { MemberDetailRepository } from './detail/member-detail.repository.ts';
import { MemberDetailService } from './detail/member-detail.service.ts';
import { MembersController } from './list/members.controller.ts';
import { MembersRepository } from './list/members.repository.ts';
import { MembersService } from './list/members.service.ts';
import { ComparisonsRepository } from './overview/comparisons.repository.ts';
import { MemberOverviewController } from './overview/member-overview.controller.ts';
import { MemberOverviewRepository } from './overview/member-overview.repository.ts';
import { MemberOverviewService } from './overview/member-overview.service.ts';
import { PeersRepository } from './overview/peers.repository.ts';
import { MemberViews } from './views/member-views.service.ts';

@Module({
  imports: [ListFiguresModule],
  controllers: [MembersController, MemberDetailController, MemberOverviewController],
  providers: [
    ComparisonsRepository,
    MemberDetailRepository,
    MemberDetailService,
    MemberOverviewRepository,
    MemberOverviewService,
    MembersRepository,
    MembersService,
    MemberViews,
    PeersRepository,
  ],
})
export class MembersApiModule {}
