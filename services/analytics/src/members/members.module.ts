import { Module } from '@nestjs/common';
import { ListFiguresModule } from '../list-figures/list-figures.module.ts';
import {
  MemberComparisonsRepository,
  MemberOverviewRepository,
  PeersRepository,
} from './member-overview.repository.ts';
import { MemberOverviewService } from './member-overview.service.ts';
import { MembersController } from './members.controller.ts';
import { MemberDetailRepository, MembersRepository } from './members.repository.ts';
import { MemberDetailService, MembersService, MemberViewAudit } from './members.service.ts';

@Module({
  imports: [ListFiguresModule],
  controllers: [MembersController],
  providers: [
    MemberComparisonsRepository,
    MemberDetailRepository,
    MemberDetailService,
    MemberOverviewRepository,
    MemberOverviewService,
    MembersRepository,
    MembersService,
    MemberViewAudit,
    PeersRepository,
  ],
})
export class MembersModule {}
