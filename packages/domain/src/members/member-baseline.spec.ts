import * as fc from 'fast-check';
import { addMonths } from '../calendar/day.ts';
import {
  compareWithUsual,
  type MonthTotals,
  peerPercentile,
  peerSentence,
  usualMonth,
  usualTransactionCount,
} from './member-baseline.ts';

describe('usual month comparison', () => {
  test.each([
    [100_000, 0, 'about'],
    [125_000, 25, 'about'],
    [75_000, -25, 'about'],
    [125_049, 25, 'about'],
    [125_050, 25.1, 'above'],
    [126_000, 26, 'above'],
    [74_951, -25, 'about'],
    [74_949, -25.1, 'below'],
    [74_000, -26, 'below'],
    [0, -100, 'below'],
  ] as const)(
    'a month of %d cents against the usual 100,000 has change %d and verdict %s',
    (current, percent, verdict) => {
      const compared = compareWithUsual(current, 100_000);
      expect(compared.percent).toBeCloseTo(percent, 9);
      expect(compared.verdict).toBe(verdict);
    },
  );

  test('a comparison with the usual month has no percentage when the usual month is zero', () => {
    expect(compareWithUsual(1, 0)).toEqual({ percent: null, verdict: 'above' });
    expect(compareWithUsual(0, 0)).toEqual({ percent: null, verdict: 'about' });
    expect(compareWithUsual(2, 1)).toEqual({ percent: 100, verdict: 'above' });
  });
});

const month = (name: string, creditCents: number, debitCents = 0): MonthTotals => ({
  month: name,
  creditCents,
  debitCents,
});

describe('own normal', () => {
  test('a member’s own normal is the median of whole months, so one house sale does not change it', () => {
    const months = [
      month('2026-02', 300_000, 250_000),
      month('2026-03', 310_001, 260_000),
      month('2026-04', 25_000_000, 240_000),
      month('2026-05', 300_000, 250_000),
    ];
    const normal = usualMonth({ months, firstDay: '2026-01-20', asOf: '2026-05-31' });
    expect(normal).toEqual({ creditCents: 305_001, debitCents: 250_000, months: 4 });
  });

  test('a member’s own normal excludes the current month and the month in which the history began', () => {
    const months = [
      month('2026-01', 1),
      month('2026-02', 100_000),
      month('2026-03', 100_000),
      month('2026-04', 100_000),
      month('2026-05', 1),
    ];
    expect(usualMonth({ months, firstDay: '2026-01-30', asOf: '2026-05-02' })).toEqual({
      creditCents: 100_000,
      debitCents: 0,
      months: 3,
    });
  });

  test('a member’s own normal includes a first month that is complete, and a last month that is over', () => {
    const months = [month('2026-01', 100_000), month('2026-02', 200_000), month('2026-03', 300_000)];
    expect(usualMonth({ months, firstDay: '2026-01-01', asOf: '2026-03-31' })?.months).toBe(3);
    expect(usualMonth({ months, firstDay: '2026-01-02', asOf: '2026-03-31' })).toBeNull();
    expect(usualMonth({ months, firstDay: '2026-01-01', asOf: '2026-03-30' })).toBeNull();
  });

  test('a member’s own normal counts months without entries as zero', () => {
    const months = [month('2026-01', 900_000)];
    expect(usualMonth({ months, firstDay: '2026-01-01', asOf: '2026-03-31' })?.creditCents).toBe(0);
  });

  test('a member’s own normal covers only the last twelve months, in any order', () => {
    const figures = fc.record({ creditCents: fc.nat(10_000_000), debitCents: fc.nat(10_000_000) });
    fc.assert(
      fc.property(fc.array(figures, { minLength: 13, maxLength: 40 }), (list) => {
        const months = list.map((sums, at) => ({ ...sums, month: addMonths('2026-03', -at) }));
        const history = { firstDay: '2020-01-01', asOf: '2026-03-31' };
        const normal = usualMonth({ ...history, months });
        expect(normal).toEqual(usualMonth({ ...history, months: months.slice(0, 12).toReversed() }));
        expect(normal?.months).toBe(12);
      }),
    );
  });
});

describe('usual transaction count', () => {
  const counts = new Map([
    ['2026-01', 4],
    ['2026-03', 7],
  ]);

  test('the usual number of transactions is the median over whole months, including empty months', () => {
    expect(usualTransactionCount({ counts, firstDay: '2026-01-01', asOf: '2026-03-31' })).toBe(4);
    expect(usualTransactionCount({ counts, firstDay: '2026-01-01', asOf: '2026-04-30' })).toBe(2);
  });

  test('the usual number of transactions is unknown with fewer than three whole months', () => {
    expect(usualTransactionCount({ counts, firstDay: '2026-01-02', asOf: '2026-03-31' })).toBeNull();
  });
});

describe('peer percentiles', () => {
  test('a member in the middle of their peers has percentile 50, whether all are equal or all differ', () => {
    expect(peerPercentile({ below: 0, equal: 40, total: 40 })).toBe(50);
    expect(peerPercentile({ below: 20, equal: 1, total: 41 })).toBe(50);
  });

  test('a member has no percentile in a peer group of fewer than twenty', () => {
    expect(peerPercentile({ below: 9, equal: 1, total: 19 })).toBeNull();
    expect(peerSentence({ below: 9, equal: 1, total: 19 })).toBeNull();
    expect(peerPercentile({ below: 19, equal: 1, total: 20 })).toBe(97.5);
    expect(peerSentence({ below: 19, equal: 1, total: 20 })).toBe('More than 95% of 20 members');
  });

  test('the peer sentence rounds the percentage down, so that it never says 100% of the group', () => {
    expect(peerSentence({ below: 2150, equal: 3, total: 2583 })).toBe('More than 83% of 2,583 members');
    expect(peerSentence({ below: 2582, equal: 1, total: 2583 })).toBe('More than 99% of 2,583 members');
  });

  test('peer percentiles average 50 over the group, with or without ties', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { minLength: 20, maxLength: 60 }), (figures) => {
        const standings = figures.map((own) =>
          peerPercentile({
            below: figures.filter((other) => other < own).length,
            equal: figures.filter((other) => other === own).length,
            total: figures.length,
          }),
        );
        const mean = standings.reduce<number>((sum, standing) => sum + (standing ?? 0), 0) / figures.length;
        expect(mean).toBeCloseTo(50, 9);
      }),
    );
  });
});
