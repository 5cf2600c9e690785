import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StaffClient } from '@clearwatch/infra-local/trial/staff-client';
import {
  signedInAdmin,
  startTrialInstallation,
  type TrialInstallation,
} from '@clearwatch/infra-local/trial/trial-installation';
import { importLimit } from './import-limit.ts';
import { type BenchLine, tableOf } from './line.ts';
import { p95UnderLoad } from './load.ts';
import { peakMegabytes } from './process-memory.ts';
import { writeSampleFile } from './sample-file.ts';
import { signInLines } from './sign-ins.ts';

const SMALL = 100_000;
const LARGE = 1_000_000;
const STAFF = 50;
const LOAD_SECONDS = 8;
const DASHBOARD = [
  '/api/metrics/30',
  '/api/transactions/chart/365',
  '/api/top-depositors/10/365',
  '/api/unusual-activities?pageSize=20',
];

interface Uploaded {
  importId: number;
  transactionCount: number;
  duplicateCount: number;
}

/** Ctrl-C in the middle of a measurement: the installation, which is not in our process group, goes as well. */
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());

const say = (text: string): void => console.log(text);
const scratch = mkdtempSync(join(tmpdir(), 'clearwatch-bench-'));
let installation: TrialInstallation | undefined;
try {
  const files = {
    small: join(scratch, 'small.json'),
    large: join(scratch, 'large.json'),
    copy: join(scratch, 'rows.copy'),
  };
  say('Generating data ...');
  await writeSampleFile({ path: files.small, rows: SMALL, seed: 1 });
  await writeSampleFile({ path: files.large, rows: LARGE, seed: 2 });
  say('Starting an installation ...');
  installation = await startTrialInstallation({
    durability: 'real',
    signal: stopped.signal,
    // Fifty staff share one sign-in here.
    gateway: { REQUESTS_PER_MINUTE_PER_USER: '10000000', REQUESTS_PER_MINUTE_PER_ADDRESS: '10000000' },
  });
  const admin = await signedInAdmin(installation);
  const lines: BenchLine[] = [];

  lines.push(await importLine(installation, admin, files.small, SMALL, files.copy));
  await quiet(installation);
  const readsSmall = await dashboardP95(installation, admin);
  lines.push(await importLine(installation, admin, files.large, LARGE, files.copy));
  lines.push(await againLine(installation, admin, files.large, lines.at(-1)));
  await quiet(installation);
  lines.push({
    what: `dashboard reads, p95, ${STAFF} staff`,
    rows: SMALL + LARGE,
    milliseconds: await dashboardP95(installation, admin),
    limit: { what: `at ${SMALL.toLocaleString('en-US')} rows`, milliseconds: readsSmall },
    goal: 1.5,
    peakMegabytes: peakMegabytes(installation.stack.pidOf('analytics')),
  });
  say('Signing in 200 staff ...');
  lines.push(...(await signInLines(installation, admin, DASHBOARD)));
  say(`\n${tableOf(lines)}\n`);
} finally {
  await cleanUp();
}

async function cleanUp(): Promise<void> {
  await installation?.remove();
  rmSync(scratch, { recursive: true, force: true });
}

async function stop(): Promise<void> {
  stopped.abort(new Error('Stopped.'));
  // A start that is under way cleans up behind itself and ends this program with the error above.
  if (installation === undefined) return;
  await cleanUp();
  process.exit(1);
}

async function importLine(
  target: TrialInstallation,
  admin: StaffClient,
  file: string,
  rows: number,
  copy: string,
): Promise<BenchLine> {
  say(`Importing ${rows.toLocaleString('en-US')} rows ...`);
  const { milliseconds, uploaded } = await upload(admin, file);
  if (uploaded.transactionCount !== rows)
    throw new Error(`${uploaded.transactionCount} of ${rows} rows were stored`);
  const peak = peakMegabytes(target.stack.pidOf('ingest'));
  await quiet(target);
  const limit = await importLimit({
    ownerUrl: target.stack.ownerUrl,
    file,
    importId: uploaded.importId,
    scratch: copy,
  });
  return {
    what: 'import JSON, upload to projected',
    rows,
    milliseconds,
    limit: { what: 'JSON.parse + COPY', milliseconds: limit },
    // The goal is set for a million rows; the smaller file shows whether memory stays flat.
    goal: rows === LARGE ? 2 : null,
    peakMegabytes: peak,
  };
}

async function againLine(
  target: TrialInstallation,
  admin: StaffClient,
  file: string,
  first: BenchLine | undefined,
): Promise<BenchLine> {
  say('Importing the same file again ...');
  const { milliseconds, uploaded } = await upload(admin, file);
  if (uploaded.transactionCount !== 0) throw new Error(`${uploaded.transactionCount} rows were stored twice`);
  return {
    what: 'the same file again, all duplicates',
    rows: uploaded.duplicateCount,
    milliseconds,
    limit: { what: 'first import', milliseconds: first?.milliseconds ?? Number.NaN },
    goal: 1,
    peakMegabytes: peakMegabytes(target.stack.pidOf('ingest')),
  };
}

async function upload(
  admin: StaffClient,
  file: string,
): Promise<{ milliseconds: number; uploaded: Uploaded }> {
  const started = performance.now();
  const answer = await admin.upload(file);
  if (answer.status !== 200) throw new Error(`upload answered ${answer.status}: ${answer.text}`);
  return { milliseconds: performance.now() - started, uploaded: answer.json() as Uploaded };
}

/** Detection runs on after the upload has answered; the next figure must not pay for it. */
async function quiet(target: TrialInstallation): Promise<void> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: target.stack.ownerUrl });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ open: string }>(
        "SELECT count(*) AS open FROM analytics.detection_runs WHERE state <> 'finished'",
      );
      if (rows[0]?.open === '0') return;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  } finally {
    await client.end();
  }
}

function dashboardP95(target: TrialInstallation, admin: StaffClient): Promise<number> {
  say(`Reading the dashboard as ${STAFF} staff ...`);
  return p95UnderLoad({
    base: target.url,
    cookie: admin.cookieHeader,
    paths: DASHBOARD,
    staff: STAFF,
    until: LOAD_SECONDS,
  });
}
