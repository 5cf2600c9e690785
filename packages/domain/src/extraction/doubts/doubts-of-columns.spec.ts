import { readDocumentTable } from '../read-document-table.ts';
import { aRow, aTable } from '../testing/a-table.ts';

type Told = Parameters<typeof aRow>[0];

/** Which rows of a table look unlike the others, by the column; a picture unless it is told that all is print. */
function odd(rows: readonly NonNullable<Told>[], kind: 'picture' | 'print' = 'picture') {
  const [first = {}, ...others] = rows.map(aRow);
  // One cell that was read from a picture makes the document one.
  const table = aTable([
    ...others,
    { ...first, Type: { text: 'Credit', confidence: kind === 'print' ? 1 : 0.97 } },
  ]);
  const read = readDocumentTable(table, { latestDay: '2027-12-31' }).table.rows;
  return read.flatMap(({ cells, doubts }) =>
    doubts
      .filter(({ reason }) => reason.includes('looks unlike'))
      .map(({ column, reason }) => `${cells[column ?? -1]?.text}: ${reason}`),
  );
}
const accounts = (...texts: string[]) => texts.map((text) => ({ 'Account Number': text }));
const NUMBERS = 'it looks unlike the other numbers of its column';
const NAMES = 'it looks unlike the other names of its column';
const times = (count: number, text: string) => Array.from({ length: count }, () => text);

describe('a cell of a picture', () => {
  test('is doubted when seven tenths of its column look otherwise', () => {
    expect(odd(accounts(...times(7, '1001'), ...times(3, '10O1')))).toEqual(times(3, `10O1: ${NUMBERS}`));
    expect(odd(accounts(...times(6, '1001'), ...times(3, '10O1')))).toEqual([]);
    expect(odd(accounts('10O1', ...times(3, '1001')))).toEqual([`10O1: ${NUMBERS}`]);
  });

  test('is not doubted for other figures or letters, nor in print', () => {
    expect(odd(accounts('A1001', 'A2345', 'A6789', 'É0000'))).toEqual([]);
    expect(odd(accounts('10O1', ...times(3, '1001')), 'print')).toEqual([]);
  });

  test('is doubted as a name when its parts stand in another order', () => {
    const names = (...texts: string[]) => texts.map((text) => ({ Name: text }));
    expect(odd(names('EXAMPLE. ANNA', 'EXAMPLE, BEN', 'LI, X', 'SAMPLE, LEE'))).toEqual([
      `EXAMPLE. ANNA: ${NAMES}`,
    ]);
    expect(odd(names('EXAMPLE, ANNA', 'SAMPLE, BEN', 'LI, X', 'SAMPLE, LEE'))).toEqual([]);
  });

  test('may look as it likes in other columns', () => {
    expect(odd(['ACME, INC', 'ACME', 'CITY', 'POWER'].map((Company) => ({ Company })))).toEqual([]);
  });
});
