import { MemberRow, MembersCount, MembersOverview } from '@clearwatch/contracts/members.dto';
import { respondWithPage } from '@clearwatch/service-kit/http/request-parameters';
import { AllowStaff } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { setAsOf } from '../../dashboard/period/as-of-header.ts';
import { ListMembersQuery } from './list-members.query.ts';
import { MembersService } from './members.service.ts';

@AllowStaff()
@Controller('api/members')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @ApiOkResponse({ type: MemberRow, isArray: true, description: 'By name; one row per account.' })
  async list(
    @Query() query: ListMembersQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemberRow[]> {
    const { members, total, asOf } = await this.members.list(query);
    setAsOf(response, asOf);
    return respondWithPage(response, { items: members, total });
  }

  @Get('count')
  @ApiOkResponse({ type: MembersCount })
  async count(): Promise<MembersCount> {
    return { totalMembers: await this.members.count() };
  }

  @Get('summary')
  @ApiOkResponse({ type: MembersOverview })
  async overview(@Res({ passthrough: true }) response: Response): Promise<MembersOverview> {
    const overview = await this.members.overview();
    setAsOf(response, overview.asOf);
    return overview;
  }
}
