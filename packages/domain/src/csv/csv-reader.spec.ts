import { MAX_CSV_COLUMNS } from '@clearwatch/contracts/csv-mapping';
import * as fc from 'fast-check';
import { cpuTimeOf } from '../testing/processor-time.ts';
import { CsvReader, MAX_ROW_BYTES } from './csv-reader.ts';
import { readCsv, renderCsv } from './testing/csv-fixtures.ts';

type TestFile = Parameters<typeof readCsv>[0];

const cellsOf = (file: TestFile, options: Parameters<typeof readCsv>[1] = {}) =>
  readCsv(file, options).map(({ cells }) => cells);
const linesOf = (file: TestFile) => readCsv(file).map(({ line }) => line);

describe('correctly written CSV tables', () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.string({
      unit: fc.constantFrom('"', ',', ';', '\n', '\r', ' ', 'a', 'é', '€', '|', '\t'),
      maxLength: 6,
    }),
  );
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 8 });
  const delimiters = fc.constantFrom(',', ';', '\t', '|');
  const lineEnds = fc.constantFrom('\n', '\r\n', '\r');

  test('a correctly written CSV table is read back unchanged, however its bytes are split', () => {
    fc.assert(
      fc.property(
        table,
        delimiters,
        lineEnds,
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        (rows, delimiter, lineEnd, pieceBytes, hasMark) => {
          const file = (hasMark ? '\ufeff' : '') + renderCsv(rows, { delimiter, lineEnd });
          const records = readCsv(file.toWellFormed(), { delimiter, pieceBytes });
          expect(records.map(({ cells }) => cells)).toEqual(rows.map((row) => row.map((text) => text.toWellFormed())));
          expect(records.every(({ problem }) => problem === null)).toBe(true);
        },
      ),
      { numRuns: 400 },
    );
  });

  test('each row of a CSV table is numbered by its first line', () => {
    fc.assert(
      fc.property(table, lineEnds, fc.integer({ min: 1, max: 40 }), (rows, lineEnd, pieceBytes) => {
        const file = renderCsv(rows, { delimiter: ',', lineEnd }).toWellFormed();
        const lines = file.split(/\r\n|\r|\n/);
        for (const { line, cells } of readCsv(file, { pieceBytes })) {
          const [beginning = ''] = (cells[0] ?? '').split(/[\r\n]/);
          expect(lines[line - 1]).toContain(beginning.replaceAll('"', '""'));
        }
      }),
    );
  });
});

describe('arbitrary bytes', () => {
  test('the CSV reader reads arbitrary bytes to the end and gives every row an existing line number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('"', '""', ',', '\n', '\r\n', 'a', ' ', '\0', '\u00ff'), { maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (parts, pieceBytes) => {
          const file = Buffer.from(`abcd,${parts.join('')}`, 'latin1');
          const whole = readCsv(file, { columns: 3 });
          expect(readCsv(file, { columns: 3, pieceBytes })).toEqual(whole);
          const lines = file.toString('latin1').split(/\r\n|\r|\n/).length;
          for (const { line } of whole) expect(line).toBeLessThanOrEqual(lines);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('CSV quotation marks', () => {
  it('quotation marks in a CSV file enclose delimiters, line breaks and doubled quotation marks', () => {
    expect(cellsOf('"SAMPLE, PAULA","said ""no""","two\r\nlines",""\n')).toEqual([
      ['SAMPLE, PAULA', 'said "no"', 'two\r\nlines', ''],
    ]);
  });

  it('quotation marks inside an unquoted CSV cell are text, and spaces around quoted cells are dropped', () => {
    expect(cellsOf('5" PIPE,a "b" c\nx , "y" ,z\n')).toEqual([
      ['5" PIPE', 'a "b" c'],
      ['x ', 'y', 'z'],
    ]);
  });

  it('an unclosed quotation mark rejects only its own CSV line', () => {
    const records = readCsv('1,"SAMPLE PAULA,100.00\n2,Ada,200.00\n3,Bea,300.00\n', { columns: 3 });
    expect(records).toMatchObject([
      { line: 1, problem: expect.stringContaining('not closed') },
      { line: 2, cells: ['2', 'Ada', '200.00'], problem: null },
      { line: 3, cells: ['3', 'Bea', '300.00'], problem: null },
    ]);
  });

  it('a quotation mark closed many lines later by an unrelated one rejects no other CSV row', () => {
    const inches = readCsv('1,"SAMPLE,100\n2,Ada,200\n3,PIPE 5",300\n4,Dan,400\n', { columns: 3 });
    expect(inches.map(({ line, problem }) => [line, problem === null])).toEqual([
      [1, false],
      [2, true],
      [3, true],
      [4, true],
    ]);
    const opened = readCsv('1,"SAMPLE,100\n2,Ada,200\n3,"Bea, B",300\n4,Dan,400\n', { columns: 3 });
    expect(opened.map(({ line, problem }) => [line, problem === null])).toEqual([
      [1, false],
      [2, true],
      [3, true],
      [4, true],
    ]);
  });

  it('quoted CSV cells may contain line breaks unless a row gets more columns than its table', () => {
    const note = (columns: number | undefined) =>
      readCsv('a,"one\ntwo",c\nd,"three\r\nfour\rfive",f\ng,h,i\n', columns === undefined ? {} : { columns });
    for (const columns of [undefined, 1, 3, 4])
      expect(note(columns).map(({ line, cells, problem }) => [line, cells.length, problem])).toEqual([
        [1, 3, null],
        [3, 3, null],
        [6, 3, null],
      ]);
  });

  it('quotation marks that enclose whole rows of a two-column CSV table swallow these rows', () => {
    const lines = (columns: number) => readCsv('"a,b\nc,d\ne",f\n', { columns }).map(({ line }) => line);
    expect(lines(2)).toEqual([1, 2, 3]);
    expect(lines(3)).toEqual([1]);
  });

  it('the end of the file ends a CSV row with a quoted cell, whether the cell is closed or not', () => {
    expect(cellsOf('a,"b"')).toEqual([['a', 'b']]);
    expect(cellsOf('a,"b"  ')).toEqual([['a', 'b']]);
    expect(cellsOf('"a",b', { pieceBytes: 1 })).toEqual([['a', 'b']]);
    expect(readCsv('a,"b')).toMatchObject([{ cells: ['a,"b'], problem: expect.stringContaining('not closed') }]);
  });

  it('a misplaced quotation mark makes its CSV row invalid once, regardless of what follows', () => {
    expect(readCsv('"A"x,"B"\n"A","B" y,"C"z\nc,d\n')).toMatchObject([
      { problem: expect.stringContaining('closing quotation mark') },
      { problem: expect.stringContaining('closing quotation mark') },
      { problem: null },
    ]);
  });

  it('an opening quotation mark rejects only its own CSV line when a later line of the row is damaged', () => {
    const records = readCsv('1,"SAMPLE\nx",2 "y"z,"w"v\n3,4\n');
    expect(records.map(({ line, problem }) => [line, problem === null])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
  });

  it('text after a closing quotation mark makes the CSV row invalid', () => {
    expect(readCsv('"ACME "BEST" CO",100\nnext,1\n')).toMatchObject([
      { line: 1, problem: expect.stringContaining('closing quotation mark') },
      { line: 2, problem: null },
    ]);
  });

  it('an unclosed quotation mark in a large CSV file is detected without rereading the file', () => {
    const file = Buffer.from(`1,"SAMPLE\n${'2,Ada,200.00\n'.repeat(400_000)}`);
    let records: ReturnType<typeof readCsv> = [];
    const spent = cpuTimeOf(() => {
      records = readCsv(file, { columns: 3, pieceBytes: 256 * 1024 });
    });
    expect(records).toHaveLength(400_001);
    expect(records.filter(({ problem }) => problem !== null)).toHaveLength(1);
    expect(spent).toBeLessThan(5_000);
  });
});

describe('CSV characters', () => {
  it('characters in a CSV file are decoded as UTF-8 or Windows-1252, row by row', () => {
    const file = Buffer.concat([
      Buffer.from('José,€5\n', 'utf8'),
      Buffer.from([0x4a, 0x6f, 0x73, 0xe9, 0x2c, 0x80, 0x35, 0x0a]),
    ]);
    expect(cellsOf(file)).toEqual([
      ['José', '€5'],
      ['José', '€5'],
    ]);
  });

  it('a CSV file in UTF-16 is rejected with advice', () => {
    expect(() => readCsv(Buffer.from('\ufeffa,b\n', 'utf16le'))).toThrow(/UTF-8/);
  });

  it('the CSV reader keeps NUL characters, which the field reader checks', () => {
    expect(cellsOf('ACME\0,c\n')).toEqual([['ACME\0', 'c']]);
  });
});

describe('CSV rows', () => {
  it('CSV rows without characters are skipped, but their lines count', () => {
    expect(linesOf('a,b\n\n\r\nc,d')).toEqual([1, 4]);
  });

  it('CSV rows that are too long are rejected one by one, with their lines', () => {
    const long = 'x'.repeat(10 * 1024 ** 2);
    const records = readCsv(`a,b\n${long},c\nd,e\n${long}`, { pieceBytes: 100_000 });
    expect(records.map(({ line, problem }) => [line, problem?.includes('longer')])).toEqual([
      [1, undefined],
      [2, true],
      [3, undefined],
      [4, true],
    ]);
  });

  it('a CSV row may be as long as the limit and no longer', () => {
    const ofLength = (length: number) => `a,${'x'.repeat(length - 2)}`;
    const quoted = (length: number) => `"a",${'x'.repeat(length - 4)}`;
    for (const row of [ofLength, quoted]) {
      const file = `${row(MAX_ROW_BYTES)}\n${row(MAX_ROW_BYTES + 1)}\nd,e\n`;
      const records = readCsv(file, { pieceBytes: file.length });
      expect(records.map(({ line, problem }) => [line, problem?.includes('longer') ?? false])).toEqual([
        [1, false],
        [2, true],
        [3, false],
      ]);
      expect(records[1]?.cells).toEqual([row(MAX_ROW_BYTES + 1).slice(0, 200)]);
      expect(records[1]?.bytes).toHaveLength(200);
    }
  });

  it('rows after a CSV row that is too long keep their line numbers for every line end at a chunk boundary', () => {
    const long = 'x'.repeat(MAX_ROW_BYTES + 5);
    for (const end of ['\n', '\r\n', '\r'])
      for (const more of [0, 1, 2]) {
        const file = Buffer.from(`${long}${end}a,b${end}${end}c,d`);
        const reader = new CsvReader({ delimiter: ',' });
        const at = long.length + more;
        const records = [...reader.push(file.subarray(0, at)), ...reader.push(file.subarray(at)), ...reader.end()];
        expect(records.map(({ line }) => line)).toEqual([1, 2, 4]);
      }
  });

  it('a CSV row may be shorter than a byte order mark', () => {
    expect(cellsOf('a,b')).toEqual([['a', 'b']]);
    expect(cellsOf('')).toEqual([]);
  });

  it('a CSV row may have the maximum number of columns and no more', () => {
    const [full, over] = readCsv(`${'x,'.repeat(MAX_CSV_COLUMNS - 1)}x\n${'x,'.repeat(MAX_CSV_COLUMNS)}x\n`);
    expect(full).toMatchObject({ problem: null });
    expect(full?.cells).toHaveLength(MAX_CSV_COLUMNS);
    expect(over).toMatchObject({ cells: ['x'], problem: expect.stringContaining('columns') });
    const [fullQuoted, overQuoted] = readCsv(
      `"x"${',x'.repeat(MAX_CSV_COLUMNS - 1)}\n"x"${',x'.repeat(MAX_CSV_COLUMNS)}\n`,
    );
    expect(fullQuoted?.cells).toHaveLength(MAX_CSV_COLUMNS);
    expect(overQuoted).toMatchObject({ problem: expect.stringContaining('columns') });
  });

  it('CSV rows with more columns than a table can have are rejected', () => {
    const [row, next] = readCsv(`${','.repeat(MAX_ROW_BYTES - 1)}\na,b\n`);
    expect(row).toMatchObject({ cells: [''], problem: expect.stringContaining('columns') });
    expect(next).toMatchObject({ cells: ['a', 'b'], line: 2, problem: null });
    const [quoted] = readCsv(`"a"${',"b"'.repeat(2_000)}\n`);
    expect(quoted).toMatchObject({ problem: expect.stringContaining('columns') });
  });

  it('CSV rows are returned as their bytes arrive', () => {
    const reader = new CsvReader({ delimiter: ',' });
    expect(reader.push(Buffer.from('first,row\nsec'))).toHaveLength(1);
    expect(reader.push(Buffer.from('ond,row\r'))).toHaveLength(0);
    expect(reader.push(Buffer.from('\nthird'))).toHaveLength(1);
    expect(reader.end()).toMatchObject([{ cells: ['third'], line: 3 }]);
  });
});
