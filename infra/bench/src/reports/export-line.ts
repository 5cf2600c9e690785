import { request } from 'node:http';
import { reportRowsSql } from '@clearwatch/reports/transaction-reports/export/report-columns';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Site } from '../import-lines.ts';
import type { BenchLine } from '../line.ts';
import { forgetPeak, peakMegabytes } from '../process-memory.ts';

const EXPORTED = 1_000_000;
const GOAL = 2.5;

/** The file of a report of a million entries, from the request to its last byte, against a bare `COPY` of the same query. */
export async function exportLine(site: Site): Promise<BenchLine> {
  site.say('Exporting a report of a million entries ...');
  const { stack } = site.installation;
  const client = new Client({ connectionString: stack.ownerUrl });
  await client.connect();
  try {
    const days = await daysOf(client);
    // Both read what the other has just read.
    const limitMs = await copied(client, days);
    forgetPeak(stack.pidOf('reports'));
    const started = performance.now();
    const rows = await exported(site, days);
    const milliseconds = performance.now() - started;
    if (rows.received !== rows.announced)
      throw new Error(`the file announced ${rows.announced} rows and has ${rows.received}`);
    return {
      what: 'CSV export, request to last byte',
      rows: rows.received,
      milliseconds,
      limit: { what: 'COPY', milliseconds: limitMs },
      goal: GOAL,
      peakMegabytes: peakMegabytes(stack.pidOf('reports')),
    };
  } finally {
    await client.end();
  }
}

interface Days {
  start: string;
  end: string;
}

/** The newest days that have a million entries, or all. */
async function daysOf(client: Client): Promise<Days> {
  const { rows } = await client.query<Days>(
    `SELECT min(day)::text AS start, max(day)::text AS end FROM (
       SELECT day, sum(rows) OVER (ORDER BY day DESC) - rows AS newer FROM reports.search_days WHERE day > '-infinity') days
      WHERE newer < $1`,
    [EXPORTED],
  );
  const [days] = rows;
  if (days === undefined) throw new Error('nothing is searchable');
  return days;
}

async function copied(client: Client, { start, end }: Days): Promise<number> {
  const matches = `SELECT e.id, e.day FROM reports.search_entries e WHERE e.day BETWEEN '${start}' AND '${end}'`;
  const started = performance.now();
  let bytes = 0;
  for await (const chunk of client.query(
    copyTo(`COPY (${reportRowsSql(matches)}) TO STDOUT`),
  ) as AsyncIterable<Buffer>)
    bytes += chunk.length;
  if (bytes === 0) throw new Error('there is nothing to export');
  return performance.now() - started;
}

/** Counts lines as they arrive; none of these entries has a line break in a cell. */
function exported(
  { installation, admin }: Site,
  dateRange: Days,
): Promise<{ announced: number; received: number }> {
  return new Promise((resolve, reject) => {
    const headers = { cookie: admin.cookieHeader, 'content-type': 'application/json' };
    const sent = request(
      new URL('/api/reports/export-csv', installation.url),
      { method: 'POST', headers },
      (answer) => {
        let lines = 0;
        answer.on('data', (chunk: Buffer) => {
          for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
        });
        answer.once('error', reject);
        answer.once('end', () => {
          if (answer.statusCode !== 200) reject(new Error(`the export answered ${answer.statusCode}`));
          else resolve({ announced: Number(answer.headers['x-total-count']), received: lines - 1 });
        });
      },
    );
    sent.once('error', reject);
    sent.end(JSON.stringify({ dateRange }));
  });
}
