import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Site } from '../import-lines.ts';
import type { BenchLine } from '../line.ts';
import { quiet, upload } from '../uploads.ts';
import { type Analysis, analyseEverybody } from './analyse-everybody.ts';
import { keepOnProcessors } from './processors.ts';
import { readingLimit } from './reading-limit.ts';
import { startSecondWorker } from './second-worker.ts';

/** All rules over everybody, against the bare reading of the same columns; a second run must find nothing new. */
export async function fullAnalysisLines(site: Site, rows: number): Promise<BenchLine[]> {
  const { installation, say } = site;
  say('Analysing everybody ...');
  await analyseEverybody(site);
  const again = await analyseEverybody(site);
  if (again.alertsGenerated !== 0)
    throw new Error(`a second run on unchanged data raised ${again.alertsGenerated} alerts`);
  return [
    {
      what: 'full analysis, all rules, 1 worker',
      rows,
      milliseconds: again.milliseconds,
      limit: {
        what: 'SELECT in order, split',
        milliseconds: await readingLimit(installation.stack.ownerUrl),
      },
      goal: 3,
      peakMegabytes: again.peakMegabytes,
    },
    ...(await twoWorkersLines(site, { rows, alone: again })),
  ];
}

/** 1.6 times as fast is 0.625 of the time. */
const SCALES = 0.625;

/**
 * A worker alone already has two processors at work, where there are two: its own, and PostgreSQL, which reads and sorts for it.
 * With a second worker there is more to do and no processor to do it, so that says little. Whether work can be parted shows when
 * each worker has a processor, with what PostgreSQL does for it: one worker on one against two on two.
 */
async function twoWorkersLines(
  site: Site,
  { rows, alone }: { rows: number; alone: Analysis },
): Promise<BenchLine[]> {
  const pid = site.installation.stack.pidOf('analytics');
  if (pid === undefined) throw new Error('analytics does not run');
  const database = postgresPid(site.installation.dataDirectory);
  const oneOnOne = await analyseOn(site, [pid, database], 1);
  site.say('Analysing everybody with two workers ...');
  const second = await startSecondWorker(pid);
  try {
    const twoOnAll = await analyseEverybody(site);
    const twoOnTwo = oneOnOne && (await analyseOn(site, [pid, second.pid, database], 2));
    const line = (what: string, took: Analysis, limit: { what: string; took: Analysis }): BenchLine => ({
      what,
      rows,
      milliseconds: took.milliseconds,
      limit: { what: limit.what, milliseconds: limit.took.milliseconds },
      goal: SCALES,
      peakMegabytes: took.peakMegabytes,
    });
    const onAll = line('the same with 2 workers', twoOnAll, { what: '1 worker', took: alone });
    if (oneOnOne === null || twoOnTwo === null) return [onAll];
    const processorEach = { what: '1 worker on 1 processor, its database too', took: oneOnOne };
    return [{ ...onAll, goal: null }, line('2 workers on 2 processors', twoOnTwo, processorEach)];
  } finally {
    await second.stop();
  }
}

/** @returns null where processes cannot be kept on so many processors */
async function analyseOn(site: Site, pids: readonly number[], processors: number): Promise<Analysis | null> {
  const release = keepOnProcessors(pids, processors);
  if (release === null) return null;
  try {
    site.say(`Analysing everybody on ${processors} of the processors ...`);
    return await analyseEverybody(site);
  } finally {
    release();
  }
}

function postgresPid(dataDirectory: string): number {
  return Number(readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Cost of an entry in a large ledger against that in a small one. */
export function costPerRowLine(
  large: { rows: number; milliseconds: number },
  small: { rows: number; milliseconds: number },
): BenchLine {
  return {
    what: 'full analysis, cost of a row',
    rows: large.rows,
    milliseconds: large.milliseconds,
    limit: {
      what: `that of ${small.rows.toLocaleString('en-US')} rows, for so many`,
      milliseconds: (small.milliseconds * large.rows) / small.rows,
    },
    goal: 1.2,
    peakMegabytes: null,
  };
}

/** What a small import makes to be analysed again, against an analysis of everybody. */
export async function incrementalLine(
  site: Site,
  file: { path: string; rows: number; full: { milliseconds: number } },
): Promise<BenchLine> {
  site.say(`Importing ${file.rows.toLocaleString('en-US')} rows into all others ...`);
  const { importId } = await upload(site.installation, site.admin, file.path);
  await quiet(site.installation);
  return {
    what: 'analysis after an import',
    rows: file.rows,
    milliseconds: await runOf(site.installation.stack.ownerUrl, importId),
    limit: { what: 'full analysis', milliseconds: file.full.milliseconds },
    goal: 0.01,
    peakMegabytes: null,
  };
}

/** @returns milliseconds from the moment the import was in the figures to the end of its analysis */
async function runOf(ownerUrl: string, importId: number): Promise<number> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ milliseconds: string | null }>(
      `SELECT extract(epoch FROM finished_at - created_at) * 1000 AS milliseconds
         FROM analytics.detection_runs WHERE import_id = $1 AND kind = 'import'`,
      [importId],
    );
    return Number(rows[0]?.milliseconds ?? Number.NaN);
  } finally {
    await client.end();
  }
}
