import { ColumnValues, type ValueKind } from './csv-column-meanings.ts';

const LATEST = '2027-12-31';
const look = (text: string, kind: ValueKind): boolean => new ColumnValues([text], LATEST).are(kind);

describe('CSV column values', () => {
  test.each<[ValueKind, string[], string[]]>([
    ['date', ['3/16/2026', '16.03.2026', '20260316', ' 2026-03-16 '], ['1250.00', '13/13/2026', '2031-01-01']],
    ['amount', ['12.00', '+12.00', '12.00 CR', '12.00dr', '($1,200.00)'], ['1+2.00', 'CR', '12.00 CRX', 'ten']],
    ['direction', ['Credit', 'DR', 'd', '+'], ['22', '7', 'PPD']],
    ['transactionCode', ['22', '37', '="22"'], ['25', '220', 'CR']],
    ['secCode', ['PPD', 'ppd'], ['XYZ', 'PP']],
    ['trace', ['121042880000001'], ['12104288000001', '1210428800000012', 'T121042880000001']],
    ['routing', ['091000019'], ['091000018', '000000000', '0910000190', 'R091000019', '09100001']],
    ['account', ['1234', 'A-17', 'ab12', '1'.repeat(17)], ['123', '1'.repeat(18), 'ABCD', '12 34', '12.34']],
    [
      'personName',
      ['Paula Sample', 'SAMPLE, PAULA J', 'P. O’Neil', 'Jean-Luc É'],
      ['Paula', 'Paula 2', '2 Paula S', 'P,S', ''],
    ],
    ['text', ['a', '4 Ä'], ['12', '+', '']],
  ])('the values of a CSV column are recognized as the kind %s', (kind, those, others) => {
    expect(those.filter((text) => !look(text, kind))).toEqual([]);
    expect(others.filter((text) => look(text, kind))).toEqual([]);
  });

  test('a value kind requires nine of ten values of a CSV column, and a likely kind requires half of them', () => {
    const of = (credits: number, odd: number): ColumnValues =>
      new ColumnValues([...Array<string>(credits).fill('Credit'), ...Array<string>(odd).fill('7'), ' ', ''], LATEST);
    expect([of(9, 1), of(8, 1)].map((values) => values.are('direction'))).toEqual([true, false]);
    expect([of(5, 5), of(4, 5)].map((values) => values.areMostly('direction'))).toEqual([true, false]);
    expect([of(0, 0).are('text'), of(0, 0).areMostly('text')]).toEqual([false, false]);
  });
});
