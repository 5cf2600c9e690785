import { gzipSync } from 'node:zlib';
import { detectContentKind, detectFileKind } from './file-kind.ts';

describe('compressed files', () => {
  it.each([
    ['[{"a":1}]', 'json', 'a gzip archive of JSON'],
    ['101 021000021 1234567892603020915A094101', 'nacha', 'a gzip archive of a NACHA file'],
    ['', 'empty', 'an empty gzip archive'],
    ['hello', 'text', expect.stringContaining('text')],
    [gzipSync('[]'), 'binary', expect.stringContaining('inside a gzip archive')],
  ])('a compressed file with the content %j is %s', (content, kind, description) => {
    expect(detectContentKind(gzipSync(content))).toEqual({ kind, description, isPacked: true });
  });

  it('the content of a compressed file is detected from the beginning of a long file', () => {
    const long = Buffer.from(`[${Array.from({ length: 50_000 }, (_, n) => `{"n":${n * 7919}}`).join(',')}]`);

    expect(detectContentKind(gzipSync(long).subarray(0, 1_024)).kind).toBe('json');
  });

  it('the content of a compressed file is unknown when its first bytes are damaged', () => {
    expect(detectContentKind(Buffer.from([0x1f, 0x8b, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]))).toMatchObject({
      kind: 'binary',
      description: expect.stringContaining('damaged'),
    });
  });

  it('an uncompressed file is not read as a compressed file', () => {
    expect(detectContentKind(Buffer.from('[]'))).toEqual({
      kind: 'json',
      description: 'JSON',
      isPacked: false,
    });
  });
});

describe('uncompressed files', () => {
  it.each([
    ['[{"a":1}]', 'json'],
    ['\n\t {"transactions":[]}', 'json'],
    ['\ufeff[]', 'json'],
    ['', 'empty'],
    [' \r\n ', 'empty'],
    ['\ufeff', 'empty'],
    ['101 021000021 1234567892603020915A094101', 'nacha'],
    ['1010210000211234567892603020915A094101', 'nacha'],
    ['5220ACME PAYROLL                        1234567890PPDPAYROLL', 'nacha'],
    ['a;b;c\n1;2;3', 'csv'],
    ['a\tb\tc\n', 'csv'],
    ['a|b|c\n1|2|3', 'csv'],
    ['ACH report\n16 March\n\na,b,c\n', 'csv'],
    ['<table><tr><td>a,b,c,d</td>', 'text'],
    ['only, one comma', 'text'],
    ['hello', 'text'],
    ['"text"', 'text'],
    ['42', 'text'],
    ['PK\u0003\u0004', 'binary'],
    ['a\0b', 'binary'],
    ['MZ\u0090', 'binary'],
  ])('a file that begins with %j is %s', (head, kind) => {
    expect(detectFileKind(Buffer.from(head)).kind).toBe(kind);
  });

  it('UTF-16 files are detected in both byte orders', () => {
    expect(detectFileKind(Buffer.from('\ufeff[]', 'utf16le')).kind).toBe('utf16');
    expect(detectFileKind(Buffer.from('\ufeff[]', 'utf16le').swap16()).kind).toBe('utf16');
  });
});
