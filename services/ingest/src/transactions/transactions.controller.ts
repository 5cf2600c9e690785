import { Transaction, TransactionDetail } from '@clearwatch/contracts/transactions.dto';
import { type Paged, PathIdPipe, RespondsWithList } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ListTransactionsQuery, TRANSACTION_NOT_FOUND, TransactionsService } from './transactions.service.ts';

const TRANSACTION_ID = new PathIdPipe(TRANSACTION_NOT_FOUND);

@ApiTags('transactions')
@AllowStaff()
@Controller('api/transactions')
export class TransactionsController {
  constructor(private readonly transactions: TransactionsService) {}

  @Get()
  @RespondsWithList(
    Transaction,
    'Entries of an account by date, newest first; without an account, last stored first; with `id`, that entry only.',
  )
  list(@Query() query: ListTransactionsQuery): Promise<Paged<Transaction>> {
    return this.transactions.list(query);
  }

  @Get(':id')
  @ApiOkResponse({ type: TransactionDetail })
  get(@CurrentActor() actor: Actor, @Param('id', TRANSACTION_ID) id: number): Promise<TransactionDetail> {
    return this.transactions.get(actor, id);
  }
}
