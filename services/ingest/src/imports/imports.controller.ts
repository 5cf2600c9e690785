import { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { respondWithPage } from '@clearwatch/service-kit/http/request-parameters';
import { AllowStaff } from '@clearwatch/service-kit/identity/identity.guard';
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
    return respondWithPage(response, await this.imports.list(query));
  }
}
