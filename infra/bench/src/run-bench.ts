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
import {
  benchDashboardReads,
  benchGateway,
  benchListReads,
  benchSignIns,
  dashboardP95,
} from './read-benchmarks.ts';
import { benchReportExport, benchReports } from './report-benchmarks.ts';

const TINY = 2_000;
const SMALL = 100_000;
const HALF = 500_000;
const LARGE = 1_000_000;

await withBenchInstallation({ makeFiles: writeFiles, measure: runBenchmarks });

async function runBenchmarks(site: BenchSite, files: Awaited<ReturnType<typeof writeFiles>>): Promise<void> {
  const { installation, admin, say } = site;
  const lines: BenchResult[] = [];

  say('Reading NACHA files ...');
  lines.push(
    await benchNachaReading(files.nacha.small, SMALL),
    await benchNachaReading(files.nacha.half, HALF),
  );
  lines.push(await importJson(site, files.json.small, SMALL));
  const readsSmall = await dashboardP95(site);
  const json = await importJson(site, files.json.large, LARGE);
  lines.push(json, await benchRepeatedImport(site, files.json.large, json));
  await waitUntilIdle(installation);
  lines.push(
    await benchDashboardReads(site, {
      rows: SMALL + LARGE,
      small: { rows: SMALL, milliseconds: readsSmall },
    }),
  );
  lines.push(await benchListReads(site, SMALL + LARGE));
  lines.push(...(await benchReports(site, SMALL + LARGE)), await benchReportExport(site));
  lines.push(...(await benchFullAnalysis(site, SMALL + LARGE)));
  lines.push(
    await benchImportAgainst(site, {
      what: 'import NACHA, upload to projected',
      path: files.nacha.half,
      rows: HALF,
      other: json,
    }),
  );
  await saveTableMapping(admin, files.csv.tiny);
  lines.push(
    await benchImport(site, {
      what: 'import CSV, upload to projected',
      path: files.csv.large,
      rows: LARGE,
      limit: { what: 'split(",")', read: splitTableLines },
      goal: 2,
    }),
  );
  lines.push(await benchGateway(site), ...(await benchQueues(site)));
  lines.push(...(await benchSignIns(site)));
  say(`\n${formatBenchTable(lines)}\n`);
  say(`${await measureDocumentAccuracy(say)}\n`);
}

/** The smaller file shows whether memory stays flat. */
function importJson(site: BenchSite, path: string, rows: number): Promise<BenchResult> {
  return benchImport(site, {
    what: 'import JSON, upload to projected',
    path,
    rows,
    limit: { what: 'JSON.parse', read: parseJson },
    goal: rows === LARGE ? 2 : null,
  });
}

async function writeFiles(scratch: string) {
  return {
    json: {
      small: await writeSampleFile(scratch, { rows: SMALL, seed: 1 }),
      large: await writeSampleFile(scratch, { rows: LARGE, seed: 2 }),
    },
    nacha: {
      small: await writeSampleFile(scratch, { rows: SMALL, seed: 3, format: 'nacha' }),
      half: await writeSampleFile(scratch, { rows: HALF, seed: 4, format: 'nacha' }),
    },
    csv: {
      tiny: await writeSampleFile(scratch, { rows: TINY, seed: 5, format: 'csv' }),
      large: await writeSampleFile(scratch, { rows: LARGE, seed: 6, format: 'csv' }),
    },
  };
}
