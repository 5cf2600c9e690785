import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CsvFileReader, cellsToCorrect } from './csv-file-reader.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Consecutive minutes, beginning on January 1, 2026. */
function minute(index: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString().slice(0, 19).replace('T', ' ');
}

describe('reading a CSV table', () => {
  it('the CSV file reader caches dates without keeping their rows in memory', () => {
    const reader = new CsvFileReader(
      {
        delimiter: ',',
        skippedRows: 0,
        hasHeader: true,
        columnCount: 6,
        columns: [
          { column: 0, field: 'lastName' },
          { column: 1, field: 'accountNumber' },
          { column: 2, field: 'amount' },
          { column: 3, field: 'transactionType' },
          { column: 4, field: 'postingDate' },
        ],
        dateOrder: 'month_first',
        direction: 'type_column',
      },
      { latestDay: '2027-12-31' },
    );
    reader.push(Buffer.from('name,account,amount,type,date,note\n'));
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const note = 'x'.repeat(30_000);
    for (let index = 0; index < 1_000; index += 1)
      reader.push(Buffer.from(`SAMPLE,7,1.00,Credit,${minute(index)},${note}\n`));
    collectGarbage();

    const heldMegabytes = (process.memoryUsage().heapUsed - before) / 1024 ** 2;
    expect(heldMegabytes).toBeLessThan(8);
    expect(reader.end()).toEqual([]);
  });
});

const TABLE = { delimiter: ';', columnCount: 3 } as const;

it('a rejected CSV row that fits its table is returned as cells without spreadsheet guards', () => {
  expect(cellsToCorrect('1;"SAMPLE; PAULA ""P""";\'-12.00', TABLE)).toEqual(['1', 'SAMPLE; PAULA "P"', '-12.00']);
  expect(cellsToCorrect('1;"two\nlines";x', TABLE)).toEqual(['1', 'two\nlines', 'x']);
});

it.each(['1;2', '1;2;3;4', '1;"2;3', '1;"2"x;3', '1;2;3\n4;5;6', ''])(
  'a rejected CSV row that does not fit its table is returned as one cell: %j',
  (source) => {
    expect(cellsToCorrect(source, TABLE)).toEqual([source]);
  },
);
