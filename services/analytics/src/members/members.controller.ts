import {
  MemberDetail,
  MemberOverview,
  MemberRow,
  MembersCount,
  MembersOverview,
} from '@clearwatch/contracts/members.dto';
import { type Paged, RespondsWithList } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { boundedInteger, FigureDayInterceptor, NamePathPipe } from '../analytics-http.ts';
import { ListMembersQuery } from './member-list.query.ts';
import { MemberDetailService, MembersService } from './members.service.ts';

class MemberDetailQuery {
  /** Id of one of several accounts under the name. */
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(Number.MAX_SAFE_INTEGER) member?: number;
}

@AllowStaff()
@UseInterceptors(FigureDayInterceptor)
@Controller('api/members')
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly details: MemberDetailService,
  ) {}

  @Get()
  @RespondsWithList(MemberRow, 'Sorted by name, one row per account.')
  list(@Query() query: ListMembersQuery): Promise<Paged<MemberRow>> {
    return this.members.list(query);
  }

  @Get('count')
  @ApiOkResponse({ type: MembersCount })
  async count(): Promise<MembersCount> {
    return { totalMembers: await this.members.count() };
  }

  @Get('summary')
  @ApiOkResponse({ type: MembersOverview })
  overview(): Promise<MembersOverview> {
    return this.members.overview();
  }

  @Get('detail/:firstName/:lastName')
  @ApiOkResponse({ type: MemberDetail })
  readDetail(
    @CurrentActor() actor: Actor,
    @Param('firstName', NamePathPipe) firstName: string,
    @Param('lastName', NamePathPipe) lastName: string,
    @Query() { member: memberId }: MemberDetailQuery,
  ): Promise<MemberDetail> {
    return this.details.read(actor, { firstName, lastName, memberId });
  }

  @Get(':id/overview')
  @ApiOkResponse({ type: MemberOverview })
  readOverview(
    @CurrentActor() actor: Actor,
    @Param('id', boundedInteger('number of a member', Number.MAX_SAFE_INTEGER))
    id: number,
  ): Promise<MemberOverview> {
    return this.details.readOverview(actor, id);
  }
}
