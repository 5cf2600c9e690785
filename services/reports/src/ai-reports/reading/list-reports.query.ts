import { IsSearchText, PageQuery } from '@clearwatch/service-kit/http/request-parameters';
import { IsOptional } from 'class-validator';

export class ListReportsQuery extends PageQuery {
  /** In the title. */
  @IsOptional() @IsSearchText() search?: string;
}
