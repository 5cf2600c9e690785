import type { Site } from './import-lines.ts';
import type { BenchLine } from './line.ts';
import { p95UnderLoad } from './load.ts';
import { peakMegabytes } from './process-memory.ts';

export const STAFF = 50;
export const LOAD_SECONDS = 8;
/** What a dashboard asks for when it opens. */
export const DASHBOARD = [
  '/api/metrics/30',
  '/api/transactions/chart/365',
  '/api/top-depositors/10/365',
  '/api/unusual-activities?pageSize=20',
];

/** @returns milliseconds that 95 of 100 answers take at most while 50 staff ask one thing after the other */
export function dashboardP95({ installation, admin, say }: Site): Promise<number> {
  say(`Reading the dashboard as ${STAFF} staff ...`);
  return p95UnderLoad({
    base: installation.url,
    headers: { cookie: admin.cookieHeader },
    paths: DASHBOARD,
    staff: STAFF,
    until: LOAD_SECONDS,
  });
}

/** The same reads as on a small ledger: figures are kept, so its size should not show. */
export async function dashboardLine(
  site: Site,
  { rows, small }: { rows: number; small: { rows: number; milliseconds: number } },
): Promise<BenchLine> {
  return {
    what: `dashboard reads, p95, ${STAFF} staff`,
    rows,
    milliseconds: await dashboardP95(site),
    limit: { what: `at ${small.rows.toLocaleString('en-US')} rows`, milliseconds: small.milliseconds },
    goal: 1.5,
    peakMegabytes: peakMegabytes(site.installation.stack.pidOf('analytics')),
  };
}
