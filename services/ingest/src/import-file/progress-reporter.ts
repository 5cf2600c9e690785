import type { JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import type { Claim, ImportClaims } from './import-claims.repository.ts';
import type { ReadingProgress } from './reading-progress.ts';

const EVERY_MS = 300;

/**
 * Tells the table and open browsers how far an import is, several times a second and on a connection of its own (what
 * the import's transaction writes is not visible yet). A report that fails is dropped: the next one says more.
 */
export function reportWhileRunning(options: {
  claims: Pick<ImportClaims, 'reportProgress'>;
  claim: Claim;
  progress: ReadingProgress;
  publish: JobRun['publish'];
}): { stop(): Promise<void> } {
  const { claims, claim, progress, publish } = options;
  let reporting: Promise<void> | null = null;
  const report = async (): Promise<void> => {
    const { bytesRead, rowsRead } = progress;
    await claims.reportProgress(claim, bytesRead).catch(() => undefined);
    await publish({
      type: 'import.progress',
      importId: claim.importId,
      bytesRead,
      bytesTotal: claim.fileSize,
      rowsRead,
    });
    reporting = null;
  };
  const timer = setInterval(() => {
    reporting ??= report();
  }, EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await reporting;
    },
  };
}
