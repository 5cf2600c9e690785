import { mortgage } from '../lives/bills.ts';
import { CONTRACTORS, CRYPTO_EXCHANGES, LENDERS, WALLETS } from '../world/companies.ts';
import type { Originator } from '../world/originators.ts';
import { innocent, onDays, strangers, suspicious } from './kinds.ts';
import { credit, debit, noBackground, type Pattern, steadyLife } from './pattern.ts';

/** Money of strangers that comes in and is gone within days. */
export const MULE: readonly Pattern[] = [
  {
    ...suspicious('mule_activity'),
    name: 'in-and-out',
    difficulty: 'obvious',
    why: 'Two credits of $1,900 to $3,100 of two strangers, 95 per cent of it gone to a crypto exchange within four days',
    act: (stage) => {
      const { random } = stage;
      const [one, other] = strangers(random, 2);
      const [first, second] = [random.centsBetween(1_900, 3_100), random.centsBetween(1_900, 3_100)];
      const exchange = random.pick(CRYPTO_EXCHANGES);
      return [
        [
          ...onDays(stage, [0], (day) => credit(day, first, one)),
          ...onDays(stage, [1], (day) => credit(day, second, other)),
          ...onDays(stage, [2, 3], (day) => debit(day, Math.round((first + second) * 0.475), exchange)),
        ],
      ];
    },
  },
  {
    ...suspicious('mule_activity'),
    name: 'opened-for-it',
    difficulty: 'hard',
    background: noBackground,
    why: 'A new account whose first entry is $2,600 to $3,200; four fifths leave in two transfers',
    act: (stage) => {
      const [from] = strangers(stage.random, 1);
      const cents = stage.random.centsBetween(2_600, 3_200);
      return [
        [
          ...onDays(stage, [0], (day) => credit(day, cents, from)),
          ...onDays(stage, [1, 2], (day) => debit(day, Math.round(cents * 0.4), WALLETS[1] as Originator)),
        ],
      ];
    },
  },
  {
    ...suspicious('mule_activity'),
    name: 'through-the-wallet',
    difficulty: 'hard',
    why: 'A wallet that moved $40 to $90 now and then brings $2,600 to $3,100, and nine tenths of it leave by the same one',
    act: (stage) => {
      const { random } = stage;
      const wallet = WALLETS[1] as Originator;
      const cents = random.centsBetween(2_600, 3_100);
      return [
        [
          ...onDays(stage, [-90, -75, -60, -45, -30, -15], (day, k) =>
            (k % 2 === 0 ? credit : debit)(day, random.centsBetween(40, 90), wallet),
          ),
          ...onDays(stage, [0], (day) => credit(day, cents, wallet)),
          ...onDays(stage, [1, 1, 2], (day) => debit(day, Math.round(cents * 0.3), wallet)),
        ],
      ];
    },
  },
  {
    ...innocent('mule_activity'),
    name: 'pay-goes-to-the-house',
    difficulty: 'obvious',
    background: noBackground,
    why: 'Pay that goes to mortgage and card within days, every month',
    act: (stage) => [mortgage(stage).concat(steadyLife(stage))],
  },
  {
    ...innocent('mule_activity'),
    name: 'loan-to-the-contractor',
    difficulty: 'hard',
    why: 'Loan proceeds of $8,000 of which a contractor is paid four days later',
    act: (stage) => [
      [
        ...onDays(stage, [0], (day) => credit(day, 800_000, stage.random.pick(LENDERS))),
        ...onDays(stage, [3], (day) => debit(day, 760_000, stage.random.pick(CONTRACTORS))),
      ],
    ],
  },
  {
    ...innocent('mule_activity'),
    name: 'club-treasurer',
    difficulty: 'hard',
    why: 'Four fees of $70 by wallet, then the hall is paid',
    act: (stage) => {
      const fees = onDays(stage, [0, 1, 2, 3], (day) => credit(day, 7_000, WALLETS[0] as Originator));
      return [[...fees, ...onDays(stage, [4], (day) => debit(day, 26_000, WALLETS[0] as Originator))]];
    },
  },
];
