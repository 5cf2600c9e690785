import * as fc from 'fast-check';
import { addMonths } from '../calendar/month.ts';
import { type MonthlyFigures, ownNormal, usualTransactions } from './own-normal.ts';

const month = (name: string, creditCents: number, debitCents = 0): MonthlyFigures => ({
  month: name,
  creditCents,
  debitCents,
});

describe('a member’s own normal', () => {
  test('is the median of the whole months: one house sale changes nothing', () => {
    const months = [
      month('2026-02', 300_000, 250_000),
      month('2026-03', 310_001, 260_000),
      month('2026-04', 25_000_000, 240_000),
      month('2026-05', 300_000, 250_000),
    ];
    const normal = ownNormal({ months, firstDay: '2026-01-20', asOf: '2026-05-31' });
    expect(normal).toEqual({ creditCents: 305_001, debitCents: 250_000, months: 4 });
  });

  test('leaves out the running month and the one in which the history began', () => {
    const months = [
      month('2026-01', 1),
      month('2026-02', 100_000),
      month('2026-03', 100_000),
      month('2026-04', 100_000),
      month('2026-05', 1),
    ];
    expect(ownNormal({ months, firstDay: '2026-01-30', asOf: '2026-05-02' })).toEqual({
      creditCents: 100_000,
      debitCents: 0,
      months: 3,
    });
  });

  test('takes a first month that began with its first day, and a last one that is over', () => {
    const months = [month('2026-01', 100_000), month('2026-02', 200_000), month('2026-03', 300_000)];
    expect(ownNormal({ months, firstDay: '2026-01-01', asOf: '2026-03-31' })?.months).toBe(3);
    expect(ownNormal({ months, firstDay: '2026-01-02', asOf: '2026-03-31' })).toBeNull();
    expect(ownNormal({ months, firstDay: '2026-01-01', asOf: '2026-03-30' })).toBeNull();
  });

  test('counts months without entries as zero', () => {
    const months = [month('2026-01', 900_000)];
    expect(ownNormal({ months, firstDay: '2026-01-01', asOf: '2026-03-31' })?.creditCents).toBe(0);
  });

  test('looks at the last twelve months only, listed in any order', () => {
    const figures = fc.record({ creditCents: fc.nat(10_000_000), debitCents: fc.nat(10_000_000) });
    fc.assert(
      fc.property(fc.array(figures, { minLength: 13, maxLength: 40 }), (list) => {
        const months = list.map((sums, at) => ({ ...sums, month: addMonths('2026-03', -at) }));
        const history = { firstDay: '2020-01-01', asOf: '2026-03-31' };
        const normal = ownNormal({ ...history, months });
        expect(normal).toEqual(ownNormal({ ...history, months: months.slice(0, 12).toReversed() }));
        expect(normal?.months).toBe(12);
      }),
    );
  });
});

describe('the usual number of transactions', () => {
  const counts = new Map([
    ['2026-01', 4],
    ['2026-03', 7],
  ]);

  test('is the median over whole months, empty ones included', () => {
    expect(usualTransactions({ counts, firstDay: '2026-01-01', asOf: '2026-03-31' })).toBe(4);
    expect(usualTransactions({ counts, firstDay: '2026-01-01', asOf: '2026-04-30' })).toBe(2);
  });

  test('is unknown before there are three whole months', () => {
    expect(usualTransactions({ counts, firstDay: '2026-01-02', asOf: '2026-03-31' })).toBeNull();
  });
});
