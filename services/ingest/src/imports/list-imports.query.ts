import { PageQuery } from '@clearwatch/service-kit/http/page-query';
import { IsSearchText } from '@clearwatch/service-kit/http/search-text';
import { IsOptional } from 'class-validator';

export class ListImportsQuery extends PageQuery {
  /** In the name of the file. */
  @IsOptional() @IsSearchText() search?: string;
}
