import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  adminOfFirstDay,
  startTrialInstallation,
  type TrialInstallation,
} from '@clearwatch/infra-local/trial/trial-installation';
import type { Site } from './import-lines.ts';

/**
 * Makes files, starts an installation of its own with a signed-in admin, measures, and leaves nothing behind: also not
 * when Ctrl-C comes in the middle. The installation is not in our process group.
 */
export async function onBenchInstallation<Files>(work: {
  makeFiles: (scratch: string) => Promise<Files>;
  measure: (site: Site, files: Files) => Promise<void>;
}): Promise<void> {
  const say = (text: string): void => console.log(text);
  const stopped = new AbortController();
  const scratch = mkdtempSync(join(tmpdir(), 'clearwatch-bench-'));
  let installation: TrialInstallation | undefined;
  const cleanUp = async (): Promise<void> => {
    await installation?.remove();
    rmSync(scratch, { recursive: true, force: true });
  };
  const stop = async (): Promise<void> => {
    // One Ctrl-C may come several times: from the terminal and from whoever started this.
    if (stopped.signal.aborted) return;
    stopped.abort(new Error('Stopped.'));
    // A start that is under way cleans up behind itself and ends this program with the error above.
    if (installation === undefined) return;
    await cleanUp();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  try {
    say('Generating data ...');
    const files = await work.makeFiles(scratch);
    say('Starting an installation ...');
    installation = await startTrialInstallation({
      durability: 'real',
      signal: stopped.signal,
      // Fifty staff share one sign-in here.
      gateway: { REQUESTS_PER_MINUTE_PER_USER: '10000000', REQUESTS_PER_MINUTE_PER_ADDRESS: '10000000' },
    });
    const admin = await adminOfFirstDay(installation);
    await work.measure({ installation, admin, scratch, say }, files);
  } finally {
    await cleanUp();
  }
}
