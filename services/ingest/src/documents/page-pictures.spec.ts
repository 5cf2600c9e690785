import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { PagePictures } from './page-pictures.ts';

const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');

let root: string;
let pictures: PagePictures;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clearwatch-pictures-'));
  pictures = new PagePictures({ DATA_DIR: root }, null);
});
afterEach(() => rm(root, { recursive: true }));

describe('page pictures in a folder', () => {
  it('a page picture is served as it was kept, and the last one kept replaces the one before', async () => {
    await pictures.keep(3, new Map([['page-1.jpg', JPEG]]));
    const newer = Buffer.concat([JPEG, JPEG]);
    await pictures.keep(3, new Map([['page-1.jpg', newer]]));
    const stream = await pictures.read(3, 1);
    expect(stream === null ? null : await buffer(stream)).toEqual(newer);
    expect([await pictures.read(3, 2), await pictures.read(4, 1)]).toEqual([null, null]);
    expect(await readdir(join(root, 'documents'))).toEqual(['3']);
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['a symbolic link to a secret', (path) => symlink(join(root, 'keys.json'), path)],
    ['a symbolic link to another picture', (path) => symlink(join(root, 'other.jpg'), path)],
    ['a folder', (path) => mkdir(path)],
    ['a named pipe', async (path) => execFileSync('mkfifo', [path])],
    ['another kind of file', (path) => writeFile(path, '{"session":"secret"}')],
    ['an empty file', (path) => writeFile(path, '')],
  ])('a page picture is not served when %s is in its place [security 6.9]', async (_what, plant) => {
    await writeFile(join(root, 'keys.json'), '{"session":"secret"}');
    await writeFile(join(root, 'other.jpg'), JPEG);
    await pictures.keep(3, new Map([['page-2.jpg', JPEG]]));
    await plant(join(root, 'documents', '3', 'page-1.jpg'));
    expect(await pictures.read(3, 1)).toBeNull();
  });

  it('what a crash left behind is removed after a day', async () => {
    await pictures.keep(3, new Map([['page-1.jpg', JPEG]]));
    const [old, recent] = ['unfinished-1', 'unfinished-2'].map((name) => join(root, 'documents', name));
    for (const path of [old, recent]) await writeFile(path ?? '', JPEG);
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await utimes(old ?? '', yesterday, yesterday);
    await pictures.removeAbandoned();
    expect((await readdir(join(root, 'documents'))).toSorted()).toEqual(['3', 'unfinished-2']);
  });
});
