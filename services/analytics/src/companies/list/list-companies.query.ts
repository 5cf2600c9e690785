import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/fraud/risk-level';
import {
  COMPANY_SORTS,
  type CompanySort,
  SORT_ORDERS,
  type SortOrder,
} from '@clearwatch/contracts/lists/list-orders';
import { PageQuery } from '@clearwatch/service-kit/http/page-query';
import { IsSearchText } from '@clearwatch/service-kit/http/search-text';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { oneOfWords } from '../../list-figures/one-of-words.ts';

const GIVEN_ONCE = { message: '$property must be given once' };

/**
 * What `GET /api/companies/summary` may be asked. Limits are strict comparisons, and one that is no number is ignored (spec,
 * section 5): it is what somebody has begun to type.
 */
export class ListCompaniesQuery extends PageQuery {
  /** In any column. */
  @IsOptional() @IsSearchText() search?: string;
  /** In the name. */
  @IsOptional() @IsSearchText() company?: string;
  @IsOptional() @IsIn(RISK_LEVELS, oneOfWords(RISK_LEVELS)) riskLevel?: RiskLevel;
  @IsOptional() @IsString(GIVEN_ONCE) membersAbove?: string;
  @IsOptional() @IsString(GIVEN_ONCE) membersBelow?: string;
  @IsOptional() @IsString(GIVEN_ONCE) creditsAbove?: string;
  @IsOptional() @IsString(GIVEN_ONCE) creditsBelow?: string;
  @IsOptional() @IsString(GIVEN_ONCE) debitsAbove?: string;
  @IsOptional() @IsString(GIVEN_ONCE) debitsBelow?: string;
  @IsOptional() @IsString(GIVEN_ONCE) volumeAbove?: string;
  @IsOptional() @IsString(GIVEN_ONCE) volumeBelow?: string;
  @IsOptional() @IsIn(COMPANY_SORTS, oneOfWords(COMPANY_SORTS)) sort?: CompanySort;
  @IsOptional() @IsIn(SORT_ORDERS, oneOfWords(SORT_ORDERS)) order?: SortOrder;
}
