import { type ImportSummary, SampleOffer, UploadResponse } from '@clearwatch/contracts/imports.dto';
import { pickFieldsOf } from '@clearwatch/service-kit/database/entity-columns';
import { clientDisconnectSignal } from '@clearwatch/service-kit/http/request-context';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { applyDecorators, Controller, Get, HttpStatus, Post, Req, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiConflictResponse,
  ApiConsumes,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SampleService, UploadsService } from './uploads.service.ts';

export const ApiFilesForm = (field: string, schema: object) =>
  applyDecorators(
    ApiConsumes('multipart/form-data'),
    ApiBody({ schema: { type: 'object', required: [field], properties: { [field]: schema } } }),
  );

@ApiTags('imports')
@Controller('api')
export class UploadsController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly sample: SampleService,
  ) {}

  @Post('upload-transactions')
  @AllowStaff()
  @ApiFilesForm('file', { type: 'string', format: 'binary' })
  @ApiOkResponse({ type: UploadResponse, description: 'Stored, and the figures are up to date.' })
  @ApiAcceptedResponse({ type: UploadResponse, description: 'The file is saved. The import continues.' })
  async upload(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UploadResponse> {
    return respond(await this.uploads.upload(actor, request, clientDisconnectSignal(response)), response);
  }

  @Get('imports/sample')
  @AllowStaff()
  @ApiOkResponse({ type: SampleOffer })
  async offerSample(): Promise<SampleOffer> {
    return this.sample.offer();
  }

  @Post('imports/sample')
  @Allow('Admin')
  @ApiOkResponse({ type: UploadResponse, description: 'Stored, and the figures are up to date.' })
  @ApiAcceptedResponse({ type: UploadResponse, description: 'The file is saved. The import continues.' })
  @ApiConflictResponse({ description: 'The ledger is not empty.' })
  async loadSample(
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UploadResponse> {
    return respond(await this.sample.load(actor, clientDisconnectSignal(response)), response);
  }
}

const pickUploadResponse = pickFieldsOf(UploadResponse);

function respond(summary: ImportSummary, response: Response): UploadResponse {
  response.status(summary.state === 'completed' ? HttpStatus.OK : HttpStatus.ACCEPTED);
  return pickUploadResponse(summary, {});
}
