import {
  MemberDetail,
  MemberOverview,
  MemberRow,
  MembersCount,
  MembersOverview,
} from '@clearwatch/contracts/members.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import type { Response } from 'express';
import {
  boundedInteger,
  NamePathPipe,
  PassthroughRes,
  respondWithDay,
  respondWithDayAndPage,
} from '../analytics-http.ts';
import { ListMembersQuery } from './member-list.query.ts';
import { MemberDetailService, MembersService } from './members.service.ts';

class MemberDetailQuery {
  /** Id of one of several accounts of the name. */
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(Number.MAX_SAFE_INTEGER) member?: number;
}

@AllowStaff()
@Controller('api/members')
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly details: MemberDetailService,
  ) {}

  @Get()
  @ApiOkResponse({ type: MemberRow, isArray: true, description: 'By name; one row per account.' })
  async list(@Query() query: ListMembersQuery, @PassthroughRes() response: Response): Promise<MemberRow[]> {
    return respondWithDayAndPage(response, await this.members.list(query));
  }

  @Get('count')
  @ApiOkResponse({ type: MembersCount })
  async count(): Promise<MembersCount> {
    return { totalMembers: await this.members.count() };
  }

  @Get('summary')
  @ApiOkResponse({ type: MembersOverview })
  async overview(@PassthroughRes() response: Response): Promise<MembersOverview> {
    return respondWithDay(response, await this.members.overview());
  }

  @Get('detail/:firstName/:lastName')
  @ApiOkResponse({ type: MemberDetail })
  async readDetail(
    @CurrentActor() actor: Actor,
    @Param('firstName', NamePathPipe) firstName: string,
    @Param('lastName', NamePathPipe) lastName: string,
    @Query() { member: memberId }: MemberDetailQuery,
    @PassthroughRes() response: Response,
  ): Promise<MemberDetail> {
    return respondWithDay(response, await this.details.read(actor, { firstName, lastName, memberId }));
  }

  @Get(':id/overview')
  @ApiOkResponse({ type: MemberOverview })
  async readOverview(
    @CurrentActor() actor: Actor,
    @Param('id', boundedInteger('number of a member', Number.MAX_SAFE_INTEGER))
    id: number,
    @PassthroughRes() response: Response,
  ): Promise<MemberOverview> {
    return respondWithDay(response, await this.details.readOverview(actor, id));
  }
}
