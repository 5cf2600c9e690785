import { DuplicateRow, ImportReceipt, ImportSummary, RejectedRow } from '@clearwatch/contracts/imports.dto';
import { type Paged, PageQuery, PathIdPipe, RespondsWithList } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { DuplicatesService } from './duplicates.service.ts';
import { ImportsService, ListImportsQuery } from './imports.service.ts';

export const ImportId = () => Param('id', new PathIdPipe('There is no such import.'));
const RowNumber = () => Param('row', new PathIdPipe('There is no such duplicate.'));

@ApiTags('imports')
@AllowStaff()
@Controller('api/imports')
export class ImportsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly duplicates: DuplicatesService,
  ) {}

  @Get()
  @RespondsWithList(ImportSummary, 'Newest first.')
  list(@Query() query: ListImportsQuery): Promise<Paged<ImportSummary>> {
    return this.imports.list(query);
  }

  @Get(':id')
  @ApiOkResponse({ type: ImportReceipt })
  async get(@ImportId() id: number): Promise<ImportReceipt> {
    return this.imports.receiptOf(id);
  }

  @Get(':id/duplicates')
  @RespondsWithList(DuplicateRow, 'In file order, each with the entry that it duplicates.')
  listDuplicates(
    @CurrentActor() actor: Actor,
    @ImportId() id: number,
    @Query() query: PageQuery,
  ): Promise<Paged<DuplicateRow>> {
    return this.duplicates.list(actor, id, query);
  }

  @Post(':id/duplicates/:row/keep')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: DuplicateRow, description: 'The row, now a separate entry. Idempotent.' })
  async keepDuplicate(
    @CurrentActor() actor: Actor,
    @ImportId() importId: number,
    @RowNumber() row: number,
  ): Promise<DuplicateRow> {
    return this.duplicates.keep(actor, { importId, row });
  }

  @Get(':id/rejects')
  @RespondsWithList(RejectedRow, 'One item per problem, in file order.')
  listRejects(
    @CurrentActor() actor: Actor,
    @ImportId() id: number,
    @Query() query: PageQuery,
  ): Promise<Paged<RejectedRow>> {
    return this.imports.rejectsOf(actor, id, query);
  }

  @Get(':id/rejects.csv')
  @ApiProduces('text/csv')
  @ApiOkResponse({ type: String, description: 'One line per problem, with the original row.' })
  downloadRejects(@CurrentActor() actor: Actor, @ImportId() id: number, @Res() response: Response) {
    return this.imports.downloadRejects(actor, id, response);
  }

  @Post(':id/retry')
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiAcceptedResponse({ type: ImportSummary, description: 'The stored file is queued for another import.' })
  async retry(@CurrentActor() actor: Actor, @ImportId() id: number): Promise<ImportSummary> {
    return this.imports.retry(actor, id);
  }

  @Delete(':id')
  @Allow('Admin')
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiAcceptedResponse({
    type: ImportSummary,
    description: 'Removes entries that only this import contains. Idempotent.',
  })
  async undo(@CurrentActor() actor: Actor, @ImportId() id: number): Promise<ImportSummary> {
    return this.imports.undo(actor, id);
  }
}
