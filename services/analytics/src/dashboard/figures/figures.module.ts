import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Module } from '@nestjs/common';
import { LedgerCalendarRepository } from '../period/ledger-calendar.repository.ts';
import { FigureStore } from './figure-store.ts';
import { FiguresRepository } from './figures.repository.ts';

/** What everything needs that computes figures of one state of the ledger and keeps them. */
@Module({
  providers: [FigureStore, FiguresRepository, LedgerCalendarRepository, Today],
  exports: [FigureStore, FiguresRepository, LedgerCalendarRepository, Today],
})
export class FiguresModule {}
