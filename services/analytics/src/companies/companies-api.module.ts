import { Module } from '@nestjs/common';
import { ListFiguresModule } from '../list-figures/list-figures.module.ts';
import { CompanyDetailController } from './detail/company-detail.controller.ts';
import { CompanyDetailRepository } from './detail/company-detail.repository.ts';
import { CompanyDetailService } from './detail/company-detail.service.ts';
import { CompaniesController } from './list/companies.controller.ts';
import { CompaniesRepository } from './list/companies.repository.ts';
import { CompaniesService } from './list/companies.service.ts';

@Module({
  imports: [ListFiguresModule],
  controllers: [CompaniesController, CompanyDetailController],
  providers: [CompaniesRepository, CompaniesService, CompanyDetailRepository, CompanyDetailService],
})
export class CompaniesApiModule {}
