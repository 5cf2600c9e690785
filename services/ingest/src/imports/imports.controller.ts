import { ImportSummary } from '@clearwatch/contracts/http/imports';
import { answerPage } from '@clearwatch/service-kit/http/answer-page';
import { AllowStaff } from '@clearwatch/service-kit/identity/allow.decorator';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ImportsService } from './imports.service.ts';
import { ListImportsQuery } from './list-imports.query.ts';

@ApiTags('imports')
@AllowStaff()
@Controller('api/imports')
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  @Get()
  @ApiOkResponse({ type: ImportSummary, isArray: true, description: 'Newest first.' })
  async list(
    @Query() query: ListImportsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImportSummary[]> {
    return answerPage(response, await this.imports.list(query));
  }
}
