import { createReadStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { readDocument } from '@clearwatch/domain/documents/read-document';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import LlamaCloud, { toFile } from '@llamaindex/llama-cloud';
import type { ExtractV2Job } from '@llamaindex/llama-cloud/resources/extract';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { IngestEnvironment } from '../../environment.ts';
import { latestDay } from '../../imports/latest-day.ts';
import type { DocumentExtractor, DocumentToRead, ExtractorRun } from '../extract/extractor.ts';
import type { FileRead } from '../reading/read-file.ts';
import { ReadingFailure } from '../reading/reading-failure.ts';
import { EXTRACTION_SCHEMA } from './extraction-schema.ts';
import { failureOf, isGone } from './llama-failure.ts';
import { toExtractedTable } from './to-extracted-table.ts';

/** One call; the work itself may take longer. */
const CALL_LIMIT_MS = 60_000;
const WORK_LIMIT_MS = 15 * 60_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;

const TOO_LONG =
  'The extraction service did not finish within 15 minutes. Try again later, or split the document.';
const GAVE_UP =
  'The extraction service could not read this document. Check that it is legible and holds a table of transactions.';
const NOTHING = 'No transactions were found in the document. Check that it is the right one.';

/**
 * Reads documents by LlamaExtract v2. Its id is kept before anything is waited for, so that a restart goes on with the same work;
 * whatever comes of it, file and work are deleted there afterwards.
 */
@Injectable()
export class LlamaExtractor implements DocumentExtractor {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  isSetUp(): boolean {
    return this.environment.LLAMA_CLOUD_API_KEY !== undefined;
  }

  async extract(document: DocumentToRead, run: ExtractorRun): Promise<FileRead> {
    const client = this.#client();
    let work: ExtractV2Job | null = null;
    try {
      work = await this.#begun(client, document, run);
      const done = await this.#finished(client, work, run);
      const read = readDocument({ tables: [toExtractedTable(done)], unread: [] }, { latestDay: latestDay() });
      if ('failure' in read) throw new ReadingFailure(read.failure);
      if (read.tables.every(({ rows }) => rows.length === 0)) throw new ReadingFailure(NOTHING);
      return { ...read, pages: [] };
    } catch (error) {
      run.signal.throwIfAborted();
      throw failureOf(error);
    } finally {
      if (work !== null && !isHandedBack(run.signal)) await this.#forget(client, work);
    }
  }

  #client(): LlamaCloud {
    return new LlamaCloud({
      apiKey: this.environment.LLAMA_CLOUD_API_KEY ?? '',
      baseURL: this.environment.LLAMA_CLOUD_BASE_URL,
      maxRetries: 2,
      timeout: CALL_LIMIT_MS,
      // Anything more talkative prints what members' documents say.
      logLevel: 'error',
    });
  }

  async #begun(client: LlamaCloud, { path, fileName, type, resumeId }: DocumentToRead, run: ExtractorRun) {
    const { signal } = run;
    if (resumeId !== null) {
      const known = await client.extract.get(resumeId, {}, { signal }).catch((error: unknown) => {
        if (isGone(error)) return null;
        throw error;
      });
      if (known !== null) return known;
    }
    const file = await client.files.create(
      { file: await toFile(createReadStream(path), fileName, { type }), purpose: 'extract' },
      { signal },
    );
    try {
      const work = await client.extract.create(
        {
          file_input: file.id,
          configuration: {
            data_schema: EXTRACTION_SCHEMA,
            extraction_target: 'per_table_row',
            confidence_scores: true,
            cite_sources: true,
            disable_cache: true,
          },
        },
        { signal },
      );
      await run.noteBegun({ resumeId: work.id, configurationId: work.configuration_id ?? null });
      return work;
    } catch (error) {
      await this.#deleted('file', () => client.files.delete(file.id));
      throw error;
    }
  }

  /** Whatever status it does not know is one of a work that goes on. */
  async #finished(client: LlamaCloud, begun: ExtractV2Job, { signal }: ExtractorRun): Promise<ExtractV2Job> {
    const deadline = Date.now() + WORK_LIMIT_MS;
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)) {
      const work = await client.extract.get(begun.id, { expand: ['extract_metadata'] }, { signal });
      if (work.status === 'COMPLETED') return work;
      if (work.status === 'FAILED' || work.status === 'CANCELLED') throw new ReadingFailure(GAVE_UP);
      if (Date.now() > deadline) throw new ReadingFailure(TOO_LONG);
      await pause(wait, undefined, { signal });
    }
  }

  async #forget(client: LlamaCloud, work: ExtractV2Job): Promise<void> {
    await this.#deleted('work', () => client.extract.delete(work.id));
    await this.#deleted('file', () => client.files.delete(work.file_input));
  }

  /** Tried again once by the client; what stays there is for an operator to know, not for the one who uploaded. */
  async #deleted(what: 'file' | 'work', remove: () => PromiseLike<unknown>): Promise<void> {
    try {
      await remove();
    } catch (error) {
      if (!isGone(error)) this.logger.warn({ what }, 'could not be deleted at the extraction service');
    }
  }
}

/** A worker that shuts down leaves the work to the next one; somebody who cancels wants it gone. */
function isHandedBack(signal: AbortSignal): boolean {
  return signal.aborted && !(signal.reason instanceof Error && signal.reason.name === 'TakenAway');
}
