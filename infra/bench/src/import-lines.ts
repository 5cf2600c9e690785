import { join } from 'node:path';
import type { StaffClient } from '@clearwatch/infra-local/trial/staff-client';
import type { TrialInstallation } from '@clearwatch/infra-local/trial/trial-installation';
import { importLimit } from './import-limit.ts';
import type { BenchLine } from './line.ts';
import { quiet, type Uploaded, upload } from './uploads.ts';

/** Where files are imported, and by whom. */
export interface Site {
  installation: TrialInstallation;
  admin: StaffClient;
  /** A folder for files. */
  scratch: string;
  say: (text: string) => void;
}

/** A file of new rows, against the bare reading of it and `COPY`. */
export async function importLine(
  site: Site,
  file: {
    what: string;
    path: string;
    rows: number;
    limit: { what: string; read: (path: string) => Promise<void> | void };
    goal: number | null;
  },
): Promise<BenchLine> {
  const { what, path, rows, limit, goal } = file;
  const { importId, milliseconds, peakMegabytes } = await uploadAll(site, path, rows);
  await quiet(site.installation);
  const limitMs = await importLimit({
    ownerUrl: site.installation.stack.ownerUrl,
    read: () => limit.read(path),
    importId,
    scratch: join(site.scratch, 'rows.copy'),
  });
  return {
    what,
    rows,
    milliseconds,
    limit: { what: `${limit.what} + COPY`, milliseconds: limitMs },
    goal,
    peakMegabytes,
  };
}

/** A file of new rows, against the time that as many rows of another line took. */
export async function importAtRateOf(
  site: Site,
  file: { what: string; path: string; rows: number; other: BenchLine },
): Promise<BenchLine> {
  const { what, path, rows, other } = file;
  const { milliseconds, peakMegabytes } = await uploadAll(site, path, rows);
  await quiet(site.installation);
  return {
    what,
    rows,
    milliseconds,
    limit: { what: 'as many rows of JSON', milliseconds: (other.milliseconds * rows) / other.rows },
    goal: 1,
    peakMegabytes,
  };
}

export async function importAgainLine(
  { installation, admin, say }: Site,
  path: string,
  first: BenchLine,
): Promise<BenchLine> {
  say('Importing the same file again ...');
  const uploaded = await upload(installation, admin, path);
  if (uploaded.transactionCount !== 0) throw new Error(`${uploaded.transactionCount} rows were stored twice`);
  return {
    what: 'the same file again, all duplicates',
    rows: uploaded.duplicateCount,
    milliseconds: uploaded.milliseconds,
    limit: { what: 'first import', milliseconds: first.milliseconds },
    goal: 1,
    peakMegabytes: uploaded.peakMegabytes,
  };
}

async function uploadAll({ installation, admin, say }: Site, path: string, rows: number): Promise<Uploaded> {
  say(`Importing ${rows.toLocaleString('en-US')} rows ...`);
  const uploaded = await upload(installation, admin, path);
  if (uploaded.transactionCount !== rows)
    throw new Error(`${uploaded.transactionCount} of ${rows} rows were stored`);
  return uploaded;
}
