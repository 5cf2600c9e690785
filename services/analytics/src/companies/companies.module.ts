import { Module } from '@nestjs/common';
import { ListFiguresModule } from '../list-figures/list-figures.module.ts';
import { CompaniesController, CompanyDetailController } from './companies.controller.ts';
import { CompaniesRepository, CompanyDetailRepository } from './companies.repository.ts';
import { CompaniesService, CompanyDetailService } from './companies.service.ts';

@Module({
  imports: [ListFiguresModule],
  controllers: [CompaniesController, CompanyDetailController],
  providers: [CompaniesRepository, CompaniesService, CompanyDetailRepository, CompanyDetailService],
})
export class CompaniesModule {}
