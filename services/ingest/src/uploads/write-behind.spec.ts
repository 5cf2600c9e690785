import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WriteBehind } from './write-behind.ts';

const MEGABYTE = 1024 ** 2;

describe('a file that is written behind its sender', () => {
  it('holds every chunk in order, also when the disk was asked in between', async () => {
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

  it('says at the next chunk, and again at the end, that one could not be written', async () => {
    const handle = await open('/dev/full', 'w');
    const file = new WriteBehind(handle);
    await file.write(Buffer.from('a'));

    await expect(file.write(Buffer.from('b'))).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(file.sync()).rejects.toMatchObject({ code: 'ENOSPC' });
    await file.settled();
    await handle.close();
  });
});
