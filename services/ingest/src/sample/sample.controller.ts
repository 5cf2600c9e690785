import { SampleOffer, UploadResponse } from '@clearwatch/contracts/imports.dto';
import { clientDisconnectSignal } from '@clearwatch/service-kit/http/request-context';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, HttpStatus, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiConflictResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { toUploadResponse } from '../uploads/to-upload-response.ts';
import { SampleService } from './sample.service.ts';

@ApiTags('imports')
@Controller('api/imports/sample')
export class SampleController {
  constructor(private readonly sample: SampleService) {}

  @Get()
  @AllowStaff()
  @ApiOkResponse({ type: SampleOffer })
  async offer(): Promise<SampleOffer> {
    return this.sample.offer();
  }

  @Post()
  @Allow('Admin')
  @ApiOkResponse({ type: UploadResponse, description: 'Stored, and the figures are up to date.' })
  @ApiAcceptedResponse({ type: UploadResponse, description: 'The file is safe; the import still works.' })
  @ApiConflictResponse({ description: 'The ledger is not empty.' })
  async load(
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UploadResponse> {
    const summary = await this.sample.load(actor, clientDisconnectSignal(response));
    response.status(summary.state === 'completed' ? HttpStatus.OK : HttpStatus.ACCEPTED);
    return toUploadResponse(summary);
  }
}
