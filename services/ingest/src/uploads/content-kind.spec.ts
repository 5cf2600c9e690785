import { gzipSync } from 'node:zlib';
import { contentKindOf } from './content-kind.ts';

describe('what a packed file holds', () => {
  it.each([
    ['[{"a":1}]', 'json', 'a gzip archive of JSON'],
    ['101 021000021 1234567892603020915A094101', 'nacha', 'a gzip archive of a NACHA file'],
    ['', 'empty', 'an empty gzip archive'],
    ['hello', 'text', expect.stringContaining('text')],
    [gzipSync('[]'), 'binary', expect.stringContaining('inside a gzip archive')],
  ])('%j is %s', (content, kind, description) => {
    expect(contentKindOf(gzipSync(content))).toEqual({ kind, description, isPacked: true });
  });

  it('is told by the beginning of a long one', () => {
    const long = Buffer.from(`[${Array.from({ length: 50_000 }, (_, n) => `{"n":${n * 7919}}`).join(',')}]`);

    expect(contentKindOf(gzipSync(long).subarray(0, 1_024)).kind).toBe('json');
  });

  it('is unknown when its first bytes are damaged', () => {
    expect(contentKindOf(Buffer.from([0x1f, 0x8b, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]))).toMatchObject({
      kind: 'binary',
      description: expect.stringContaining('damaged'),
    });
  });

  it('leaves other files to be told as they are', () => {
    expect(contentKindOf(Buffer.from('[]'))).toEqual({ kind: 'json', description: 'JSON', isPacked: false });
  });
});
