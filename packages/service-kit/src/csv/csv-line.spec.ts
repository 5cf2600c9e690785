import { csvLine } from './csv-line.ts';

const cell = (value: string | number | null) => csvLine([value]).slice(0, -2);

describe('csvLine', () => {
  it('a CSV line separates cells with commas and ends with CR LF', () => {
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
  ])('a CSV line quotes the cell %j only when necessary', (given, expected) => {
    expect(cell(given)).toBe(expected);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\0x'])('a CSV line neutralizes the formula %j', (given) => {
    expect(cell(given)).toBe(`'${given}`);
  });

  it('a CSV line can neutralize and quote the same cell', () => {
    expect(cell('\r=1')).toBe('"\'\r=1"');
    expect(cell('=HYPERLINK("http://x","y")')).toBe('"\'=HYPERLINK(""http://x"",""y"")"');
  });

  it('a CSV line keeps numbers and text with a sign inside unchanged', () => {
    expect(cell(-12.5)).toBe('-12.5');
    expect(cell('a=b')).toBe('a=b');
  });
});
