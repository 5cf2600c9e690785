import { EMPLOYERS, MERCHANTS, UTILITIES } from '../world/companies.ts';
import type { Originator } from '../world/originators.ts';
import { innocent, onDays, strangers, suspicious } from './kinds.ts';
import { credit, debit, type Pattern, quietLife, type Stage } from './pattern.ts';

/** Pay and take back, again and again. */
export const REVERSALS: readonly Pattern[] = [
  {
    ...suspicious('reversal_pattern'),
    name: 'four-reversals',
    difficulty: 'obvious',
    why: 'One company pays $640 to $980 four times in seven weeks and reverses each within three banking days',
    act: (stage) => [pairs(stage, [0, -9, -18, -27], 'REVERSAL')],
  },
  {
    ...suspicious('reversal_pattern'),
    name: 'three-without-the-word',
    difficulty: 'hard',
    why: 'Three times paid and taken back in the same amount; nothing says REVERSAL',
    act: (stage) => [pairs(stage, [0, -12, -25])],
  },
  {
    ...innocent('reversal_pattern'),
    name: 'one-reversal',
    difficulty: 'obvious',
    why: 'A single credit in error, reversed the next day',
    act: (stage) => [pairs(stage, [0], 'REVERSAL')],
  },
  {
    ...innocent('reversal_pattern'),
    name: 'goods-sent-back',
    difficulty: 'hard',
    why: 'Purchases and refunds of a shop: two in full, the others in part',
    act: (stage) => {
      const shop = MERCHANTS[3] as Originator;
      return [
        [0, -10, -20, -30].flatMap((step, k) => {
          const cents = stage.random.centsBetween(60, 240);
          const refund = k < 2 ? cents : Math.round(cents / 2);
          return [
            ...onDays(stage, [step], (day) => debit(day, cents, shop)),
            ...onDays(stage, [step + 4], (day) => credit(day, refund, shop, 'REFUND')),
          ];
        }),
      ];
    },
  },
  {
    ...innocent('reversal_pattern'),
    name: 'returned-and-presented-again',
    difficulty: 'hard',
    why: 'A bill that came back for want of money and was presented once more, three months in a row',
    act: (stage) => {
      const company = UTILITIES[1] as Originator;
      return [
        [0, -21, -42].flatMap((step) => {
          const cents = stage.random.centsBetween(90, 160);
          const [bill] = onDays(stage, [step], (day) => debit(day, cents, company));
          if (bill === undefined) return [];
          const back = onDays(stage, [step + 1], (day) => {
            return { ...debit(day, cents, company), notice: { code: 'R01', of: bill } };
          });
          const again = onDays(stage, [step + 4], (day) => debit(day, cents, company, 'RETRY PYMT'));
          return [bill, ...back, ...again];
        }),
      ];
    },
  },
  {
    ...innocent('reversal_pattern'),
    name: 'employer-sent-twice',
    difficulty: 'hard',
    accounts: 5,
    persons: 'each',
    background: quietLife,
    why: 'An employer’s file sent twice by mistake and reversed for five members on one day',
    act: (stage) => {
      const employer = EMPLOYERS[0] as Originator;
      return Array.from({ length: 5 }, () => {
        const cents = stage.random.centsBetween(1_200, 2_100);
        return [
          ...onDays(stage, [0, 0], (day) => credit(day, cents, employer)),
          ...onDays(stage, [2], (day) => debit(day, cents, employer, 'REVERSAL')),
        ];
      });
    },
  },
];

function pairs(stage: Stage, steps: readonly number[], word?: string) {
  const [company] = strangers(stage.random, 1);
  return steps.flatMap((step) => {
    const cents = stage.random.centsBetween(640, 980);
    return [
      ...onDays(stage, [step], (day) => credit(day, cents, company)),
      ...onDays(stage, [step + 3], (day) => debit(day, cents, company, word)),
    ];
  });
}
