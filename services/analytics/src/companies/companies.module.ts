import { Module } from '@nestjs/common';
import { ListFiguresModule } from '../list-figures/list-figures.module.ts';
import { CompaniesController } from './companies.controller.ts';
import { CompaniesRepository } from './companies.repository.ts';
import { CompaniesService } from './companies.service.ts';

@Module({
  imports: [ListFiguresModule],
  controllers: [CompaniesController],
  providers: [CompaniesRepository, CompaniesService],
})
export class CompaniesModule {}
