import { HOLD_STATES, type HoldState } from '@clearwatch/contracts/http/legal-holds';
import { PageQuery } from '@clearwatch/service-kit/http/page-query';
import { IsSearchText } from '@clearwatch/service-kit/http/search-text';
import { IsIn, IsOptional } from 'class-validator';

export class ListHoldsQuery extends PageQuery {
  @IsOptional()
  @IsIn(HOLD_STATES)
  state?: HoldState;

  /** Holds that keep what this account has: its own, and those of everything. */
  @IsOptional() @IsSearchText() accountNumber?: string;

  /** In reason, reference, account number or name. */
  @IsOptional() @IsSearchText() search?: string;
}
