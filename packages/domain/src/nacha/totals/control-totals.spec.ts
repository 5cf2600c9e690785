import { type ControlTotals, differencesOf, TotalsCounter } from './control-totals.ts';
import { totalDollars } from './total-dollars.ts';

const BATCH: ControlTotals = {
  entryAddendaCount: 3,
  entryHash: 9_100_001,
  debitCents: 999,
  creditCents: 125_000,
};

describe('totals as control records have them', () => {
  test('of a file are those of its batches added up', () => {
    const file = new TotalsCounter();
    file.addAll(BATCH);
    file.addAll({ entryAddendaCount: 2, entryHash: 12_104_288, debitCents: 1, creditCents: 50 });
    expect(file.totals).toEqual({
      entryAddendaCount: 5,
      entryHash: 21_204_289,
      debitCents: 1_000,
      creditCents: 125_050,
    });
  });

  test('keep the last ten digits of the entry hash', () => {
    const counter = new TotalsCounter();
    counter.addAll({ ...BATCH, entryHash: 9_999_999_999 });
    counter.addToHash(1);
    expect(counter.totals.entryHash).toBe(0);
    counter.addToHash(12_104_288);
    expect(counter.totals.entryHash).toBe(12_104_288);
  });

  test('do not change once they were asked for', () => {
    const counter = new TotalsCounter();
    const before = counter.totals;
    counter.countRecord();
    expect(before.entryAddendaCount).toBe(0);
    expect(counter.totals.entryAddendaCount).toBe(1);
  });

  test.each(['entryAddendaCount', 'entryHash', 'debitCents', 'creditCents'] as const)(
    'differ when the %s does by one',
    (name) => {
      expect(differencesOf(BATCH, { ...BATCH, [name]: BATCH[name] + 1 })).toEqual([name]);
    },
  );

  test.each([
    [0, '$0.00'],
    [7, '$0.07'],
    [100, '$1.00'],
    [99_999, '$999.99'],
    [100_000, '$1,000.00'],
    [123_456_789_012, '$1,234,567,890.12'],
  ])('of %i cents are told as %s', (cents, dollars) => {
    expect(totalDollars(cents)).toBe(dollars);
  });
});
