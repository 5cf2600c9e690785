import { copiedRows } from './copy-text.ts';

async function rowsOf(...chunks: Buffer[]): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = [];
  for await (const batch of copiedRows(chunked(chunks))) rows.push(...batch);
  return rows;
}

async function* chunked(chunks: Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

describe('rows copied out of PostgreSQL', () => {
  const text = 'a\tb\n\\N\t\nwith\\ttab\tback\\\\slash\\nline\nÜnïcode €\t\\\\N\n';
  const rows = [
    ['a', 'b'],
    [null, ''],
    ['with\ttab', 'back\\slash\nline'],
    ['Ünïcode €', '\\N'],
  ];

  it('are parted into columns, with NULL, empty text and escapes told apart', async () => {
    expect(await rowsOf(Buffer.from(text))).toEqual(rows);
  });

  it('are the same wherever the stream is cut, even inside a character', async () => {
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut += 1)
      expect(await rowsOf(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(rows);
    expect(await rowsOf(...Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(rows);
  });

  it('are none when nothing was copied', async () => {
    expect(await rowsOf()).toEqual([]);
  });
});
