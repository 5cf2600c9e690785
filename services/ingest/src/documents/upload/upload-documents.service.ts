import type { IncomingMessage } from 'node:http';
import type { BulkUploadResponse, Extractor, UploadedDocument } from '@clearwatch/contracts/documents.dto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Inject, Injectable } from '@nestjs/common';
import { IngestEnvironment } from '../../environment.ts';
import { UploadStore } from '../../uploads/upload-store.ts';
import { ParseJobsRepository } from '../jobs/parse-jobs.repository.ts';
import { ParseJobsService } from '../jobs/parse-jobs.service.ts';
import { type ReceivedDocument, receiveDocuments } from './receive-documents.ts';

/** Takes documents in, one job for each. A file that is refused does not take the others along. */
@Injectable()
export class UploadDocumentsService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly store: UploadStore,
    private readonly repository: ParseJobsRepository,
    private readonly jobs: ParseJobsService,
  ) {}

  #extractor(): Extractor {
    return this.environment.LLAMA_CLOUD_API_KEY === undefined ? 'local' : 'llama_cloud';
  }

  async upload(actor: Actor, request: IncomingMessage): Promise<BulkUploadResponse> {
    const received = await receiveDocuments(request, this.store);
    const jobs: UploadedDocument[] = [];
    for (const document of received) jobs.push(await this.#begin(actor, document));
    const successfulUploads = jobs.filter(({ status }) => status === 'success').length;
    return { successfulUploads, failedUploads: jobs.length - successfulUploads, jobs };
  }

  async #begin(actor: Actor, document: ReceivedDocument): Promise<UploadedDocument> {
    const { fileName } = document;
    if ('refusal' in document)
      return { filename: fileName, status: 'error', jobId: null, error: document.refusal };
    const { temporaryPath, digest, size, type } = document.saved;
    try {
      const { id, jobId } = await this.repository.record(
        actor,
        { originalFileName: fileName, digest, size, type },
        { extractor: this.#extractor(), keep: () => this.store.keep(temporaryPath, digest) },
      );
      await this.jobs.enqueue(id);
      return { filename: fileName, status: 'success', jobId, error: null };
    } catch (error) {
      await this.store.discard(temporaryPath);
      throw error;
    }
  }
}
