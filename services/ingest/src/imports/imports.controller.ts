import { DuplicateRow, ImportReceipt, ImportSummary, RejectedRow } from '@clearwatch/contracts/imports.dto';
import { PageQuery, PathIdPipe, respondWithPage } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { UndoImportService } from '../undo/undo-import.service.ts';
import { DuplicatesService } from './duplicates.service.ts';
import {
  ImportIdPipe,
  ImportsService,
  ListImportsQuery,
  ReceiptsService,
  RejectsService,
  RetryService,
} from './imports.service.ts';

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

@ApiTags('imports')
@AllowStaff()
@Controller('api/imports')
export class ReceiptsController {
  constructor(private readonly receipts: ReceiptsService) {}

  @Get(':id')
  @ApiOkResponse({ type: ImportReceipt })
  async get(@Param('id', ImportIdPipe) id: number): Promise<ImportReceipt> {
    return this.receipts.receiptOf(id);
  }
}

@ApiTags('imports')
@AllowStaff()
@Controller('api/imports/:id')
export class RejectsController {
  constructor(private readonly rejects: RejectsService) {}

  @Get('rejects')
  @ApiOkResponse({ type: RejectedRow, isArray: true, description: 'One item per problem, in file order.' })
  async list(
    @Param('id', ImportIdPipe) id: number,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RejectedRow[]> {
    return respondWithPage(response, await this.rejects.list(id, query));
  }

  @Get('rejects.csv')
  @ApiProduces('text/csv')
  @ApiOkResponse({ type: String, description: 'One line per problem, with the row as the file has it.' })
  async download(
    @CurrentActor() actor: Actor,
    @Param('id', ImportIdPipe) id: number,
    @Res() response: Response,
  ): Promise<void> {
    await this.rejects.download(actor, id, response);
  }
}

@ApiTags('imports')
@AllowStaff()
@Controller('api/imports/:id/retry')
export class RetryController {
  constructor(private readonly retries: RetryService) {}

  @Post()
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiAcceptedResponse({ type: ImportSummary, description: 'The stored file is imported once more.' })
  async retry(@CurrentActor() actor: Actor, @Param('id', ImportIdPipe) id: number): Promise<ImportSummary> {
    return this.retries.retry(actor, id);
  }
}

@ApiTags('imports')
@Allow('Admin')
@Controller('api/imports/:id')
export class UndoController {
  constructor(private readonly undos: UndoImportService) {}

  @Delete()
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiAcceptedResponse({
    type: ImportSummary,
    description: 'What only this import brought leaves ledger and figures; asking twice is asking once.',
  })
  async undo(@CurrentActor() actor: Actor, @Param('id', ImportIdPipe) id: number): Promise<ImportSummary> {
    return this.undos.undo(actor, id);
  }
}
