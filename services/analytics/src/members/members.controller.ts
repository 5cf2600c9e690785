import {
  MemberDetail,
  MemberOverview,
  MemberRow,
  MembersCount,
  MembersOverview,
} from '@clearwatch/contracts/members.dto';
import { respondWithPage } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import type { Response } from 'express';
import { boundedInteger, NamePathPipe, setAsOfHeader } from '../analytics-http.ts';
import { ListMembersQuery } from './member-list.query.ts';
import { MemberOverviewService } from './member-overview.service.ts';
import { MemberDetailService, MembersService } from './members.service.ts';

class MemberDetailQuery {
  /** Which of several accounts of the name is meant. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  member?: number;
}

@AllowStaff()
@Controller('api/members')
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly details: MemberDetailService,
    private readonly overviews: MemberOverviewService,
  ) {}

  @Get()
  @ApiOkResponse({ type: MemberRow, isArray: true, description: 'By name; one row per account.' })
  async list(
    @Query() query: ListMembersQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemberRow[]> {
    const { members, total, asOf } = await this.members.list(query);
    setAsOfHeader(response, asOf);
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
    setAsOfHeader(response, overview.asOf);
    return overview;
  }

  @Get('detail/:firstName/:lastName')
  @ApiOkResponse({ type: MemberDetail })
  async readDetail(
    @CurrentActor() actor: Actor,
    @Param('firstName', NamePathPipe) firstName: string,
    @Param('lastName', NamePathPipe) lastName: string,
    @Query() { member: memberId }: MemberDetailQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemberDetail> {
    const detail = await this.details.read(actor, { firstName, lastName, memberId });
    setAsOfHeader(response, detail.asOf);
    return detail;
  }

  @Get(':id/overview')
  @ApiOkResponse({ type: MemberOverview })
  async readOverview(
    @CurrentActor() actor: Actor,
    @Param('id', boundedInteger('number of a member', Number.MAX_SAFE_INTEGER))
    id: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemberOverview> {
    const overview = await this.overviews.read(actor, id);
    setAsOfHeader(response, overview.asOf);
    return overview;
  }
}
