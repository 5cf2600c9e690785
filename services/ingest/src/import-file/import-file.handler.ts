import { randomUUID } from 'node:crypto';
import { IMPORT_FILE, type ImportFilePayload, TRANSACTIONS_IMPORTED } from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { failureOf, isFinal } from './failure-of.ts';
import { FileImporter } from './file-importer.ts';
import { type Claim, ImportClaims } from './import-claims.repository.ts';
import { countFailed } from './import-metrics.ts';
import { reportWhileRunning } from './progress-reporter.ts';
import { noProgress, type ReadingProgress } from './reading-progress.ts';

/**
 * May run twice, also at the same time: only an import that is not yet stored can be claimed, each claim takes the
 * import from the one before, and the transaction that stores it checks that its claim still holds. A run that finds
 * the import stored only tells analytics once more, which is harmless there.
 */
@Injectable()
@HandlesJob(IMPORT_FILE)
export class ImportFileHandler implements JobHandler<ImportFilePayload> {
  constructor(
    private readonly claims: ImportClaims,
    private readonly importer: FileImporter,
    private readonly producer: JobProducer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async handle({ importId }: ImportFilePayload, run: JobRun): Promise<void> {
    const claim = await this.claims.claim(importId, randomUUID());
    if (claim !== null) await this.work(claim, run);
    if (await this.claims.isStored(importId)) await this.tellAnalytics(importId);
  }

  private async work(claim: Claim, run: JobRun): Promise<void> {
    const progress = noProgress();
    const reporter = reportWhileRunning({
      claims: this.claims,
      claim,
      progress,
      publish: (event) => run.publish(event),
    });
    try {
      const outcome = await this.importer.import(claim, { progress, signal: run.signal });
      await reporter.stop();
      if (outcome === 'stored') await this.announce(claim, progress, run);
    } catch (error) {
      await reporter.stop();
      await this.fail(claim, error, run);
    }
  }

  private async announce(claim: Claim, progress: ReadingProgress, run: JobRun): Promise<void> {
    const { importId, fileSize } = claim;
    const { rowsRead } = progress;
    await run.publish({
      type: 'import.progress',
      importId,
      bytesRead: fileSize,
      bytesTotal: fileSize,
      rowsRead,
    });
    await run.publish({ type: 'import.finished', importId, state: 'stored' });
  }

  /** A broken file is an answer, not a failed job. Anything else is tried again, and given up after the last try. */
  private async fail(claim: Claim, error: unknown, run: JobRun): Promise<void> {
    const handedBack = run.signal.aborted;
    if (isFinal(error) || (run.isLastAttempt && !handedBack)) {
      const isFailed = await this.claims.markFailed(claim, failureOf(error));
      if (isFailed) {
        countFailed();
        await run.publish({ type: 'import.finished', importId: claim.importId, state: 'failed' });
      }
    }
    if (!isFinal(error)) throw error;
  }

  /** The entries are committed: when the queue is away now, the reconciler tells analytics later. */
  private async tellAnalytics(importId: number): Promise<void> {
    try {
      await this.producer.enqueue(TRANSACTIONS_IMPORTED, { importId });
    } catch (error) {
      this.logger.warn({ err: error, importId }, 'import is stored but analytics is not yet told');
    }
  }
}
