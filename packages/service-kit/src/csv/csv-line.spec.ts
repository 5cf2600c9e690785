import { csvLine } from './csv-line.ts';

const cell = (value: string | number | null) => csvLine([value]).slice(0, -2);

describe('a line of CSV', () => {
  it('ends with CR LF and keeps the cells apart', () => {
    expect(csvLine(['a', 1, null, 'b'])).toBe('a,1,,b\r\n');
  });

  it.each([
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['a\rb', '"a\rb"'],
    [' a ', ' a '],
    ['Zoë 😀', 'Zoë 😀'],
    ['', ''],
  ])('quotes %j where it must', (given, expected) => {
    expect(cell(given)).toBe(expected);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\0x'])('does not let %j be a formula', (given) => {
    expect(cell(given)).toBe(`'${given}`);
  });

  it('neutralises and quotes what needs both', () => {
    expect(cell('\r=1')).toBe('"\'\r=1"');
    expect(cell('=HYPERLINK("http://x","y")')).toBe('"\'=HYPERLINK(""http://x"",""y"")"');
  });

  it('leaves a number a number and text that merely holds a sign as it is', () => {
    expect(cell(-12.5)).toBe('-12.5');
    expect(cell('a=b')).toBe('a=b');
  });
});
