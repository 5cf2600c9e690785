import { MemberOverview } from '@clearwatch/contracts/members.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { setAsOf } from '../../dashboard/period/as-of-header.ts';
import { WholeNumberPipe } from '../../dashboard/period/whole-number.pipe.ts';
import { MemberOverviewService } from './member-overview.service.ts';

@AllowStaff()
@Controller('api/members')
export class MemberOverviewController {
  constructor(private readonly overviews: MemberOverviewService) {}

  @Get(':id/overview')
  @ApiOkResponse({ type: MemberOverview })
  async read(
    @CurrentActor() actor: Actor,
    @Param('id', new WholeNumberPipe({ what: 'number of a member', max: Number.MAX_SAFE_INTEGER }))
    id: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemberOverview> {
    const overview = await this.overviews.read(actor, id);
    setAsOf(response, overview.asOf);
    return overview;
  }
}
