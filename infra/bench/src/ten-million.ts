import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from './import-lines.ts';
import { writeSampleFile } from './sample-file.ts';
import { quiet, upload } from './uploads.ts';

export const MILLION = 1_000_000;
export const FILES = 10;

/**
 * Imports ten files of a million entries each, one after the other, so that the disk never holds all of them.
 * @returns milliseconds that the first and the last took, and what was found out when the first was in
 */
export async function importTenMillion<T>(
  site: Site,
  whenFirstIsIn: () => Promise<T>,
): Promise<{ first: number; last: number; found: T }> {
  const first = await importMillion(site, 1);
  const found = await whenFirstIsIn();
  let last = first;
  for (let file = 2; file <= FILES; file += 1) last = await importMillion(site, file);
  return { first, last, found };
}

async function importMillion({ installation, admin, scratch, say }: Site, file: number): Promise<number> {
  say(`Importing million ${file} of ${FILES} ...`);
  const path = await writeEntries(scratch, MILLION, file + 1);
  const { milliseconds } = await upload(installation, admin, path);
  rmSync(path);
  await quiet(installation);
  return milliseconds;
}

/** A file of JSON; those with different seeds share no entries. */
export async function writeEntries(scratch: string, rows: number, seed: number): Promise<string> {
  const path = join(scratch, `${seed}.json`);
  await writeSampleFile({ path, rows, seed, format: 'extraction' });
  return path;
}
