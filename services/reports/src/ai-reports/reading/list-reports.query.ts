import { PageQuery } from '@clearwatch/service-kit/http/page-query';
import { IsSearchText } from '@clearwatch/service-kit/http/search-text';
import { IsOptional } from 'class-validator';

export class ListReportsQuery extends PageQuery {
  /** In the title. */
  @IsOptional() @IsSearchText() search?: string;
}
