import { mortgage, savingsTransfer } from '../lives/bills.ts';
import { recurring } from '../lives/recurring.ts';
import { EMPLOYERS, OTHER_BANKS, SAVINGS_TRANSFER } from '../world/companies.ts';
import { innocent, suspicious } from './kinds.ts';
import { credit, debit, noBackground, type Pattern, type Stage } from './pattern.ts';

/** Money sent around in near-equal sums, faster than it settles. */
export const KITING: readonly Pattern[] = [
  {
    ...suspicious('kiting_pattern'),
    name: 'four-rounds',
    difficulty: 'obvious',
    why: 'Four times within three weeks $1,800 to $2,600 from another bank and nearly the same back the next day',
    act: (stage) => [rounds(stage, [0, 4, 8, 12], 0.02)],
  },
  {
    ...suspicious('kiting_pattern'),
    name: 'three-loose-rounds',
    difficulty: 'hard',
    why: 'Three rounds in three weeks whose two legs differ by six to seven per cent',
    act: (stage) => [rounds(stage, [0, 5, 10], 0.065)],
  },
  {
    ...suspicious('kiting_pattern'),
    name: 'from-one-account-to-the-other',
    difficulty: 'hard',
    accounts: 2,
    why: 'Three times $1,800 to $2,600 come in on one account and leave from the other within three days',
    act: (stage) => {
      const legs = rounds(stage, [0, 4, 9], 0.03);
      return [
        legs.filter(({ direction }) => direction === 'Credit'),
        legs.filter(({ direction }) => direction === 'Debit'),
      ];
    },
  },
  {
    ...innocent('kiting_pattern'),
    name: 'savings-sweep',
    difficulty: 'obvious',
    why: 'A sweep into savings each month, and money back from there twice a year',
    act: (stage) => {
      const sweeps = savingsTransfer(stage);
      const [one, other] = [sweeps[3], sweeps[9]];
      const back = [one, other].flatMap((sweep) =>
        sweep === undefined ? [] : [credit(stage.calendar.shift(sweep.day, 1), 40_000, SAVINGS_TRANSFER)],
      );
      return [sweeps.concat(back)];
    },
  },
  {
    ...innocent('kiting_pattern'),
    name: 'pay-then-mortgage',
    difficulty: 'hard',
    why: 'Pay on the last and a mortgage of almost the same amount on the first',
    background: noBackground,
    act: (stage) => {
      const home = mortgage(stage);
      const pay = recurring({
        random: stage.random,
        days: stage.calendar.monthly(31, 'before'),
        originator: stage.random.pickSkewed(EMPLOYERS),
        direction: 'Credit',
        cents: Math.round((home[0]?.cents ?? 150_000) * 1.03),
      });
      return [pay.concat(home)];
    },
  },
];

/** Credit, and on the next banking day the debit, by two banks in turn. */
function rounds({ random, calendar, anchor }: Stage, steps: readonly number[], apart: number) {
  return steps.flatMap((step, k) => {
    const bank = OTHER_BANKS[k % 2] ?? SAVINGS_TRANSFER;
    const cents = random.centsBetween(1_800, 2_600);
    return [
      credit(calendar.shift(anchor, step), cents, bank),
      debit(calendar.shift(anchor, step + 1), Math.round(cents * (1 - apart)), bank),
    ];
  });
}
