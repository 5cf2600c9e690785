import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { FolderStore } from './folder-store.ts';
import { UploadJanitor } from './upload-janitor.ts';

describe('the upload janitor', () => {
  it('removes temporary files of killed processes and leaves young and kept ones alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clearwatch-janitor-'));
    const store = new FolderStore({ DATA_DIR: folder });
    const [old, young, kept] = [await aTemporary(store), await aTemporary(store), await aTemporary(store)];
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(old, twoHoursAgo, twoHoursAgo);
    await utimes(kept, twoHoursAgo, twoHoursAgo);
    await store.keep(kept, 'ab'.repeat(32));

    const removed = await new UploadJanitor(store, pino({ level: 'silent' })).sweep(new Date());

    expect(removed).toBe(1);
    expect((await readdir(store.incoming)).map((name) => join(store.incoming, name))).toEqual([young]);
    expect(await readdir(join(store.folder, 'ab'))).toEqual(['ab'.repeat(32)]);
    await rm(folder, { recursive: true });
  });

  it('has nothing to do before the first upload', async () => {
    const store = new FolderStore({ DATA_DIR: '/nonexistent' });

    expect(await new UploadJanitor(store, pino({ level: 'silent' })).sweep(new Date())).toBe(0);
  });
});

async function aTemporary(store: FolderStore): Promise<string> {
  const { path, handle } = await store.openTemporary();
  await handle.close();
  return path;
}
