import { Module } from '@nestjs/common';
import { CompanyAggregatesRepository } from '../companies/company-aggregates.repository.ts';
import { CompanyFiguresRefresher } from '../companies/refresh-companies.ts';
import { FiguresModule } from '../dashboard/dashboard.module.ts';
import { MemberFiguresRefresher, MemberRiskRefresher } from '../members/refresh-members.ts';
import { ListFiguresService, ListRefresher, ListWarmer } from './list-figures.service.ts';
import { ListStateRepository } from './list-state.repository.ts';

/** The rows of the lists of members and companies: the api reads them, the worker brings them up to date ahead. */
@Module({
  imports: [FiguresModule],
  providers: [
    CompanyAggregatesRepository,
    ListFiguresService,
    ListStateRepository,
    CompanyFiguresRefresher,
    ListRefresher,
    MemberFiguresRefresher,
    MemberRiskRefresher,
    ListWarmer,
  ],
  exports: [ListFiguresService, ListWarmer],
})
export class ListFiguresModule {}
