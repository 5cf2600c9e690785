import { randomUUID } from 'node:crypto';
import { EXTRACT_DOCUMENT, type ExtractDocumentPayload } from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { queryFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { FixedLabelCounter } from '@clearwatch/service-kit/metrics/prometheus-metrics';
import { pollUntil } from '@clearwatch/service-kit/time/async-timing';
import { Injectable } from '@nestjs/common';
import { ImportsRepository } from '../imports/imports.repository.ts';
import { UploadStore } from '../uploads/upload-store.ts';
import { type DocumentClaim, DocumentClaims } from './document-claims.repository.ts';
import { ParsedRowsImporter } from './import-parsed-rows.service.ts';
import { LlamaExtractor } from './llama-extractor.ts';
import { documentSystemActor } from './parse-job.entity.ts';
import { ParsedRowsRepository } from './parsed-rows.repository.ts';
import { LocalExtractor } from './reading/local-extractor.ts';
import { ReadingFailure, type ReadingProgress } from './reading/reading-protocol.ts';

const DOCUMENT_COUNTER = new FixedLabelCounter({
  name: 'clearwatch_documents_total',
  help: 'Documents that were read or failed, by outcome. Canceled documents are not counted.',
  label: 'outcome',
  values: ['completed', 'failed'],
});

const CANCEL_CHECK_INTERVAL_MS = 1_000;
/** Importing the rows takes seconds. After this time, the document is completed although its import still runs. */
const IMPORT_WAIT_MS = 120_000;

const UNEXPECTED_FAILURE =
  'An error occurred on the server while the document was being read. Nothing was imported. Please try again.';

/** May run twice, even concurrently: only the attempt with the claim stores rows, and no row is imported twice. */
@Injectable()
@HandlesJob(EXTRACT_DOCUMENT)
export class ExtractDocumentProcessor implements JobHandler<ExtractDocumentPayload> {
  constructor(
    private readonly claims: DocumentClaims,
    private readonly local: LocalExtractor,
    private readonly llama: LlamaExtractor,
    private readonly store: UploadStore,
    private readonly rows: ParsedRowsImporter,
    private readonly parsedRows: ParsedRowsRepository,
    private readonly imports: ImportsRepository,
  ) {}

  async handle({ parseJobId }: ExtractDocumentPayload, run: JobRun): Promise<void> {
    const claim = await this.claims.claim(parseJobId, randomUUID());
    if (claim === null) return this.#importAccepted(parseJobId);
    try {
      const isRead = claim.isRead || (await this.#read(claim, run));
      if (isRead) await this.#import(claim, run);
      // The document was canceled and then retried, and the queue mistook the new job for this one.
      else if (await this.claims.isPending(parseJobId)) return await this.handle({ parseJobId }, run);
    } catch (error) {
      if (error instanceof DocumentGaveWay) return;
      await this.#fail(claim, error, run);
    }
  }

  /** @returns false if the document waits for its columns, was canceled or was taken over */
  async #read(claim: DocumentClaim, run: JobRun): Promise<boolean> {
    const taken = new AbortController();
    const check = async (): Promise<void> => {
      if (!(await this.claims.update(claim))) taken.abort(new DocumentClaimLost());
      else if (await this.claims.giveWay(claim)) taken.abort(new DocumentGaveWay());
    };
    const watch = setInterval(() => void check().catch(() => undefined), CANCEL_CHECK_INTERVAL_MS);
    try {
      const extractor = claim.extractor === 'local' ? this.local : this.llama;
      const read = await this.store.withFile(claim.digest, (path) =>
        extractor.extract(
          { ...claim, path },
          {
            signal: AbortSignal.any([run.signal, taken.signal]),
            onProgress: (progress) => void this.#report(claim, progress, run),
            noteBegun: async ({ resumeId: llamaParseJobId, configurationId: extractionAgentId }) =>
              void (await this.claims.update(claim, { llamaParseJobId, extractionAgentId })),
          },
        ),
      );
      if (read.needsColumns === undefined) return await this.claims.storeRead(claim, read);
      if (await this.claims.storeQuestions(claim, read))
        await run.publish({ type: 'document.finished', parseJobId: claim.parseJobId });
      return false;
    } catch (error) {
      if (error instanceof DocumentClaimLost) return false;
      throw error;
    } finally {
      clearInterval(watch);
    }
  }

  async #report(claim: DocumentClaim, progress: ReadingProgress, run: JobRun): Promise<void> {
    const { pagesDone, pages } = progress;
    await this.claims.update(claim, { pagesDone, pages }).catch(() => false);
    await run.publish({ type: 'document.progress', parseJobId: claim.parseJobId, ...progress }).catch(() => undefined);
  }

  async #import(claim: DocumentClaim, run: JobRun): Promise<void> {
    await this.rows.begin(claim.uploader, claim, { state: 'ready', attempt: claim.attempt });
    const ids = await this.parsedRows.importIds(claim.parseJobId);
    for (const importId of ids) {
      const found = await pollUntil({
        check: () => this.imports.find(importId),
        isFinal: (row) => row === null || row.visibleState === 'completed' || row.visibleState === 'failed',
        limitMs: IMPORT_WAIT_MS,
        signal: run.signal,
      });
      if (found?.state === 'failed')
        throw new ReadingFailure(found.failure ?? 'The rows in the document could not be imported. Please try again.');
      run.signal.throwIfAborted();
      await this.claims.update(claim);
    }
    const end = { status: 'completed', completedAt: () => 'now()' } as const;
    if (!(await this.claims.update(claim, end))) return;
    DOCUMENT_COUNTER.count('completed');
    await run.publish({ type: 'document.finished', parseJobId: claim.parseJobId });
  }

  /** Imports accepted rows if a process ended before it started their import. */
  async #importAccepted(parseJobId: number): Promise<void> {
    const document = await this.claims.findCompleted(parseJobId);
    if (document !== null) await this.rows.begin(documentSystemActor(document), document, { state: 'accepted' });
  }

  /** An unreadable document is a result, not a failed job. Any other error is retried until the last attempt. */
  async #fail(claim: DocumentClaim, error: unknown, run: JobRun): Promise<void> {
    const isFinal = error instanceof ReadingFailure;
    if (isFinal || (run.isLastAttempt && !run.signal.aborted)) {
      const isFailed = await this.claims.markFailed(claim, isFinal ? error.message : UNEXPECTED_FAILURE);
      if (isFailed) {
        DOCUMENT_COUNTER.count('failed');
        await run.publish({ type: 'document.finished', parseJobId: claim.parseJobId });
      }
    }
    if (!isFinal) throw error;
  }
}

class DocumentClaimLost extends Error {
  override readonly name = 'DocumentClaimLost';
}

/** Another user waits for the reader. */
class DocumentGaveWay extends Error {
  override readonly name = 'DocumentGaveWay';
}

/** No worker has begun, or the worker has been silent for longer than a running worker ever is. */
const STALE_JOB = `status IN ('pending', 'processing') AND coalesce(progress_at, created_at) < now() - interval '15 seconds'`;

const ACCEPTED_NOT_IMPORTED = `EXISTS (SELECT 1 FROM ledger.parsed_rows r
  WHERE r.parse_job_id = j.id AND r.state = 'accepted' AND r.import_id IS NULL AND r.decided_at < now() - interval '15 seconds')`;

@Injectable()
export class UnfinishedParseJobs extends queryFinder(
  EXTRACT_DOCUMENT,
  (parseJobId) => ({ parseJobId }),
  `SELECT id FROM ledger.parse_jobs j
    WHERE (${STALE_JOB}) OR (status = 'completed' AND ${ACCEPTED_NOT_IMPORTED}) ORDER BY id LIMIT 200`,
) {
  /** The document crashed every worker that read it. */
  async giveUp({ parseJobId }: ExtractDocumentPayload): Promise<void> {
    await this.database.query(
      `UPDATE ledger.parse_jobs
          SET status = 'failed', completed_at = now(),
              error_message = 'The document could not be read: the reading process stopped several times. Nothing was imported. Export or scan it again.'
        WHERE id = $1 AND ${STALE_JOB}`,
      [parseJobId],
    );
  }
}
