import { MemberDetail } from '@clearwatch/contracts/members.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { setAsOf } from '../../dashboard/period/as-of-header.ts';
import { NamePipe } from '../../list-figures/name.pipe.ts';
import { MemberDetailQuery } from './member-detail.query.ts';
import { MemberDetailService } from './member-detail.service.ts';

@AllowStaff()
@Controller('api/members/detail')
export class MemberDetailController {
  constructor(private readonly members: MemberDetailService) {}

  @Get(':firstName/:lastName')
  @ApiOkResponse({ type: MemberDetail })
  async read(
    @CurrentActor() actor: Actor,
    @Param('firstName', NamePipe) firstName: string,
    @Param('lastName', NamePipe) lastName: string,
    @Query() { member: memberId }: MemberDetailQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemberDetail> {
    const detail = await this.members.read(actor, { firstName, lastName, memberId });
    setAsOf(response, detail.asOf);
    return detail;
  }
}
