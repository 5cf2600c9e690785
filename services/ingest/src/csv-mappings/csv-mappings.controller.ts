import { CsvMapping, CsvMappingProposal } from '@clearwatch/contracts/csv-mapping.dto';
import { ImportSummary } from '@clearwatch/contracts/imports.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Post, Put, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ImportId } from '../imports/imports.controller.ts';
import { CsvMappingsService } from './csv-mappings.service.ts';

const QUEUED = 'The file is queued. Use its id to track the import.';

@ApiTags('imports')
@AllowStaff()
@Controller('api/imports')
export class CsvMappingsController {
  constructor(private readonly mappings: CsvMappingsService) {}

  @Get(':id/rejects-to-correct.csv')
  @ApiProduces('text/csv')
  @ApiOkResponse({
    type: String,
    description: 'The rejected rows from a CSV file with its original header, to correct and import again.',
  })
  downloadCorrections(@CurrentActor() actor: Actor, @ImportId() id: number, @Res() response: Response) {
    return this.mappings.downloadCorrections(actor, id, response);
  }

  @Get(':id/mapping')
  @ApiOkResponse({ type: CsvMappingProposal })
  async proposal(@CurrentActor() actor: Actor, @ImportId() id: number): Promise<CsvMappingProposal> {
    return this.mappings.open(actor, id);
  }

  @Post(':id/mapping/preview')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({
    type: CsvMappingProposal,
    description: 'The first rows as read with this mapping. Changes nothing.',
  })
  async preview(
    @CurrentActor() actor: Actor,
    @ImportId() id: number,
    @Body() mapping: CsvMapping,
  ): Promise<CsvMappingProposal> {
    return this.mappings.preview(actor, id, mapping);
  }

  @Put(':id/mapping')
  @ApiOkResponse({ type: ImportSummary, description: QUEUED })
  async give(
    @CurrentActor() actor: Actor,
    @ImportId() id: number,
    @Body() mapping: CsvMapping,
  ): Promise<ImportSummary> {
    return this.mappings.give(actor, id, mapping);
  }

  @Post(':id/mapping')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: ImportSummary, description: `Accepts the proposed mapping. ${QUEUED}` })
  async accept(@CurrentActor() actor: Actor, @ImportId() id: number): Promise<ImportSummary> {
    return this.mappings.accept(actor, id);
  }

  @Delete(':id/mapping')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiNoContentResponse({ description: 'The next file with this header waits for a mapping again.' })
  async forget(@CurrentActor() actor: Actor, @ImportId() id: number): Promise<void> {
    await this.mappings.forget(actor, id);
  }

  @Post(':id/discard')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: ImportSummary, description: 'The file is discarded without importing any entries.' })
  async discard(@CurrentActor() actor: Actor, @ImportId() id: number): Promise<ImportSummary> {
    return this.mappings.discard(actor, id);
  }
}
