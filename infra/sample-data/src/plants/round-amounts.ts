import { recurring } from '../lives/recurring.ts';
import { LENDERS } from '../world/companies.ts';
import { innocent, onDays, strangers, suspicious } from './kinds.ts';
import { credit, type Pattern } from './pattern.ts';

/** Round credits that together pass the line and alone do not. */
export const ROUND_AMOUNTS: readonly Pattern[] = [
  {
    ...suspicious('round_amount_structuring'),
    name: 'four-round-thousands',
    difficulty: 'obvious',
    why: 'Four credits of $2,800 to $3,900, all multiples of $100, of two new senders within nine banking days',
    act: (stage) => {
      const [one, other] = strangers(stage.random, 2);
      return [
        onDays(stage, [0, 2, 5, 7], (day, k) =>
          credit(day, stage.random.int(28, 39) * 10_000, k % 2 === 0 ? one : other),
        ),
      ];
    },
  },
  {
    ...suspicious('round_amount_structuring'),
    name: 'four-of-five-round',
    difficulty: 'hard',
    why: 'Five credits in two weeks, four of them round, $10,400 to $11,500 together',
    act: (stage) => {
      const { random } = stage;
      const [sender] = strangers(random, 1);
      return [
        onDays(stage, [0, 1, 4, 6, 8], (day, k) =>
          credit(day, k === 2 ? random.centsBetween(600, 900) : random.int(26, 28) * 10_000, sender),
        ),
      ];
    },
  },
  {
    ...innocent('round_amount_structuring'),
    name: 'room-mates-rent',
    difficulty: 'obvious',
    why: 'Three room mates pay $700 each on the first of every month',
    act: ({ random, calendar }) => [
      strangers(random, 3).flatMap((from) =>
        recurring({
          random,
          days: calendar.monthly(1, 'after').slice(-8),
          originator: from,
          direction: 'Credit',
          cents: 70_000,
        }),
      ),
    ],
  },
  {
    ...innocent('round_amount_structuring'),
    name: 'loan-in-round-draws',
    difficulty: 'hard',
    why: 'A home-equity loan of $12,000 disbursed in four draws of $3,000',
    act: (stage) => {
      const lender = stage.random.pick(LENDERS);
      return [onDays(stage, [0, 2, 4, 7], (day) => credit(day, 300_000, lender))];
    },
  },
];
