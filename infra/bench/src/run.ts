import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StaffClient } from '@clearwatch/infra-local/trial/staff-client';
import {
  signedInAdmin,
  startTrialInstallation,
  type TrialInstallation,
} from '@clearwatch/infra-local/trial/trial-installation';
import { parseJson, splitTable } from './import-limit.ts';
import { importAgainLine, importAtRateOf, importLine, type Site } from './import-lines.ts';
import { type BenchLine, tableOf } from './line.ts';
import { listReadsLine } from './list-reads.ts';
import { p95UnderLoad } from './load.ts';
import { nachaReadingLine } from './nacha-reading.ts';
import { peakMegabytes } from './process-memory.ts';
import { writeSampleFile } from './sample-file.ts';
import { signInLines } from './sign-ins.ts';
import { explainTable, quiet } from './uploads.ts';

const TINY = 2_000;
const SMALL = 100_000;
const HALF = 500_000;
const LARGE = 1_000_000;
const STAFF = 50;
const LOAD_SECONDS = 8;
const DASHBOARD = [
  '/api/metrics/30',
  '/api/transactions/chart/365',
  '/api/top-depositors/10/365',
  '/api/unusual-activities?pageSize=20',
];

/** Ctrl-C in the middle of a measurement: the installation, which is not in our process group, goes as well. */
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());

const say = (text: string): void => console.log(text);
const scratch = mkdtempSync(join(tmpdir(), 'clearwatch-bench-'));
let installation: TrialInstallation | undefined;
try {
  say('Generating data ...');
  const files = await writeFiles();
  say('Starting an installation ...');
  installation = await startTrialInstallation({
    durability: 'real',
    signal: stopped.signal,
    // Fifty staff share one sign-in here.
    gateway: { REQUESTS_PER_MINUTE_PER_USER: '10000000', REQUESTS_PER_MINUTE_PER_ADDRESS: '10000000' },
  });
  const admin = await signedInAdmin(installation);
  const site: Site = { installation, admin, scratch, say };
  const lines: BenchLine[] = [];

  say('Reading NACHA files ...');
  lines.push(
    await nachaReadingLine(files.nacha.small, SMALL),
    await nachaReadingLine(files.nacha.half, HALF),
  );
  lines.push(await importJson(site, files.json.small, SMALL));
  const readsSmall = await dashboardP95(installation, admin);
  const json = await importJson(site, files.json.large, LARGE);
  lines.push(json, await importAgainLine(site, files.json.large, json));
  await quiet(installation);
  lines.push({
    what: `dashboard reads, p95, ${STAFF} staff`,
    rows: SMALL + LARGE,
    milliseconds: await dashboardP95(installation, admin),
    limit: { what: `at ${SMALL.toLocaleString('en-US')} rows`, milliseconds: readsSmall },
    goal: 1.5,
    peakMegabytes: peakMegabytes(installation.stack.pidOf('analytics')),
  });
  say(`Reading lists and pages of members and companies as ${STAFF} staff ...`);
  lines.push(
    await listReadsLine(installation, admin, { rows: SMALL + LARGE, staff: STAFF, seconds: LOAD_SECONDS }),
  );
  lines.push(
    await importAtRateOf(site, {
      what: 'import NACHA, upload to projected',
      path: files.nacha.half,
      rows: HALF,
      other: json,
    }),
  );
  await explainTable(admin, files.csv.tiny);
  lines.push(
    await importLine(site, {
      what: 'import CSV, upload to projected',
      path: files.csv.large,
      rows: LARGE,
      limit: { what: 'split(",")', read: splitTable },
      goal: 2,
    }),
  );
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

/** The goal is set for a million rows; the smaller file shows whether memory stays flat. */
function importJson(site: Site, path: string, rows: number): Promise<BenchLine> {
  return importLine(site, {
    what: 'import JSON, upload to projected',
    path,
    rows,
    limit: { what: 'JSON.parse', read: parseJson },
    goal: rows === LARGE ? 2 : null,
  });
}

async function writeFiles() {
  let seed = 0;
  const write = async (format: 'extraction' | 'nacha' | 'csv', rows: number): Promise<string> => {
    seed += 1;
    const path = join(scratch, `${rows}.${format}`);
    await writeSampleFile({ path, rows, seed, format });
    return path;
  };
  return {
    json: { small: await write('extraction', SMALL), large: await write('extraction', LARGE) },
    nacha: { small: await write('nacha', SMALL), half: await write('nacha', HALF) },
    csv: { tiny: await write('csv', TINY), large: await write('csv', LARGE) },
  };
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
