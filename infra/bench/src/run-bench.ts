import { withBenchInstallation, writeSampleFile } from './bench-installation.ts';
import { type BenchResult, formatBenchTable } from './bench-table.ts';
import { benchFullAnalysis } from './detection-benchmarks.ts';
import { measureDocumentAccuracy } from './document-accuracy.ts';
import {
  type BenchSite,
  benchImport,
  benchImportAgainst,
  benchNachaReading,
  benchRepeatedImport,
  parseJson,
  saveTableMapping,
  splitTableLines,
  waitUntilIdle,
} from './import-benchmarks.ts';
import { benchQueues } from './queue-benchmarks.ts';
import { benchDashboardReads, benchGateway, benchListReads, benchSignIns, dashboardP95 } from './read-benchmarks.ts';
import { benchReportExport, benchReports } from './report-benchmarks.ts';

const TINY = 2_000;
const SMALL = 100_000;
const HALF = 500_000;
const LARGE = 1_000_000;

await withBenchInstallation({ makeFiles: writeFiles, measure: runBenchmarks });

async function runBenchmarks(site: BenchSite, files: Awaited<ReturnType<typeof writeFiles>>): Promise<void> {
  const { installation, admin, say } = site;
  say('Reading NACHA files ...');
  const reading = [await benchNachaReading(files.nacha.small, SMALL), await benchNachaReading(files.nacha.half, HALF)];
  const small = await importJson(site, files.json.small, SMALL);
  const readsSmall = { rows: SMALL, milliseconds: await dashboardP95(site) };
  const json = await importJson(site, files.json.large, LARGE);
  const again = await benchRepeatedImport(site, files.json.large, json);
  await waitUntilIdle(installation);
  const rows = SMALL + LARGE;
  const nacha = {
    what: 'import NACHA, from upload to projection',
    path: files.nacha.half,
    rows: HALF,
    other: json,
  };
  const lines: BenchResult[] = [
    ...reading,
    small,
    json,
    again,
    await benchDashboardReads(site, { rows, small: readsSmall }),
    await benchListReads(site, rows),
    ...(await benchReports(site, rows)),
    await benchReportExport(site),
    ...(await benchFullAnalysis(site, rows)),
    await benchImportAgainst(site, nacha),
  ];
  await saveTableMapping(admin, files.csv.tiny);
  lines.push(
    await benchImport(site, {
      what: 'import CSV, from upload to projection',
      path: files.csv.large,
      rows: LARGE,
      limit: { what: 'split(",")', read: splitTableLines },
      goal: 2,
    }),
    await benchGateway(site),
    ...(await benchQueues(site)),
    ...(await benchSignIns(site)),
  );
  say(`\n${formatBenchTable(lines)}\n`);
  say(`${await measureDocumentAccuracy(say)}\n`);
}

/** The smaller file shows whether memory use stays flat. */
function importJson(site: BenchSite, path: string, rows: number): Promise<BenchResult> {
  return benchImport(site, {
    what: 'import JSON, from upload to projection',
    path,
    rows,
    limit: { what: 'JSON.parse', read: parseJson },
    goal: rows === LARGE ? 2 : null,
  });
}

async function writeFiles(scratch: string) {
  const write = (rows: number, seed: number, format?: 'nacha' | 'csv') =>
    writeSampleFile(scratch, { rows, seed, format });
  return {
    json: { small: await write(SMALL, 1), large: await write(LARGE, 2) },
    nacha: { small: await write(SMALL, 3, 'nacha'), half: await write(HALF, 4, 'nacha') },
    csv: { tiny: await write(TINY, 5, 'csv'), large: await write(LARGE, 6, 'csv') },
  };
}
