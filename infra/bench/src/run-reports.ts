import { onBenchInstallation } from './bench-installation.ts';
import type { Site } from './import-lines.ts';
import { tableOf } from './line.ts';
import { reportLines } from './reports/report-lines.ts';
import { FILES, importTenMillion, MILLION } from './ten-million.ts';

await onBenchInstallation({ makeFiles: async () => undefined, measure });

/** Reports of every kind alone, right after ten million entries have come. */
async function measure(site: Site): Promise<void> {
  await importTenMillion(site, async () => undefined);
  site.say(`\n${tableOf(await reportLines(site, FILES * MILLION))}\n`);
}
