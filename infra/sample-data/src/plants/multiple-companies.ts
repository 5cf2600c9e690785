import { INSURERS, STRANGE_CALLERS, TELECOMS, UTILITIES } from '../world/companies.ts';
import { innocent, onDays, strangers, suspicious } from './kinds.ts';
import { busyLife, debit, type Pattern } from './pattern.ts';

/** An account number that goes from hand to hand. */
export const MULTIPLE_COMPANIES: readonly Pattern[] = [
  {
    ...suspicious('multiple_companies'),
    name: 'number-in-circulation',
    difficulty: 'obvious',
    why: 'Eight companies that are new here debit $20 to $60 each within three banking days, most of them by telephone',
    act: (stage) => {
      const start = stage.random.int(0, STRANGE_CALLERS.length - 6);
      const companies = [...STRANGE_CALLERS.slice(start, start + 6), ...strangers(stage.random, 2)];
      return [
        companies.flatMap((company, k) =>
          onDays(stage, [k % 3], (day) => debit(day, stage.random.centsBetween(20, 60), company)),
        ),
      ];
    },
  },
  {
    ...suspicious('multiple_companies'),
    name: 'five-trifles',
    difficulty: 'hard',
    why: 'Five new companies debit $4 to $11 each within three banking days',
    act: (stage) => [
      strangers(stage.random, 5).flatMap((company, k) =>
        onDays(stage, [k % 3], (day) => debit(day, stage.random.centsBetween(4, 11), company)),
      ),
    ],
  },
  {
    ...innocent('multiple_companies'),
    name: 'first-bill-day',
    difficulty: 'hard',
    background: busyLife,
    why: 'Five bills within three days for the first time, all of companies that many members pay',
    act: (stage) => {
      const billers = [...UTILITIES.slice(3, 5), ...TELECOMS.slice(2, 4), ...INSURERS.slice(0, 1)];
      return [
        billers.flatMap((company, k) =>
          onDays(stage, [k % 3], (day) => debit(day, stage.random.centsBetween(60, 180), company)),
        ),
      ];
    },
  },
  {
    ...innocent('multiple_companies'),
    name: 'four-trifles',
    difficulty: 'hard',
    why: 'Four new companies with small sums are one too few',
    act: (stage) => [
      strangers(stage.random, 4).flatMap((company, k) =>
        onDays(stage, [k % 3], (day) => debit(day, stage.random.centsBetween(9, 38), company)),
      ),
    ],
  },
];
