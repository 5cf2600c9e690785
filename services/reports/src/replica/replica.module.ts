import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { PRIMARY, type Primary, Replica } from './replica.service.ts';

@Module({
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
  ],
  exports: [Replica],
})
export class ReplicaModule {}
