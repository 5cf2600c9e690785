import { ImportSummary, RejectedRow } from '@clearwatch/contracts/http/imports';
import { AllowStaff } from '@clearwatch/service-kit/identity/allow.decorator';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { answerPage } from './answer-page.ts';
import { ImportIdPipe } from './import-id.pipe.ts';
import { ImportsService } from './imports.service.ts';
import { PageQuery } from './page-query.ts';

@ApiTags('imports')
@AllowStaff()
@Controller('api/imports')
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  @Get()
  @ApiOkResponse({ type: ImportSummary, isArray: true, description: 'Newest first.' })
  async list(
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImportSummary[]> {
    return answerPage(response, await this.imports.list(query));
  }

  @Get(':id/rejects')
  @ApiOkResponse({ type: RejectedRow, isArray: true, description: 'One item per problem, in file order.' })
  async rejects(
    @Param('id', ImportIdPipe) id: number,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RejectedRow[]> {
    return answerPage(response, await this.imports.rejects(id, query));
  }
}
