import type { Transaction, TransactionDetail } from '@clearwatch/contracts/transactions.dto';
import { AuditTrail, RecentViews } from '@clearwatch/service-kit/audit/audit-trail.service';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type Paged, PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min, MinLength } from 'class-validator';
import { DataSource } from 'typeorm';
import { TransactionsRepository } from './transactions.repository.ts';

const LARGEST_LIMIT = 500;
/** PostgreSQL text cannot contain NUL, so no account number does. */
const WITHOUT_NUL = /^[^\0]*$/;

/** Spec section 7: `?accountNumber=…&limit=10`. In addition, one entry by its id, and pages as in every list. */
export class ListTransactionsQuery extends PageQuery {
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  @Matches(WITHOUT_NUL, { message: '$property contains an invalid character.' })
  accountNumber?: string;

  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(Number.MAX_SAFE_INTEGER) id?: number;

  /** Takes precedence over `page` and `pageSize`. */
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(LARGEST_LIMIT) limit?: number;
}

/** Spec section 8. */
export const TRANSACTION_NOT_FOUND = 'Transaction not found';

/** PostgreSQL reads every row before the offset. */
const MAX_OFFSET = 100_000;

@Injectable()
export class TransactionsService {
  private readonly views = new RecentViews();

  constructor(
    private readonly transactions: TransactionsRepository,
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  async list(query: ListTransactionsQuery): Promise<Paged<Transaction>> {
    const { accountNumber, id } = query;
    if (id !== undefined) {
      if (accountNumber !== undefined)
        throw new AppError('bad_request', 'Request either one transaction or one account.');
      // A list entry shows less than the detail page, so this is not recorded as a view.
      const items = await this.transactions.numbered(id);
      return { items, total: items.length };
    }
    const page = query.limit === undefined ? pageOf(query) : { limit: query.limit, offset: 0 };
    if (page.offset > MAX_OFFSET)
      throw new AppError(
        'bad_request',
        `Only the first ${MAX_OFFSET.toLocaleString('en-US')} transactions can be listed. Request the transactions for one account instead.`,
      );
    const [items, total] = await Promise.all([
      this.transactions.page(accountNumber, page),
      this.transactions.count(accountNumber),
    ]);
    return { items, total };
  }

  async get(actor: Actor, id: number): Promise<TransactionDetail> {
    const detail = await this.transactions.detail(id);
    if (detail === null) throw new AppError('not_found', TRANSACTION_NOT_FOUND);
    const event = { action: 'transaction.viewed', subject: { type: 'transaction', id } } as const;
    await this.views.record(actor, id, {
      now: Date.now(),
      write: () => this.trail.record(actor, event, this.database),
    });
    return detail;
  }
}
