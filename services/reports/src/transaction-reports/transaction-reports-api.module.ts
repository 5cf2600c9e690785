import { Module } from '@nestjs/common';
import { ReplicaModule } from '../replica/replica.module.ts';
import { SearchService } from '../search/search.service.ts';
import { SearchLimits } from '../search/search-limits.ts';
import { ExportTransactions } from './export/export-transactions.service.ts';
import { FilterOptionsRepository } from './filter-options.repository.ts';
import { TransactionReportsController } from './transaction-reports.controller.ts';
import { TransactionReportsService } from './transaction-reports.service.ts';

@Module({
  imports: [ReplicaModule],
  controllers: [TransactionReportsController],
  providers: [
    ExportTransactions,
    FilterOptionsRepository,
    SearchLimits,
    SearchService,
    TransactionReportsService,
  ],
})
export class TransactionReportsApiModule {}
