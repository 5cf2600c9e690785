import { onBenchInstallation } from './bench-installation.ts';
import { dashboardLine, dashboardP95, LOAD_SECONDS, STAFF } from './dashboard-reads.ts';
import { analyseEverybody } from './detection/analyse-everybody.ts';
import { costPerRowLine, fullAnalysisLines, incrementalLine } from './detection/detection-lines.ts';
import type { Site } from './import-lines.ts';
import { type BenchLine, tableOf } from './line.ts';
import { listReadsLine } from './list-reads.ts';
import { peakMegabytes } from './process-memory.ts';
import { exportLine } from './reports/export-line.ts';
import { reportLines } from './reports/report-lines.ts';
import { FILES, importTenMillion, MILLION, writeEntries } from './ten-million.ts';
import { quiet, upload } from './uploads.ts';

const SMALL = 100_000;
const TEN_THOUSAND = 10_000;
const ALL = SMALL + FILES * MILLION;

await onBenchInstallation({ makeFiles: (scratch) => writeEntries(scratch, SMALL, 1), measure });

/** What a ledger of ten million entries does to those who read it, and to the import that makes it so large. */
async function measure(site: Site, small: string): Promise<void> {
  const { installation, admin, say } = site;
  await upload(installation, admin, small);
  await quiet(installation);
  const readsSmall = await dashboardP95(site);
  const { first, last, found: analysis } = await importTenMillion(site, () => analyseEverybody(site));
  const full = await fullAnalysisLines(site, ALL);
  const lines: BenchLine[] = [
    {
      what: `import JSON, file ${FILES} of ${FILES}`,
      rows: MILLION,
      milliseconds: last,
      limit: { what: 'first of them', milliseconds: first },
      goal: null,
      peakMegabytes: peakMegabytes(installation.stack.pidOf('ingest')),
    },
    await dashboardLine(site, { rows: ALL, small: { rows: SMALL, milliseconds: readsSmall } }),
  ];
  say(`Reading lists and pages of members and companies as ${STAFF} staff ...`);
  lines.push(await listReadsLine(installation, admin, { rows: ALL, staff: STAFF, seconds: LOAD_SECONDS }));
  lines.push(...(await reportLines(site, ALL)), await exportLine(site));
  const [whole] = full;
  if (whole === undefined) throw new Error('nobody was analysed');
  lines.push(
    ...full,
    costPerRowLine(whole, { rows: SMALL + MILLION, milliseconds: analysis.milliseconds }),
    await incrementalLine(site, {
      path: await writeEntries(site.scratch, TEN_THOUSAND, FILES + 2),
      rows: TEN_THOUSAND,
      full: whole,
    }),
  );
  say(`\n${tableOf(lines)}\n`);
}
