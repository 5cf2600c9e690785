import type { Ending, Manifest } from './archive/entry.ts';
import { valueOf } from './archive/read-entries.ts';
import type { BackedUpKeys } from './backed-up-keys.ts';
import { unknownMigrations } from './database/applied-migrations.ts';
import { openArchive } from './open-archive.ts';

export interface CheckedArchive {
  manifest: Manifest;
  keys: BackedUpKeys;
  ending: Ending;
}

/**
 * Reads an archive from its first byte to its last and keeps nothing of it: that it opens, is whole and unaltered, and can be
 * restored by this program, is known before anything is changed.
 */
export async function checkArchive(from: {
  file: string;
  secret: Buffer;
  signal?: AbortSignal | undefined;
}): Promise<CheckedArchive> {
  let [manifest, keys, ending]: [Manifest?, BackedUpKeys?, Ending?] = [];
  await openArchive(from, async (entry) => {
    if (ending !== undefined) throw new Error('The backup goes on behind its end.');
    if (entry.head.kind === 'manifest') {
      manifest = await valueOf<Manifest>(entry);
      refuseNewer(manifest);
    }
    if (entry.head.kind === 'keys') keys = await valueOf<BackedUpKeys>(entry);
    if (entry.head.kind === 'end') ending = await valueOf<Ending>(entry);
  });
  if (manifest === undefined || keys === undefined || ending === undefined) {
    throw new Error('The backup is not complete.');
  }
  return { manifest, keys, ending };
}

function refuseNewer({ format, version, migrations }: Manifest): void {
  const unknown = format === 1 ? unknownMigrations(migrations) : ['its format'];
  if (unknown.length === 0) return;
  throw new Error(
    `The backup was made by a newer Clearwatch (${version}) than this one; unknown here: ${unknown.join(', ')}. ` +
      'Restore it with the version that made it, or a later one.',
  );
}
