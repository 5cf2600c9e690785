import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FolderStore } from './folder-store.ts';
import { saveFile } from './save-file.ts';
import type { TemporaryFile, UploadStore } from './upload-store.ts';

/** Every write fails as on a full disk, for real: `/dev/full` is what Linux offers for that. */
class FullDisk extends FolderStore {
  override async openTemporary(): Promise<TemporaryFile> {
    const { path, handle } = await super.openTemporary();
    await handle.close();
    return { path, handle: await open('/dev/full', 'w') };
  }
}

describe('saving an uploaded file', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clearwatch-save-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  const save = (store: UploadStore, ...chunks: (string | Buffer)[]) =>
    saveFile(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), { store, fileName: 'a.json' });

  it('knows the digest and the size of what it wrote', async () => {
    const store = new FolderStore({ DATA_DIR: folder });
    const saved = await save(store, '[', ']');

    expect(saved).toMatchObject({
      size: 2,
      digest: '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945',
    });
    expect(await readdir(store.incoming)).toHaveLength(1);
  });

  it('tells the kind also when the first bytes come one by one', async () => {
    const store = new FolderStore({ DATA_DIR: folder });

    await expect(save(store, '%', 'P', 'D', 'F', '-1.7')).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
    await expect(save(store, ' ', '[', ' ', ']')).resolves.toMatchObject({ size: 4 });
  });

  it('refuses a wrong file without reading it to its end', async () => {
    const store = new FolderStore({ DATA_DIR: folder });
    let read = 0;
    function* endless() {
      for (;;) {
        read += 1;
        yield Buffer.from('%PDF'.padEnd(512));
      }
    }

    await expect(saveFile(Readable.from(endless()), { store, fileName: 'a.json' })).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
    expect(read).toBeLessThan(100);
  });

  it('leaves no temporary file when the disk is full', async () => {
    const store = new FullDisk({ DATA_DIR: folder });

    await expect(save(store, '[]')).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(store.incoming)).toEqual([]);
  });

  it('leaves no temporary file when its sender fails', async () => {
    const store = new FolderStore({ DATA_DIR: folder });
    async function* breaking() {
      yield Buffer.from('[1,');
      throw new Error('connection lost');
    }

    await expect(saveFile(breaking(), { store, fileName: 'a.json' })).rejects.toThrow('connection lost');
    expect(await readdir(store.incoming)).toEqual([]);
  });
});
