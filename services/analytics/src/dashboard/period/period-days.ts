import { MAX_PERIOD_DAYS } from '@clearwatch/contracts/dashboard.dto';
import { Param } from '@nestjs/common';
import { WholeNumberPipe } from './whole-number.pipe.ts';

/** The `:days` of a path: length of the period that is asked for. */
export const PeriodDays = () =>
  Param('days', new WholeNumberPipe({ what: 'period in days', max: MAX_PERIOD_DAYS }));
