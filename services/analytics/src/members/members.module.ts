import { Module } from '@nestjs/common';
import { ListFiguresModule } from '../list-figures/list-figures.module.ts';
import { MembersController } from './members.controller.ts';
import { MembersRepository } from './members.repository.ts';
import { MemberDetailService, MembersService } from './members.service.ts';

@Module({
  imports: [ListFiguresModule],
  controllers: [MembersController],
  providers: [MemberDetailService, MembersRepository, MembersService],
})
export class MembersModule {}
