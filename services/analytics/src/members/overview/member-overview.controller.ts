import { MemberOverview } from '@clearwatch/contracts/http/members';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff } from '@clearwatch/service-kit/identity/allow.decorator';
import { CurrentActor } from '@clearwatch/service-kit/identity/current-actor.decorator';
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
