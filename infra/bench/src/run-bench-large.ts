import { rmSync } from 'node:fs';
import { withBenchInstallation, writeSampleFile } from './bench-installation.ts';
import { type BenchResult, formatBenchTable, limitOf, peakMegabytes } from './bench-table.ts';
import {
  analyzeAllMembers,
  benchCostPerRow,
  benchFullAnalysis,
  benchIncrementalAnalysis,
} from './detection-benchmarks.ts';
import { type BenchSite, upload, waitUntilIdle } from './import-benchmarks.ts';
import { benchDashboardReads, benchListReads, dashboardP95 } from './read-benchmarks.ts';
import { benchReportExport, benchReports } from './report-benchmarks.ts';

const SMALL = 100_000;
const TEN_THOUSAND = 10_000;
const MILLION = 1_000_000;
const MILLION_ROW_FILES = 10;
const ALL = SMALL + MILLION_ROW_FILES * MILLION;

await withBenchInstallation({
  makeFiles: (scratch) => writeSampleFile(scratch, { rows: SMALL, seed: 1 }),
  measure,
});

async function measure(site: BenchSite, small: string): Promise<void> {
  const { installation, admin, say } = site;
  await upload(installation, admin, small);
  await waitUntilIdle(installation);
  const readsSmall = await dashboardP95(site);
  const first = await importMillion(site, 1);
  const analysis = await analyzeAllMembers(site);
  let last = first;
  for (let file = 2; file <= MILLION_ROW_FILES; file += 1) last = await importMillion(site, file);
  const full = await benchFullAnalysis(site, ALL);
  const [whole] = full;
  if (whole === undefined) throw new Error('no member was analyzed');
  const lines: BenchResult[] = [
    {
      what: `import JSON, file ${MILLION_ROW_FILES} of ${MILLION_ROW_FILES}`,
      rows: MILLION,
      milliseconds: last,
      limit: limitOf('the first file', first),
      goal: null,
      peakMegabytes: peakMegabytes(installation.stack.pidOf('ingest')),
    },
    await benchDashboardReads(site, { rows: ALL, small: { rows: SMALL, milliseconds: readsSmall } }),
    await benchListReads(site, ALL),
    ...(await benchReports(site, ALL)),
    await benchReportExport(site),
    ...full,
    benchCostPerRow(whole, { rows: SMALL + MILLION, milliseconds: analysis.milliseconds }),
    await benchIncrementalAnalysis(site, {
      path: await writeSampleFile(site.scratch, { rows: TEN_THOUSAND, seed: MILLION_ROW_FILES + 2 }),
      rows: TEN_THOUSAND,
      full: whole,
    }),
  ];
  say(`\n${formatBenchTable(lines)}\n`);
}

/**
 * Writes a file, imports it, and removes it, so the files are never all on disk at once.
 * @returns milliseconds
 */
async function importMillion({ installation, admin, scratch, say }: BenchSite, file: number) {
  say(`Importing file ${file} of ${MILLION_ROW_FILES}, a million rows each ...`);
  const path = await writeSampleFile(scratch, { rows: MILLION, seed: file + 1 });
  const { milliseconds } = await upload(installation, admin, path);
  rmSync(path);
  await waitUntilIdle(installation);
  return milliseconds;
}
