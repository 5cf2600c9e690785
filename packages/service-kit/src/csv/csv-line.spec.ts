import { csvLine } from './csv-line.ts';

const cell = (value: string | number | null) => csvLine([value]).slice(0, -2);

describe('csvLine', () => {
  it('separates cells with commas and ends with CR LF', () => {
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
  ])('quotes %j only when necessary', (given, expected) => {
    expect(cell(given)).toBe(expected);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\0x'])('neutralizes the formula %j', (given) => {
    expect(cell(given)).toBe(`'${given}`);
  });

  it('neutralizes and quotes the same cell', () => {
    expect(cell('\r=1')).toBe('"\'\r=1"');
    expect(cell('=HYPERLINK("http://x","y")')).toBe('"\'=HYPERLINK(""http://x"",""y"")"');
  });

  it('keeps numbers and text with a sign inside unchanged', () => {
    expect(cell(-12.5)).toBe('-12.5');
    expect(cell('a=b')).toBe('a=b');
  });
});
