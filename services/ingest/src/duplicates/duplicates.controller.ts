import { DuplicateRow } from '@clearwatch/contracts/imports.dto';
import { PageQuery, PathIdPipe, respondWithPage } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, HttpCode, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ImportIdPipe } from '../imports/import-id.pipe.ts';
import { DuplicatesService } from './duplicates.service.ts';

const ROW_NUMBER = new PathIdPipe('There is no such duplicate.');

@ApiTags('imports')
@AllowStaff()
@Controller('api/imports/:id/duplicates')
export class DuplicatesController {
  constructor(private readonly duplicates: DuplicatesService) {}

  @Get()
  @ApiOkResponse({ type: DuplicateRow, isArray: true, description: 'In file order, each with its twin.' })
  async list(
    @Param('id', ImportIdPipe) id: number,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DuplicateRow[]> {
    return respondWithPage(response, await this.duplicates.list(id, query));
  }

  @Post(':row/keep')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: DuplicateRow, description: 'Stored as an entry of its own; twice is once.' })
  async keep(
    @CurrentActor() actor: Actor,
    @Param('id', ImportIdPipe) importId: number,
    @Param('row', ROW_NUMBER) row: number,
  ): Promise<DuplicateRow> {
    return this.duplicates.keep(actor, { importId, row });
  }
}
