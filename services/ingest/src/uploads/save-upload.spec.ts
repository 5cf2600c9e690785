import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { cleanFileName, saveFile, WriteBehind } from './save-upload.ts';
import { FolderStore, type UploadStore } from './upload-store.ts';

describe('file name', () => {
  it.each([
    ['report.json', 'report.json'],
    ['März 2026.json', 'März 2026.json'],
    ['C:\\exports\\report.json', 'report.json'],
    ['../../etc/passwd', 'passwd'],
    ['a\u0000b\u0007\r\n.json', 'ab.json'],
    ['gpj.\u202enosj\u2066.json', 'gpj.nosj.json'],
    ['zero\u200bwidth.json', 'zerowidth.json'],
    ['..', 'unnamed'],
    ['  ', 'unnamed'],
    ['', 'unnamed'],
    [undefined, 'unnamed'],
  ])('the name of an uploaded file %j becomes %j [security 6.3]', (given, stored) => {
    expect(cleanFileName(given)).toBe(stored);
  });

  it('the name of an uploaded file has at most 255 characters and is never cut in the middle of a character', () => {
    const name = cleanFileName('😀'.repeat(300));

    expect(Array.from(name)).toHaveLength(255);
    expect(name.isWellFormed()).toBe(true);
  });
});

/** Every write fails as on a full disk (`/dev/full` on Linux). */
class FullDisk extends FolderStore {
  override async openTemporary(): ReturnType<UploadStore['openTemporary']> {
    const { path, handle } = await super.openTemporary();
    await handle.close();
    return { path, handle: await open('/dev/full', 'w') };
  }
}

describe('saving', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clearwatch-save-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  const save = (store: UploadStore, ...chunks: (string | Buffer)[]) =>
    saveFile(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), { store, fileName: 'a.json' });

  it('saving an uploaded file returns its digest and size', async () => {
    const store = new FolderStore({ DATA_DIR: folder });
    const saved = await save(store, '[', ']');

    expect(saved).toMatchObject({
      size: 2,
      digest: '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945',
    });
    expect(await readdir(store.incoming)).toHaveLength(1);
  });

  it('saving an uploaded file detects its kind when the first bytes arrive one by one', async () => {
    const store = new FolderStore({ DATA_DIR: folder });

    await expect(save(store, '%', 'P', 'D', 'F', '-1.7')).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
    await expect(save(store, ' ', '[', ' ', ']')).resolves.toMatchObject({ size: 4 });
  });

  it('saving an uploaded file stops before the end when the file is of a wrong kind', async () => {
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

  it('saving an uploaded file leaves no temporary file when the disk is full [fault 3.7]', async () => {
    const store = new FullDisk({ DATA_DIR: folder });

    await expect(save(store, '[]')).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(store.incoming)).toEqual([]);
  });

  it('saving an uploaded file leaves no temporary file when the sender fails', async () => {
    const store = new FolderStore({ DATA_DIR: folder });
    async function* breaking() {
      yield Buffer.from('[1,');
      throw new Error('connection lost');
    }

    await expect(saveFile(breaking(), { store, fileName: 'a.json' })).rejects.toThrow('connection lost');
    expect(await readdir(store.incoming)).toEqual([]);
  });
});

const MEGABYTE = 1024 ** 2;

describe('writing', () => {
  it('a file that is written while it arrives contains every chunk in order, also after an intermediate sync', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clearwatch-behind-'));
    const handle = await open(join(folder, 'file'), 'wx');
    const file = new WriteBehind(handle);
    const chunks = Array.from({ length: 34 }, (_, index) => Buffer.alloc(MEGABYTE, index));
    for (const chunk of chunks) await file.write(chunk);
    await file.sync();
    await handle.close();

    expect(Buffer.compare(await readFile(join(folder, 'file')), Buffer.concat(chunks))).toBe(0);
    await rm(folder, { recursive: true });
  });

  it('a file that is written while it arrives reports a failed write at the next chunk and at the end', async () => {
    const handle = await open('/dev/full', 'w');
    const file = new WriteBehind(handle);
    await file.write(Buffer.from('a'));

    await expect(file.write(Buffer.from('b'))).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(file.sync()).rejects.toMatchObject({ code: 'ENOSPC' });
    await file.settled();
    await handle.close();
  });
});

// cspell:ignore zerowidth
