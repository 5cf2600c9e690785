import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import {
  MEMBER_SORTS,
  type MemberSort,
  SORT_ORDERS,
  type SortOrder,
} from '@clearwatch/contracts/sort-orders';
import {
  ACTIVITY_BANDS,
  type ActivityBand,
  INCOME_BANDS,
  type IncomeBand,
} from '@clearwatch/domain/members/member-bands';
import { IsSearchText, PageQuery } from '@clearwatch/service-kit/http/request-parameters';
import { IsIn, IsOptional } from 'class-validator';

/** What `GET /api/members` may be asked; anything else is refused, not ignored. */
export class ListMembersQuery extends PageQuery {
  @IsOptional() @IsSearchText() search?: string;
  @IsOptional() @IsIn(RISK_LEVELS) riskLevel?: RiskLevel;
  @IsOptional() @IsIn(INCOME_BANDS) incomeBand?: IncomeBand;
  @IsOptional() @IsIn(ACTIVITY_BANDS) activity?: ActivityBand;
  @IsOptional() @IsIn(MEMBER_SORTS) sort?: MemberSort;
  @IsOptional() @IsIn(SORT_ORDERS) order?: SortOrder;
}
