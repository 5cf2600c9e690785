import { BulkUploadResponse, DecideRowsRequest, ParseJob, ParseJobDetail } from '@clearwatch/contracts/documents.dto';
import { clientDisconnectSignal } from '@clearwatch/service-kit/http/request-context';
import { MAX_INTEGER, PathIdPipe } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiFilesForm } from '../uploads/uploads.controller.ts';
import { ParseJobsService } from './parse-jobs.service.ts';
import { UploadDocumentsService } from './upload-documents.service.ts';

export const DocumentId = () => Param('id', new PathIdPipe('This document does not exist.', MAX_INTEGER));
const PageNumber = () => Param('page', new PathIdPipe('There is no such page.'));

@ApiTags('documents')
@AllowStaff()
@Controller('api')
export class DocumentsController {
  constructor(
    private readonly uploads: UploadDocumentsService,
    private readonly jobs: ParseJobsService,
  ) {}

  @Post('bulk-upload-llamaextract')
  @HttpCode(HttpStatus.OK)
  @ApiFilesForm('files', { type: 'array', items: { type: 'string', format: 'binary' } })
  @ApiOkResponse({ type: BulkUploadResponse, description: 'The result for each file.' })
  upload(@CurrentActor() actor: Actor, @Req() request: Request): Promise<BulkUploadResponse> {
    return this.uploads.upload(actor, request);
  }

  @Get('parse-jobs')
  @ApiOkResponse({
    type: ParseJob,
    isArray: true,
    description: 'At most 10 documents from the last 24 hours, newest first.',
  })
  recent(): Promise<ParseJob[]> {
    return this.jobs.recent();
  }

  @Get('parse-jobs/:id')
  @ApiOkResponse({ type: ParseJobDetail })
  open(@CurrentActor() actor: Actor, @DocumentId() id: number): Promise<ParseJobDetail> {
    return this.jobs.open(actor, id);
  }

  @Post('parse-jobs/:id/decisions')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({
    type: ParseJobDetail,
    description: 'The updated document. Accepted rows are imported.',
  })
  decide(
    @CurrentActor() actor: Actor,
    @DocumentId() id: number,
    @Body() request: DecideRowsRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ParseJobDetail> {
    return this.jobs.decide(actor, id, { request, clientGone: clientDisconnectSignal(response) });
  }

  @Post('parse-jobs/:id/cancel')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: ParseJob })
  cancel(@CurrentActor() actor: Actor, @DocumentId() id: number): Promise<ParseJob> {
    return this.jobs.cancel(actor, id);
  }

  @Post('parse-jobs/:id/retry')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: ParseJob })
  retry(@CurrentActor() actor: Actor, @DocumentId() id: number): Promise<ParseJob> {
    return this.jobs.retry(actor, id);
  }

  @Get('parse-jobs/:id/pages/:page')
  @ApiProduces('image/jpeg')
  @ApiOkResponse({ type: String, description: 'The page as a JPEG, rotated upright.' })
  async picture(
    @CurrentActor() actor: Actor,
    @DocumentId() id: number,
    @PageNumber() page: number,
  ): Promise<StreamableFile> {
    return new StreamableFile(await this.jobs.picture(actor, id, page), { type: 'image/jpeg' });
  }

  @Get('parse-jobs/:id/document')
  @ApiOkResponse({ type: String, description: 'The original document.' })
  async original(@CurrentActor() actor: Actor, @DocumentId() id: number): Promise<StreamableFile> {
    const { job, stream } = await this.jobs.original(actor, id);
    return new StreamableFile(stream, {
      type: job.mimeType,
      disposition: `attachment; filename*=UTF-8''${encodeURIComponent(job.originalFileName)}`,
    });
  }
}
