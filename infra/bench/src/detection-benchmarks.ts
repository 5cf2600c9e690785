import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@clearwatch/infra-local/free-ports';
import { ServiceProcess } from '@clearwatch/infra-local/service-process';
import { withClient } from '@clearwatch/infra-postgres/schema-owners';
import { to as copyTo } from 'pg-copy-streams';
import { type BenchResult, limitOf, peakMegabytes, readProc, resetPeakMemory } from './bench-table.ts';
import { type BenchSite, upload, waitUntilIdle } from './import-benchmarks.ts';

const ANALYSIS_POLL_INTERVAL_MS = 100;

export async function analyzeAllMembers({ installation, admin }: BenchSite) {
  const pid = installation.stack.pidOf('analytics');
  resetPeakMemory(pid);
  const started = performance.now();
  // 202: the analysis takes longer than the request time limit.
  const response = await admin.call('POST', '/api/analytics/detect-fraud', { analyzeAllData: true });
  if (response.status !== 200 && response.status !== 202)
    throw new Error(`the analysis request returned ${response.status}: ${response.text}`);
  for (;;) {
    const answer = await admin.expect(200, 'GET', '/api/analytics/full-analysis');
    const { state, alertsGenerated } = answer.json() as { state: string; alertsGenerated: number };
    if (state === 'finished') {
      const milliseconds = performance.now() - started;
      return { milliseconds, alertsGenerated, peakMegabytes: peakMegabytes(pid) };
    }
    await pause(ANALYSIS_POLL_INTERVAL_MS);
  }
}

/**
 * @returns a function that removes the CPU pinning; null except on Linux with taskset and enough processors
 */
function pinToProcessors(pids: readonly number[], count: number): (() => void) | null {
  // Example: "0-2,5".
  const ranges = /Cpus_allowed_list:\s+(\S+)/.exec(readProc('self/status'))?.[1]?.split(',') ?? [];
  const all = ranges.flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  const set = (processors: readonly number[]): boolean =>
    pids
      .flatMap((pid) => [pid, ...(readProc(`${pid}/task/${pid}/children`).match(/\d+/g) ?? [])])
      .every((pid) => pinProcess(String(pid), processors.join(',')));
  if (all.length < count) return null;
  const release = () => void set(all);
  if (set(all.slice(0, count))) return release;
  release();
  return null;
}

/** Also true when the process has ended in the meantime. */
const pinProcess = (pid: string, processors: string): boolean =>
  spawnSync('taskset', ['-acp', processors, pid], { stdio: 'ignore' }).status === 0 || readProc(`${pid}/status`) === '';

const DETECTION_COLUMNS = `id, account_number, company, first_name, last_name, event_date, posting_minute, amount, transaction_type,
  entry_kind, entry_description, addenda, class, transaction_code, check_tracer_number, import_id, line`;
const COPY_DETECTION_COLUMNS = `COPY (SELECT ${DETECTION_COLUMNS} FROM ledger.transactions ORDER BY account_number, event_date, id) TO STDOUT`;

/**
 * Lower bound for a full analysis: streams the same columns in the same order and splits each row.
 * @returns milliseconds
 */
function timeBareRead(ownerUrl: string): Promise<number> {
  return withClient(ownerUrl, async (client) => {
    const started = performance.now();
    let fields = 0;
    let rest = '';
    for await (const chunk of client.query(copyTo(COPY_DETECTION_COLUMNS)) as AsyncIterable<Buffer>) {
      const lines = (rest + chunk.toString('utf8')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) fields += line.split('\t').length;
    }
    if (fields === 0) throw new Error('the ledger is empty');
    return performance.now() - started;
  });
}

const START_TIMEOUT_MS = 30_000;

async function startSecondWorker({ installation, scratch, say }: BenchSite): Promise<ServiceProcess> {
  const port = await freePort();
  const worker = new ServiceProcess({
    name: 'analytics',
    env: { ...installation.stack.environmentOf('analytics'), PROCESS_ROLE: 'worker', PORT: String(port) },
    healthUrl: `http://127.0.0.1:${port}/health`,
    logDirectory: scratch,
    log: say,
  });
  worker.start();
  await worker.untilHealthy(START_TIMEOUT_MS, new AbortController().signal).catch(async (error: unknown) => {
    await worker.stop();
    throw error;
  });
  return worker;
}

/** Compares all rules for all members with a bare read of the columns. A second run must find nothing new. */
export async function benchFullAnalysis(site: BenchSite, rows: number): Promise<BenchResult[]> {
  const { installation, say } = site;
  say('Analyzing all members ...');
  await analyzeAllMembers(site);
  const again = await analyzeAllMembers(site);
  if (again.alertsGenerated !== 0)
    throw new Error(`a second run on unchanged data generated ${again.alertsGenerated} alerts`);
  const limit = limitOf('ordered SELECT, split into fields', await timeBareRead(installation.stack.ownerUrl));
  return [
    { what: 'full analysis, all rules, 1 worker', rows, ...again, limit, goal: 3 },
    ...(await benchTwoWorkers(site, { rows, alone: again })),
  ];
}

/** At least 1.6 times as fast. */
const TWO_WORKER_GOAL = 0.625;

/**
 * One worker keeps two processors busy: its own and PostgreSQL's. Scaling is visible only with one processor
 * per worker.
 */
async function benchTwoWorkers(site: BenchSite, { rows, alone }: { rows: number; alone: { milliseconds: number } }) {
  const pid = site.installation.stack.pidOf('analytics');
  if (pid === undefined) throw new Error('analytics is not running');
  const database = postgresPid(site.installation.dataDirectory);
  const oneOnOne = await analyzeOnProcessors(site, [pid, database], 1);
  site.say('Analyzing all members with two workers ...');
  const second = await startSecondWorker(site);
  try {
    const twoOnAll = await analyzeAllMembers(site);
    const twoOnTwo = oneOnOne && (await analyzeOnProcessors(site, [pid, second.pid ?? pid, database], 2));
    const limit = limitOf('1 worker', alone.milliseconds);
    const onAll = { what: 'the same with 2 workers', rows, ...twoOnAll, limit, goal: TWO_WORKER_GOAL };
    if (oneOnOne === null || twoOnTwo === null) return [onAll];
    const onOne = limitOf('1 worker and its database on 1 processor', oneOnOne.milliseconds);
    return [
      { ...onAll, goal: null },
      { ...onAll, what: '2 workers on 2 processors', ...twoOnTwo, limit: onOne },
    ];
  } finally {
    await second.stop();
  }
}

async function analyzeOnProcessors(site: BenchSite, pids: readonly number[], processors: number) {
  const release = pinToProcessors(pids, processors);
  if (release === null) return null;
  try {
    site.say(`Analyzing all members, processors available: ${processors} ...`);
    return await analyzeAllMembers(site);
  } finally {
    release();
  }
}

const postgresPid = (dataDirectory: string): number =>
  Number(readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

type Measured = Pick<BenchResult, 'rows' | 'milliseconds'>;

export function benchCostPerRow({ rows, milliseconds }: Measured, small: Measured): BenchResult {
  const what = `cost per row at ${small.rows.toLocaleString('en-US')} rows`;
  const limit = limitOf(what, (small.milliseconds * rows) / small.rows);
  return { what: 'full analysis, cost per row', rows, milliseconds, limit, goal: 1.2 };
}

export async function benchIncrementalAnalysis(
  site: BenchSite,
  file: { path: string; rows: number; full: { milliseconds: number } },
): Promise<BenchResult> {
  site.say(`Importing ${file.rows.toLocaleString('en-US')} rows into the full ledger ...`);
  const { importId } = await upload(site.installation, site.admin, file.path);
  await waitUntilIdle(site.installation);
  const milliseconds = await analysisTimeOf(site.installation.stack.ownerUrl, importId);
  const limit = limitOf('full analysis', file.full.milliseconds);
  return { what: 'analysis after an import', rows: file.rows, milliseconds, limit, goal: 0.01 };
}

/** @returns milliseconds from the time the rollups include the import until its analysis ends */
function analysisTimeOf(ownerUrl: string, importId: number): Promise<number> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ milliseconds: string | null }>(
      `SELECT extract(epoch FROM finished_at - created_at) * 1000 AS milliseconds
         FROM analytics.detection_runs WHERE import_id = $1 AND kind = 'import'`,
      [importId],
    );
    return Number(rows[0]?.milliseconds ?? Number.NaN);
  });
}
