import { MemberSummary } from '@clearwatch/contracts/dashboard.dto';
import { AllowStaff } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { setAsOf } from '../period/as-of-header.ts';
import { PeriodDays } from '../period/period-days.ts';
import { WholeNumberPipe } from '../period/whole-number.pipe.ts';
import { DepositorsService, MAX_DEPOSITORS } from './depositors.service.ts';

@Controller('api/top-depositors')
export class DepositorsController {
  constructor(private readonly depositors: DepositorsService) {}

  @Get(':limit/:days')
  @AllowStaff()
  @ApiOkResponse({ type: MemberSummary, isArray: true })
  async read(
    @Param('limit', new WholeNumberPipe({ what: 'limit', max: MAX_DEPOSITORS })) limit: number,
    @PeriodDays() days: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemberSummary[]> {
    const { asOf, members } = await this.depositors.topDepositors({ limit, days });
    setAsOf(response, asOf);
    return members;
  }
}
