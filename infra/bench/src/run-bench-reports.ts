import { importTenMillion, MILLION, MILLION_ROW_FILES, withBenchInstallation } from './bench-installation.ts';
import { formatBenchTable } from './bench-table.ts';
import type { BenchSite } from './import-benchmarks.ts';
import { benchReports } from './report-benchmarks.ts';

await withBenchInstallation({ makeFiles: async () => undefined, measure });

async function measure(site: BenchSite): Promise<void> {
  await importTenMillion(site, async () => undefined);
  site.say(`\n${formatBenchTable(await benchReports(site, MILLION_ROW_FILES * MILLION))}\n`);
}
