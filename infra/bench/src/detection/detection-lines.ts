import { Client } from 'pg';
import type { Site } from '../import-lines.ts';
import type { BenchLine } from '../line.ts';
import { quiet, upload } from '../uploads.ts';
import { type Analysis, analyseEverybody } from './analyse-everybody.ts';
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
    await twoWorkersLine(site, { rows, alone: again }),
  ];
}

/** 1.6 times as fast is 0.625 of the time. */
async function twoWorkersLine(
  site: Site,
  { rows, alone }: { rows: number; alone: Analysis },
): Promise<BenchLine> {
  const pid = site.installation.stack.pidOf('analytics');
  if (pid === undefined) throw new Error('analytics does not run');
  site.say('Analysing everybody with two workers ...');
  const stop = await startSecondWorker(pid);
  try {
    const { milliseconds, peakMegabytes } = await analyseEverybody(site);
    return {
      what: 'the same with 2 workers',
      rows,
      milliseconds,
      limit: { what: '1 worker', milliseconds: alone.milliseconds },
      goal: 0.625,
      peakMegabytes,
    };
  } finally {
    await stop();
  }
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
