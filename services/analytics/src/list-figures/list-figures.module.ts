import { Module } from '@nestjs/common';
import { CompanyMaterialRepository } from '../companies/figures/company-material.repository.ts';
import { RefreshCompanies } from '../companies/figures/refresh-companies.ts';
import { FiguresModule } from '../dashboard/figures/figures.module.ts';
import { RefreshMembers } from '../members/figures/refresh-members.ts';
import { RefreshRisks } from '../members/figures/refresh-risks.ts';
import { ListFigures } from './list-figures.service.ts';
import { ListStateRepository } from './list-state.repository.ts';
import { RefreshLists } from './refresh-lists.ts';
import { WarmLists } from './warm-lists.ts';

/** The rows of the lists of members and companies: the api reads them, the worker brings them up to date ahead. */
@Module({
  imports: [FiguresModule],
  providers: [
    CompanyMaterialRepository,
    ListFigures,
    ListStateRepository,
    RefreshCompanies,
    RefreshLists,
    RefreshMembers,
    RefreshRisks,
    WarmLists,
  ],
  exports: [ListFigures, WarmLists],
})
export class ListFiguresModule {}
