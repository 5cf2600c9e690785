import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { SearchService } from '../search/search.service.ts';
import { SearchLimits } from '../search/search-query.ts';
import { PRIMARY, type Primary, Replica } from './replica.service.ts';
import { TransactionExportService } from './transaction-export.service.ts';
import { TransactionReportsController } from './transaction-reports.controller.ts';
import { TransactionReportsService } from './transaction-reports.service.ts';

@Module({
  controllers: [TransactionReportsController],
  providers: [
    Replica,
    {
      provide: PRIMARY,
      useFactory: (database: DataSource): Primary => ({
        query: (sql, values) => database.query<Row[]>(sql, values),
        inTransaction: (work) =>
          database.transaction('REPEATABLE READ', (manager) =>
            work((sql, values) => manager.query<Row[]>(sql, values)),
          ),
      }),
      inject: [getDataSourceToken()],
    },
    TransactionExportService,
    SearchLimits,
    SearchService,
    TransactionReportsService,
  ],
})
export class TransactionReportsModule {}
