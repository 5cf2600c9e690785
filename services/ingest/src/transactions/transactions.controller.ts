import { Transaction, TransactionDetail } from '@clearwatch/contracts/transactions.dto';
import { PathIdPipe, respondWithPage } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ListTransactionsQuery, TRANSACTION_NOT_FOUND, TransactionsService } from './transactions.service.ts';

const TRANSACTION_ID = new PathIdPipe(TRANSACTION_NOT_FOUND);

@ApiTags('transactions')
@AllowStaff()
@Controller('api/transactions')
export class TransactionsController {
  constructor(private readonly transactions: TransactionsService) {}

  @Get()
  @ApiOkResponse({
    type: Transaction,
    isArray: true,
    description:
      'Of an account the newest day first, otherwise what was stored last; with `id` that one alone.',
  })
  async list(
    @Query() query: ListTransactionsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Transaction[]> {
    return respondWithPage(response, await this.transactions.list(query));
  }

  @Get(':id')
  @ApiOkResponse({ type: TransactionDetail })
  async get(
    @CurrentActor() actor: Actor,
    @Param('id', TRANSACTION_ID) id: number,
  ): Promise<TransactionDetail> {
    return this.transactions.get(actor, id);
  }
}
