import { CopiedLines, copiedLines } from './copied-entries.ts';

type Row = (string | null)[];
/** Returns the previous value that is passed to `column`. */
type Before = (row: Row | undefined, column: number) => string | null | undefined;

const asItWas: Before = (row, column) => row?.[column];
const asNothingWas: Before = () => undefined;

async function rowsOf(chunks: Buffer[], before: Before): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const lines of copiedLines(chunked(chunks)))
    while (!lines.isOver) {
      const above = rows.at(-1);
      rows.push([lines.column(before(above, 0)), lines.column(before(above, 1))]);
    }
  return rows;
}

async function* chunked(chunks: Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

describe.each([
  ['each read separately', asNothingWas],
  ['each held against the row before', asItWas],
])('rows copied from PostgreSQL, %s', (_how, before) => {
  const text = 'a\tb\na\tbc\nab\tb\n\\N\t\n\\N\t\nwith\\ttab\tback\\\\slash\\nline\nÜnïcode €\t\\\\N\nÜnïcode €\t\\N\n';
  const rows = [
    ['a', 'b'],
    ['a', 'bc'],
    ['ab', 'b'],
    [null, ''],
    [null, ''],
    ['with\ttab', 'back\\slash\nline'],
    ['Ünïcode €', '\\N'],
    ['Ünïcode €', null],
  ];

  it('copied rows are split into columns, with NULL, empty text and escapes distinguished', async () => {
    expect(await rowsOf([Buffer.from(text)], before)).toEqual(rows);
  });

  it('copied rows are the same for any split of the stream, even inside a character', async () => {
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut += 1)
      expect(await rowsOf([bytes.subarray(0, cut), bytes.subarray(cut)], before)).toEqual(rows);
    const oneByOne = Array.from(bytes, (byte) => Buffer.from([byte]));
    expect(await rowsOf(oneByOne, before)).toEqual(rows);
  });

  it('no copied rows are read when nothing was copied', async () => {
    expect(await rowsOf([], before)).toEqual([]);
  });
});

describe('copied columns', () => {
  it('a copied column is not confused with the previous row when only its beginning or end is equal', () => {
    const before = ['PAY', 'ROLL'].join('');
    const lines = new CopiedLines('PAYROLL\tPAYROLLS\nPAY\n');
    expect(lines.column(before)).toBe('PAYROLL');
    expect(lines.column(before)).toBe('PAYROLLS');
    expect(lines.column(before)).toBe('PAY');
  });

  it('a copied column is NULL only if it was NULL, not if it contains the text backslash N', () => {
    expect(new CopiedLines('\\N\n').column('\\N')).toBeNull();
    expect(new CopiedLines('\\\\N\n').column(null)).toBe('\\N');
  });

  it('reading past the last copied column causes an error', () => {
    const lines = new CopiedLines('a\n');
    lines.column();
    expect(() => lines.column('a')).toThrow(RangeError);
  });
});
