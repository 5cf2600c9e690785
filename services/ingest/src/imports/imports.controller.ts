import { ImportSummary } from '@clearwatch/contracts/http/imports';
import { AllowStaff } from '@clearwatch/service-kit/identity/allow.decorator';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { answerPage } from './answer-page.ts';
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
