import { Module } from '@nestjs/common';
import { SearchService } from '../search/search.service.ts';
import { SearchLimits } from '../search/search-query.ts';
import { Replica } from './replica.service.ts';
import { TransactionExportService } from './transaction-export.service.ts';
import { TransactionReportsController } from './transaction-reports.controller.ts';
import { TransactionReportsService } from './transaction-reports.service.ts';

@Module({
  controllers: [TransactionReportsController],
  providers: [Replica, TransactionExportService, SearchLimits, SearchService, TransactionReportsService],
})
export class TransactionReportsModule {}
