import { join } from 'node:path';
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
  DASHBOARD_LOAD_SECONDS,
  DASHBOARD_REQUESTS,
  DASHBOARD_STAFF,
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
  say(`Reading lists and pages of members and companies as ${DASHBOARD_STAFF} staff ...`);
  lines.push(
    await benchListReads(installation, admin, {
      rows: SMALL + LARGE,
      staff: DASHBOARD_STAFF,
      seconds: DASHBOARD_LOAD_SECONDS,
    }),
  );
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
  say('Signing in 200 staff ...');
  lines.push(...(await benchSignIns(installation, admin, DASHBOARD_REQUESTS)));
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
