import { findTable } from './find-table.ts';

function tableOf(file: string, isWhole = true): unknown[] | null {
  const table = findTable(Buffer.from(file), { isWhole });
  return table && [table.delimiter, table.width, table.records.length];
}

describe('the delimiter of a table', () => {
  it('is the one that gives most columns', () => {
    expect(tableOf('a;b,c;d\ne;f,g;h\n')).toEqual([';', 3, 2]);
    expect(tableOf('a,b;c,d\ne,f;g,h\n')).toEqual([',', 3, 2]);
    expect(tableOf('a\tb|c\td\n')).toEqual(['\t', 3, 1]);
  });

  it('is the one that parts the rows most evenly', () => {
    expect(tableOf('a,b,c;1\nd;2\ne,f;3\ng,h;4\ni,j,k;5\n')).toEqual([';', 2, 5]);
    expect(tableOf('x;1\na,b,c\nd,e,f\ng,h,i;2\n')).toEqual([',', 3, 4]);
  });

  it.each(['sep=;\r\n', 'sep=;\n', 'SEP=;\n', '\ufeffsep=;\r\n'])('is the one that %j says', (said) => {
    expect(tableOf(`${said}a,b,c;d\ne,f,g;h\n`)).toMatchObject([';', 2, expect.any(Number)]);
  });

  it('is not what a cell says', () => {
    expect(tableOf('a,b,c\nd,sep=;\ne,f,g\n')).toEqual([',', 3, 3]);
    expect(tableOf('"a",sep=;\nd,e\n')).toEqual([',', 2, 2]);
  });
});

describe('the rows of a table', () => {
  it('have the width of most, the larger of two that are as frequent', () => {
    expect(tableOf('a,b\nc,d\ne,f,g\n')).toEqual([',', 2, 3]);
    expect(tableOf('a,b\nc,d,e\n')).toEqual([',', 3, 2]);
    expect(tableOf('c,d,e\na,b\n')).toEqual([',', 3, 2]);
  });

  it('are no blank ones, and not the last while it may be cut', () => {
    expect(tableOf('a,b\n,\nc,d\ne')).toEqual([',', 2, 3]);
    expect(tableOf('a,b\n,\nc,d\ne,', false)).toEqual([',', 2, 2]);
    expect(tableOf('')).toBeNull();
  });

  it('that are damaged have no width', () => {
    expect(tableOf('"a"x,b,c\n"d"x,e,f\ng,h\n')).toEqual([',', 2, 3]);
  });
});
