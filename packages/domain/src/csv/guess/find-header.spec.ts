import { guessOf } from '../testing/guess-of.ts';

describe('where a table begins', () => {
  const ROW = '100000017,Paula Sample,ACME,Credit,1.00,2026-03-16';
  const KNOWN = 'Account,Name,Company,Type,Amount,Date';
  const placeOf = (...lines: string[]) => {
    const { mapping, asked } = guessOf(lines.join('\n'));
    return [mapping.skippedRows, mapping.hasHeader, asked.includes('hasHeader')];
  };

  it('is its header, whatever titles stand above it', () => {
    expect(placeOf(KNOWN, ROW)).toEqual([0, true, false]);
    expect(placeOf('ACH report', 'Branch,4', KNOWN, ROW, ROW)).toEqual([2, true, false]);
    const titles = Array.from({ length: 30 }, () => 'ACH report');
    const rows = Array.from({ length: 40 }, () => ROW);
    expect(placeOf(...titles, KNOWN, ...rows)).toEqual([30, true, false]);
    expect(placeOf('ACH report', ...titles, KNOWN, ...rows)).not.toEqual([31, true, false]);
  });

  it('is asked about when no column has a known name', () => {
    expect(placeOf('Wer,Wem,Was', '100000017,Paula,1.00', '100000018,Otto,2.00')).toEqual([0, true, true]);
    expect(placeOf('Account,Wem,Was', '100000017,Paula,1.00', '100000018,Otto,2.00')).toEqual([
      0,
      true,
      true,
    ]);
    expect(placeOf('Wer,Wem,Was', 'dieser,jener,etwas')).toEqual([0, false, true]);
    expect(placeOf('100000017,Paula,1.00', '100000018,Otto,2.00')).toEqual([0, false, true]);
  });

  it('is a header that has left off its last column, or has one delimiter more', () => {
    expect(placeOf('Account,Name,Company,Type,Amount', ROW, ROW)).toEqual([0, true, false]);
    expect(guessOf(`${KNOWN},\n${ROW}\n${ROW}`).mapping).toMatchObject({ columnCount: 7, hasHeader: true });
    expect(guessOf(`${KNOWN}\n${ROW},\n${ROW},`).mapping.columnCount).toBe(6);
    expect(guessOf(`${KNOWN}\n${ROW},x\n${ROW},`).mapping.columnCount).toBe(7);
  });
});
