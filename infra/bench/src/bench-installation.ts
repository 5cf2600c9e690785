import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  signUpFirstAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { type FORMATS, writeLedger } from '@clearwatch/sample-data/formats/ledger-formats';
import { generateLedger } from '@clearwatch/sample-data/generate-ledger';
import type { BenchSite } from './import-benchmarks.ts';

/** Removes everything at the end, also on Ctrl-C, which does not reach the installation's process group. */
export async function withBenchInstallation<Files>(work: {
  makeFiles: (scratch: string) => Promise<Files>;
  measure: (site: BenchSite, files: Files) => Promise<void>;
}): Promise<void> {
  const say = (text: string): void => console.log(text);
  const stopped = new AbortController();
  const scratch = mkdtempSync(join(tmpdir(), 'clearwatch-bench-'));
  let installation: TemporaryInstallation | undefined;
  const cleanUp = async (): Promise<void> => {
    await installation?.remove();
    rmSync(scratch, { recursive: true, force: true });
  };
  const stop = async (): Promise<void> => {
    // The terminal and the parent process may both send the signal.
    if (stopped.signal.aborted) return;
    stopped.abort(new Error('Stopped.'));
    // An interrupted start cleans up after itself and ends this program with the error above.
    if (installation === undefined) return;
    await cleanUp();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  try {
    say('Generating data ...');
    const files = await work.makeFiles(scratch);
    say('Starting an installation ...');
    installation = await startTemporaryInstallation({
      durability: 'real',
      signal: stopped.signal,
      // The 50 simulated users share one session.
      gateway: { REQUESTS_PER_MINUTE_PER_USER: '10000000', REQUESTS_PER_MINUTE_PER_ADDRESS: '10000000' },
    });
    const admin = await signUpFirstAdmin(installation);
    await work.measure({ installation, admin, scratch, say }, files);
  } finally {
    await cleanUp();
  }
}

const ROWS_PER_ACCOUNT = 40;

/** Files with different seeds have no rows in common. @returns the path of the file */
export async function writeSampleFile(
  scratch: string,
  { rows, seed, format = 'extraction' }: { rows: number; seed: number; format?: keyof typeof FORMATS },
): Promise<string> {
  const path = join(scratch, `${seed}-${rows}.${format}`);
  const accounts = Math.ceil(rows / ROWS_PER_ACCOUNT);
  const entries = generateLedger({ seed, transactions: rows, accounts, lastDay: '2026-10-30' });
  await writeLedger(createWriteStream(path), entries, format);
  return path;
}
