import { join } from 'node:path';
import { onBenchInstallation } from './bench-installation.ts';
import { DASHBOARD, dashboardLine, dashboardP95, LOAD_SECONDS, STAFF } from './dashboard-reads.ts';
import { fullAnalysisLines } from './detection/detection-lines.ts';
import { accuracyOfReading } from './documents/accuracy-of-reading.ts';
import { gatewayLine } from './gateway-reads.ts';
import { parseJson, splitTable } from './import-limit.ts';
import { importAgainLine, importAtRateOf, importLine, type Site } from './import-lines.ts';
import { type BenchLine, tableOf } from './line.ts';
import { listReadsLine } from './list-reads.ts';
import { nachaReadingLine } from './nacha-reading.ts';
import { queueLines } from './queues/queue-lines.ts';
import { exportLine } from './reports/export-line.ts';
import { reportLines } from './reports/report-lines.ts';
import { writeSampleFile } from './sample-file.ts';
import { signInLines } from './sign-ins.ts';
import { explainTable, quiet } from './uploads.ts';

const TINY = 2_000;
const SMALL = 100_000;
const HALF = 500_000;
const LARGE = 1_000_000;

await onBenchInstallation({ makeFiles: writeFiles, measure });

async function measure(site: Site, files: Awaited<ReturnType<typeof writeFiles>>): Promise<void> {
  const { installation, admin, say } = site;
  const lines: BenchLine[] = [];

  say('Reading NACHA files ...');
  lines.push(
    await nachaReadingLine(files.nacha.small, SMALL),
    await nachaReadingLine(files.nacha.half, HALF),
  );
  lines.push(await importJson(site, files.json.small, SMALL));
  const readsSmall = await dashboardP95(site);
  const json = await importJson(site, files.json.large, LARGE);
  lines.push(json, await importAgainLine(site, files.json.large, json));
  await quiet(installation);
  lines.push(
    await dashboardLine(site, {
      rows: SMALL + LARGE,
      small: { rows: SMALL, milliseconds: readsSmall },
    }),
  );
  say(`Reading lists and pages of members and companies as ${STAFF} staff ...`);
  lines.push(
    await listReadsLine(installation, admin, { rows: SMALL + LARGE, staff: STAFF, seconds: LOAD_SECONDS }),
  );
  lines.push(...(await reportLines(site, SMALL + LARGE)), await exportLine(site));
  lines.push(...(await fullAnalysisLines(site, SMALL + LARGE)));
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
  lines.push(await gatewayLine(site), ...(await queueLines(site)));
  say('Signing in 200 staff ...');
  lines.push(...(await signInLines(installation, admin, DASHBOARD)));
  say(`\n${tableOf(lines)}\n`);
  say(`${await accuracyOfReading(say)}\n`);
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
