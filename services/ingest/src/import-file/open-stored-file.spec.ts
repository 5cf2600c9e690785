import { Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { gunzipStream } from './open-stored-file.ts';

const MEGABYTE = 1024 ** 2;
const LIMIT = { maxBytes: 100 * MEGABYTE };

async function textOf(packed: Buffer, pieceBytes = packed.length): Promise<string> {
  const pieces = [];
  for await (const piece of gunzipStream(inPieces(packed, pieceBytes), LIMIT)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('unpacking a gzip file', () => {
  const content = Array.from({ length: 5_000 }, (_, n) => `row ${n * 7919}\n`).join('');
  const packed = gzipSync(content);

  it.each([1, 7, 1_000, 1_000_000])(
    'unpacking a gzip file returns its content when it is read in chunks of %i bytes',
    async (pieceBytes) => {
      expect(await textOf(packed, pieceBytes)).toBe(content);
    },
  );

  it('unpacking a gzip file reads several members as one file and ignores trailing zeros', async () => {
    expect(await textOf(Buffer.concat([packed, packed, Buffer.alloc(512)]))).toBe(content + content);
  });

  it.each([
    ['is truncated', packed.subarray(0, -5)],
    ['ends in the header', packed.subarray(0, 5)],
    ['has a wrong checksum', withFlippedByte(packed, packed.length - 6)],
    ['is damaged inside', withFlippedByte(packed, packed.length >> 1)],
    ['has other bytes after it', Buffer.concat([packed, Buffer.from('more')])],
  ])('unpacking rejects a gzip file that %s', async (_what, bytes) => {
    await expect(textOf(bytes)).rejects.toMatchObject({ code: 'damaged_archive' });
  });

  it('unpacking rejects a gzip file inside another', async () => {
    await expect(textOf(gzipSync(packed))).rejects.toMatchObject({ code: 'archive_in_archive' });
  });

  it('unpacking rejects a gzip file whose content exceeds the limit', async () => {
    const bytes = gzipSync(content.repeat(20));
    const reading = drain(gunzipStream(Readable.from([bytes]), { maxBytes: content.length * 19 }));

    await expect(reading).rejects.toMatchObject({
      code: 'archive_too_large',
      message: expect.stringContaining('MB'),
    });
  });

  it('unpacking a gigabyte of spaces from a one-megabyte gzip file stops early and in bounded memory', async () => {
    const bomb = await bombOf(1_024 * MEGABYTE);
    const before = process.memoryUsage().rss;
    const outcome = drain(gunzipStream(inPieces(bomb, 64 * 1024), { maxBytes: 2_048 * MEGABYTE }));

    await expect(outcome).rejects.toMatchObject({
      code: 'archive_too_large',
      message: expect.stringContaining('250 times'),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MEGABYTE);
  });

  it('unpacking a gzip file passes on errors of the disk', async () => {
    const broken = Object.assign(new Error('no such file'), { code: 'ENOENT' });
    async function* fails(): AsyncGenerator<Buffer, void> {
      yield packed.subarray(0, 100);
      throw broken;
    }

    await expect(drain(gunzipStream(fails(), LIMIT))).rejects.toBe(broken);
  });

  it('unpacking a gzip file closes it when its reader stops in the middle', async () => {
    let isClosed = false;
    async function* file(): AsyncGenerator<Buffer, void> {
      try {
        for (;;) yield packed;
      } finally {
        isClosed = true;
      }
    }
    for await (const piece of gunzipStream(file(), LIMIT)) if (piece.length > 0) break;

    expect(isClosed).toBe(true);
  });
});

function withFlippedByte(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}

async function drain(pieces: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const piece of pieces) bytes += piece.length;
  return bytes;
}

async function bombOf(bytes: number): Promise<Buffer> {
  const gzip = createGzip({ level: 9 });
  const spaces = Buffer.alloc(MEGABYTE, ' ');
  Readable.from(
    (function* () {
      for (let made = 0; made < bytes; made += spaces.length) yield spaces;
    })(),
  ).pipe(gzip);
  const pieces: Buffer[] = [];
  for await (const piece of gzip) pieces.push(piece);
  return Buffer.concat(pieces);
}
