import { Module } from '@nestjs/common';
import { TransactionsController } from './transactions.controller.ts';
import { TransactionsRepository } from './transactions.repository.ts';
import { TransactionsService } from './transactions.service.ts';

@Module({
  controllers: [TransactionsController],
  providers: [TransactionsService, TransactionsRepository],
})
export class TransactionsModule {}
