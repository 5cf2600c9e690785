import { fileKindOf } from './file-kind.ts';

describe('the kind of a file', () => {
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
  ])('%j is %s', (head, kind) => {
    expect(fileKindOf(Buffer.from(head)).kind).toBe(kind);
  });

  it('is told by its bytes in both byte orders of UTF-16', () => {
    expect(fileKindOf(Buffer.from('\ufeff[]', 'utf16le')).kind).toBe('utf16');
    expect(fileKindOf(Buffer.from('\ufeff[]', 'utf16le').swap16()).kind).toBe('utf16');
  });
});
