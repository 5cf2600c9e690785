import { IsSearchText, PageQuery } from '@clearwatch/service-kit/http/request-parameters';
import { IsOptional } from 'class-validator';

export class ListImportsQuery extends PageQuery {
  /** In the name of the file. */
  @IsOptional() @IsSearchText() search?: string;
}
