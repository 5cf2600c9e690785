import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ImportIdPipe } from '../imports/import-id.pipe.ts';
import { CsvCorrectionsService } from './csv-corrections.service.ts';

@ApiTags('imports')
@AllowStaff()
@Controller('api/imports/:id')
export class CsvCorrectionsController {
  constructor(private readonly corrections: CsvCorrectionsService) {}

  @Get('rejects-to-correct.csv')
  @ApiProduces('text/csv')
  @ApiOkResponse({
    type: String,
    description: 'The rejected rows of a CSV file under its own header, to be corrected and imported again.',
  })
  async download(
    @CurrentActor() actor: Actor,
    @Param('id', ImportIdPipe) id: number,
    @Res() response: Response,
  ): Promise<void> {
    await this.corrections.download(actor, id, response);
  }
}
