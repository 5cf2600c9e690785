import { HOLD_STATES, type HoldState } from '@clearwatch/contracts/retention.dto';
import { IsSearchText, PageQuery } from '@clearwatch/service-kit/http/request-parameters';
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
