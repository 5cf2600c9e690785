import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import {
  COMPANY_SORTS,
  type CompanySort,
  SORT_ORDERS,
  type SortOrder,
} from '@clearwatch/contracts/sort-orders';
import { IsSearchText, PageQuery } from '@clearwatch/service-kit/http/request-parameters';
import { IsIn, IsOptional, IsString } from 'class-validator';

/**
 * What `GET /api/companies/summary` may be asked. Limits are strict comparisons, and one that is no number is ignored (spec,
 * section 5): it is what somebody has begun to type.
 */
export class ListCompaniesQuery extends PageQuery {
  /** In any column. */
  @IsOptional() @IsSearchText() search?: string;
  /** In the name. */
  @IsOptional() @IsSearchText() company?: string;
  @IsOptional() @IsIn(RISK_LEVELS) riskLevel?: RiskLevel;
  @IsOptional() @IsString() membersAbove?: string;
  @IsOptional() @IsString() membersBelow?: string;
  @IsOptional() @IsString() creditsAbove?: string;
  @IsOptional() @IsString() creditsBelow?: string;
  @IsOptional() @IsString() debitsAbove?: string;
  @IsOptional() @IsString() debitsBelow?: string;
  @IsOptional() @IsString() volumeAbove?: string;
  @IsOptional() @IsString() volumeBelow?: string;
  @IsOptional() @IsIn(COMPANY_SORTS) sort?: CompanySort;
  @IsOptional() @IsIn(SORT_ORDERS) order?: SortOrder;
}
