import * as fc from 'fast-check';
import { columnNames, findCsvTable, headerFingerprint } from './find-csv-table.ts';
import { guessOf } from './testing/csv-fixtures.ts';

describe('beginning of a CSV table', () => {
  const ROW = '100000017,Paula Sample,ACME,Credit,1.00,2026-03-16';
  const KNOWN = 'Account,Name,Company,Type,Amount,Date';
  const placeOf = (...lines: string[]) => {
    const { mapping, questionFields } = guessOf(lines.join('\n'));
    return [mapping.skippedRows, mapping.hasHeader, questionFields.includes('hasHeader')];
  };

  it('a CSV table begins with its header, below any titles', () => {
    expect(placeOf(KNOWN, ROW)).toEqual([0, true, false]);
    expect(placeOf('ACH report', 'Branch,4', KNOWN, ROW, ROW)).toEqual([2, true, false]);
    const titles = Array.from({ length: 30 }, () => 'ACH report');
    const rows = Array.from({ length: 40 }, () => ROW);
    expect(placeOf(...titles, KNOWN, ...rows)).toEqual([30, true, false]);
    expect(placeOf('ACH report', ...titles, KNOWN, ...rows)).not.toEqual([31, true, false]);
  });

  it('the beginning of a CSV table needs a question when no column name is known', () => {
    expect(placeOf('Wer,Wem,Was', '100000017,Paula,1.00', '100000018,Otto,2.00')).toEqual([0, true, true]);
    expect(placeOf('Account,Wem,Was', '100000017,Paula,1.00', '100000018,Otto,2.00')).toEqual([0, true, true]);
    expect(placeOf('Wer,Wem,Was', 'dieser,jener,etwas')).toEqual([0, false, true]);
    expect(placeOf('100000017,Paula,1.00', '100000018,Otto,2.00')).toEqual([0, false, true]);
  });

  it('the header of a CSV table may have one column missing or one delimiter too many', () => {
    expect(placeOf('Account,Name,Company,Type,Amount', ROW, ROW)).toEqual([0, true, false]);
    expect(guessOf(`${KNOWN},\n${ROW}\n${ROW}`).mapping).toMatchObject({ columnCount: 7, hasHeader: true });
    expect(guessOf(`${KNOWN}\n${ROW},\n${ROW},`).mapping.columnCount).toBe(6);
    expect(guessOf(`${KNOWN}\n${ROW},x\n${ROW},`).mapping.columnCount).toBe(7);
  });
});

function tableOf(file: string, isWhole = true): unknown[] | null {
  const table = findCsvTable(Buffer.from(file), { isWhole });
  return table && [table.delimiter, table.width, table.records.length];
}

describe('CSV delimiter', () => {
  it('the delimiter of a CSV table is the one that gives the most columns', () => {
    expect(tableOf('a;b,c;d\ne;f,g;h\n')).toEqual([';', 3, 2]);
    expect(tableOf('a,b;c,d\ne,f;g,h\n')).toEqual([',', 3, 2]);
    expect(tableOf('a\tb|c\td\n')).toEqual(['\t', 3, 1]);
  });

  it('the delimiter of a CSV table is the one that splits the rows most evenly', () => {
    expect(tableOf('a,b,c;1\nd;2\ne,f;3\ng,h;4\ni,j,k;5\n')).toEqual([';', 2, 5]);
    expect(tableOf('x;1\na,b,c\nd,e,f\ng,h,i;2\n')).toEqual([',', 3, 4]);
  });

  it.each(['sep=;\r\n', 'sep=;\n', 'SEP=;\n', '\ufeffsep=;\r\n'])(
    'the delimiter of a CSV table is the one that %j names',
    (directive) => {
      expect(tableOf(`${directive}a,b,c;d\ne,f,g;h\n`)).toMatchObject([';', 2, expect.any(Number)]);
    },
  );

  it('the delimiter of a CSV table is not taken from a cell that looks like a declaration', () => {
    expect(tableOf('a,b,c\nd,sep=;\ne,f,g\n')).toEqual([',', 3, 3]);
    expect(tableOf('"a",sep=;\nd,e\n')).toEqual([',', 2, 2]);
  });
});

describe('CSV table rows', () => {
  it('a CSV table has the most frequent width of its rows, or the larger one for a tie', () => {
    expect(tableOf('a,b\nc,d\ne,f,g\n')).toEqual([',', 2, 3]);
    expect(tableOf('a,b\nc,d,e\n')).toEqual([',', 3, 2]);
    expect(tableOf('c,d,e\na,b\n')).toEqual([',', 3, 2]);
  });

  it('the rows of a CSV table exclude blank rows and a last row that may be incomplete', () => {
    expect(tableOf('a,b\n,\nc,d\ne')).toEqual([',', 2, 3]);
    expect(tableOf('a,b\n,\nc,d\ne,', false)).toEqual([',', 2, 2]);
    expect(tableOf('')).toBeNull();
  });

  it('damaged rows do not count toward the width of a CSV table', () => {
    expect(tableOf('"a"x,b,c\n"d"x,e,f\ng,h\n')).toEqual([',', 2, 3]);
  });
});

function fingerprintOf(file: string): string | null {
  const table = findCsvTable(Buffer.from(file), { isWhole: true });
  return table === null ? null : headerFingerprint(table, guessOf(file).mapping);
}

const ROW = '\n100000017,Paula Sample,1.00\n';

it('the CSV header digest ignores case, spaces, titles and the delimiter', () => {
  const plain = fingerprintOf(`Account,Name,Amount${ROW}`);
  expect(plain).toMatch(/^[0-9a-f]{64}$/);
  expect(fingerprintOf(`Report of 3/16\n"ACCOUNT ", name ,Amount,${ROW}`)).toBe(plain);
  expect(fingerprintOf(`Account;Name;Amount${ROW.replaceAll(',', ';')}`)).toBe(plain);
});

it('the CSV header digest changes with the columns and their order', () => {
  const different = [`Account,Name,Amount${ROW}`, `Name,Account,Amount${ROW}`, `Account,Name,Amount,Date${ROW}`].map(
    fingerprintOf,
  );
  expect(new Set(different).size).toBe(different.length);
});

it('a CSV table without a header has no header digest', () => {
  expect(fingerprintOf(`100000017,Paula Sample,1.00${ROW}`)).toBeNull();
});

it('CSV column names come from the header, or are numbered where it is blank', () => {
  expect(columnNames([' Account\n No. ', '', 'Amount'], 4)).toEqual(['Account No.', 'Column 2', 'Amount', 'Column 4']);
  expect(columnNames(null, 2)).toEqual(['Column 1', 'Column 2']);
  expect(columnNames(['x'.repeat(60), 'y'.repeat(61)], 2)).toEqual(['x'.repeat(60), 'y'.repeat(60)]);
  expect(columnNames(['Column 2', ''], 2)).toEqual(['Column 2', 'Column 2 (2)']);
});

it('duplicate CSV column names are made unique', () => {
  expect(columnNames(['Amount', 'Amount', 'Amount'], 3)).toEqual(['Amount', 'Amount Column 2', 'Amount Column 3']);
  const name = fc.constantFrom('Amount', '', 'Column 1', 'Column 2', 'Column 3', '__proto__', 'Amount Column 2');
  fc.assert(
    fc.property(fc.array(name, { maxLength: 6 }), (header) => {
      const names = columnNames(header, 6);
      expect(new Set(names).size).toBe(6);
      expect(names).not.toContain('__proto__');
    }),
  );
});

// cspell:ignore dieser etwas jener
