import { randomUUID } from 'node:crypto';
import { EXTRACT_DOCUMENT, type ExtractDocumentPayload } from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { pollUntil } from '@clearwatch/service-kit/time/async-timing';
import { Injectable } from '@nestjs/common';
import { ImportsRepository } from '../../imports/imports.repository.ts';
import { UploadStore } from '../../uploads/upload-store.ts';
import { systemFor } from '../jobs/parse-job-trail.ts';
import { LlamaExtractor } from '../llama/llama-extractor.ts';
import { ReadingFailure } from '../reading/reading-failure.ts';
import { type DocumentClaim, DocumentClaims } from './document-claims.repository.ts';
import { DOCUMENTS } from './document-metrics.ts';
import { ImportRows } from './import-rows.ts';
import { ImportsOfDocument } from './imports-of-document.repository.ts';
import { LocalExtractor } from './local-extractor.ts';

/** Whoever cancels should not wait long. */
const LOOK_EVERY_MS = 1_000;
/** Rows of one document are imported in seconds; afterwards the finder looks. */
const IMPORT_WAIT_MS = 120_000;

const BROKE =
  'Something went wrong on the server while the document was read. Nothing of it was imported; try it again.';

/**
 * May run twice, also at the same time: each claim takes the job from the one before, what is read is stored only by the attempt
 * that holds the claim, and rows that are in an import are not imported again.
 */
@Injectable()
@HandlesJob(EXTRACT_DOCUMENT)
export class ExtractDocumentHandler implements JobHandler<ExtractDocumentPayload> {
  constructor(
    private readonly claims: DocumentClaims,
    private readonly local: LocalExtractor,
    private readonly llama: LlamaExtractor,
    private readonly store: UploadStore,
    private readonly rows: ImportRows,
    private readonly ofDocument: ImportsOfDocument,
    private readonly imports: ImportsRepository,
  ) {}

  async handle({ parseJobId }: ExtractDocumentPayload, run: JobRun): Promise<void> {
    const claim = await this.claims.claim(parseJobId, randomUUID());
    if (claim === null) return this.#importAccepted(parseJobId);
    try {
      const isRead = claim.isRead || (await this.#read(claim, run));
      if (isRead) await this.#import(claim, run);
      // Cancelled, and then wanted after all: the job that was queued for it was taken for this one.
      else if (await this.claims.isPending(parseJobId)) return await this.handle({ parseJobId }, run);
    } catch (error) {
      await this.#fail(claim, error, run);
    }
  }

  /** @returns false when the job was cancelled or taken over meanwhile */
  async #read(claim: DocumentClaim, run: JobRun): Promise<boolean> {
    const taken = new AbortController();
    const watch = setInterval(() => {
      void this.claims.isStillOurs(claim).then(
        (isOurs) => (isOurs ? undefined : taken.abort(new TakenAway())),
        () => undefined,
      );
    }, LOOK_EVERY_MS);
    try {
      const extractor = claim.extractor === 'local' ? this.local : this.llama;
      const read = await this.store.withFile(claim.digest, (path) =>
        extractor.extract(
          { ...claim, path },
          {
            signal: AbortSignal.any([run.signal, taken.signal]),
            onProgress: (progress) => void this.#tell(claim, progress, run),
            noteBegun: (begun) => this.claims.noteBegun(claim, begun),
          },
        ),
      );
      return await this.claims.storeRead(claim, read);
    } catch (error) {
      if (error instanceof TakenAway) return false;
      throw error;
    } finally {
      clearInterval(watch);
    }
  }

  async #tell(
    claim: DocumentClaim,
    progress: { pagesDone: number; pages: number },
    run: JobRun,
  ): Promise<void> {
    await this.claims.reportProgress(claim, progress).catch(() => false);
    await run
      .publish({ type: 'document.progress', parseJobId: claim.parseJobId, ...progress })
      .catch(() => undefined);
  }

  async #import(claim: DocumentClaim, run: JobRun): Promise<void> {
    await this.rows.begin(claim.uploader, claim, { state: 'ready', attempt: claim.attempt });
    const ids = await this.ofDocument.ids(claim.parseJobId);
    for (const importId of ids) {
      const standing = await pollUntil({
        ask: () => this.imports.standingOf(importId),
        isFinal: (found) =>
          found === null || found.summary.state === 'completed' || found.summary.state === 'failed',
        limitMs: IMPORT_WAIT_MS,
        signal: run.signal,
      });
      if (standing?.summary.state === 'failed')
        throw new ReadingFailure(
          standing.summary.failure ?? 'The rows of the document could not be imported.',
        );
      run.signal.throwIfAborted();
      await this.claims.isStillOurs(claim);
    }
    if (!(await this.claims.markCompleted(claim))) return;
    DOCUMENTS.count('completed');
    await run.publish({ type: 'document.finished', parseJobId: claim.parseJobId });
  }

  /** Rows that a person has accepted when the process ended before their import began. */
  async #importAccepted(parseJobId: number): Promise<void> {
    const document = await this.claims.findCompleted(parseJobId);
    if (document !== null) await this.rows.begin(systemFor(document), document, { state: 'accepted' });
  }

  /** A document that is no good is an answer, not a failed job. Anything else is tried again, and given up after the last try. */
  async #fail(claim: DocumentClaim, error: unknown, run: JobRun): Promise<void> {
    const isFinal = error instanceof ReadingFailure;
    if (isFinal || (run.isLastAttempt && !run.signal.aborted)) {
      const isFailed = await this.claims.markFailed(claim, isFinal ? error.message : BROKE);
      if (isFailed) {
        DOCUMENTS.count('failed');
        await run.publish({ type: 'document.finished', parseJobId: claim.parseJobId });
      }
    }
    if (!isFinal) throw error;
  }
}

/** Somebody cancelled, or another worker has taken over. */
class TakenAway extends Error {
  override readonly name = 'TakenAway';
}
