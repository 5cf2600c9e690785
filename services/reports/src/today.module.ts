import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Module } from '@nestjs/common';

/** One clock for all who ask for the day. */
@Module({ providers: [Today], exports: [Today] })
export class TodayModule {}
