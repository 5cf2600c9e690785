import { recurring } from '../lives/recurring.ts';
import { EMPLOYERS, WALLETS } from '../world/companies.ts';
import { innocent, onDays, saturday, strangers, suspicious } from './kinds.ts';
import { credit, debit, noBackground, type Pattern } from './pattern.ts';

/** Debits while account and network are asleep. The night shows only in formats that have the time: JSON and CSV. */
export const TIMING_ANOMALY: readonly Pattern[] = [
  {
    ...suspicious('timing_anomaly'),
    name: 'weekend-raid',
    difficulty: 'obvious',
    why: 'Four debits of $240 to $480 on one Saturday and Sunday, by a company that is new here',
    act: (stage) => {
      const [company] = strangers(stage.random, 1);
      const first = saturday(stage, 0);
      return [[0, 0, 1, 1].map((step) => debit(first + step, stage.random.centsBetween(240, 480), company))];
    },
  },
  {
    ...suspicious('timing_anomaly'),
    name: 'weekend-of-three',
    difficulty: 'hard',
    why: 'Three debits of $170 to $210 on a Saturday and a Sunday, just above $500 together',
    act: (stage) => {
      const companies = strangers(stage.random, 2);
      const first = saturday(stage, 1);
      return [
        [0, 1, 1].map((step, k) =>
          debit(first + step, stage.random.centsBetween(170, 210), companies[k === 2 ? 1 : 0]),
        ),
      ];
    },
  },
  {
    ...suspicious('timing_anomaly'),
    name: 'after-midnight',
    difficulty: 'hard',
    needsTime: true,
    why: 'Three debits of $190 to $420 between two and five at night; a NACHA file cannot tell',
    act: (stage) => {
      const [company] = strangers(stage.random, 1);
      return [
        onDays(stage, [0, 1, 2], (day) => ({
          ...debit(day, stage.random.centsBetween(190, 420), company),
          minute: stage.random.int(125, 290),
        })),
      ];
    },
  },
  {
    ...innocent('timing_anomaly'),
    name: 'pay-posted-at-night',
    difficulty: 'obvious',
    why: 'Pay that the overnight batch posts at a quarter past three',
    background: noBackground,
    act: ({ random, calendar }) => [
      recurring({
        random,
        days: calendar.everyWeeks(2, 5, 0),
        originator: random.pickSkewed(EMPLOYERS),
        direction: 'Credit',
        cents: random.centsBetween(1_350, 2_350),
      }).map((draft) => ({ ...draft, minute: 195 })),
    ],
  },
  {
    ...innocent('timing_anomaly'),
    name: 'night-owl',
    difficulty: 'hard',
    why: 'Transfers after midnight by the wallet that the member has used all year',
    act: ({ random, calendar }) => {
      const wallet = random.pick(WALLETS);
      return [
        recurring({
          random,
          days: calendar.everyWeeks(2, 5, 0),
          originator: wallet,
          direction: 'Debit',
          cents: 18_000,
          stray: 0.3,
        }).map((draft) => ({ ...draft, minute: random.int(20, 200) })),
      ];
    },
  },
  {
    ...innocent('timing_anomaly'),
    name: 'weekend-shift-paid',
    difficulty: 'hard',
    why: 'Credits, not debits, on three Saturdays',
    act: (stage) => {
      const [from] = strangers(stage.random, 1);
      return [
        [2, 1, 0].map((weeks) =>
          credit(saturday(stage, weeks), stage.random.centsBetween(180, 320), from, 'EVENT PAY'),
        ),
      ];
    },
  },
];
