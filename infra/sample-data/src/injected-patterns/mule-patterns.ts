import {
  CONTRACTORS,
  CRYPTO_EXCHANGES,
  GIG_PLATFORMS,
  LENDERS,
  type Originator,
  STATE_UNEMPLOYMENT,
  WALLETS,
} from '../originating-companies.ts';
import { mortgage, recurring } from '../personas/recurring-payments.ts';
import {
  creditEntry,
  debitEntry,
  employedHistory,
  type InjectedPattern,
  innocentPattern,
  noHistory,
  onBankingDays,
  shopperHistory,
  suspiciousPattern,
  unfamiliarOriginators,
} from './injected-pattern.ts';

const [OHIO, TEXAS] = STATE_UNEMPLOYMENT as [Originator, Originator];

/** Accounts that collect for others. */
export const HIGH_VOLUME_MULE: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('high_volume_mule'),
    name: 'collection-point',
    difficulty: 'obvious',
    why: 'Fourteen credits of $620 to $940 of seven strangers within a month, four fifths sent on by wallet',
    act: (stage) => {
      const { random } = stage;
      const senders = unfamiliarOriginators(random, 7);
      const inn = senders.flatMap((from, k) =>
        onBankingDays(stage, [2 * k - 16, 2 * k - 15], (day) =>
          creditEntry(day, random.centsBetween(620, 940), from),
        ),
      );
      const total = inn.reduce((sum, { cents }) => sum + cents, 0);
      const out = onBankingDays(stage, [-13, -10, -7, -4, -1], (day) =>
        debitEntry(day, Math.round(total * 0.16), WALLETS[2] as Originator),
      );
      return [[...inn, ...out]];
    },
  },
  {
    ...suspiciousPattern('high_volume_mule'),
    name: 'benefits-of-two-states',
    difficulty: 'hard',
    why: 'Unemployment benefits of two states for one person within seven weeks',
    act: (stage) => [
      [
        ...onBankingDays(stage, [0, -10, -20], (day) => creditEntry(day, 48_000, OHIO)),
        ...onBankingDays(stage, [-5, -15], (day) => creditEntry(day, 56_300, TEXAS)),
      ],
    ],
  },
  {
    ...suspiciousPattern('high_volume_mule'),
    name: 'benefits-of-two-persons',
    difficulty: 'hard',
    second: 'stranger',
    why: 'Unemployment benefits of one state under two names, one of them unknown to the account',
    act: (stage) => [
      [
        ...onBankingDays(stage, [0, -10], (day) => creditEntry(day, 48_000, OHIO)),
        ...onBankingDays(stage, [-4, -14], (day) => ({
          ...creditEntry(day, 51_200, OHIO),
          holder: 1 as const,
        })),
      ],
    ],
  },
  {
    ...innocentPattern('high_volume_mule'),
    name: 'two-gig-platforms',
    difficulty: 'obvious',
    background: noHistory,
    why: 'Two platforms pay every week all year, and a wallet takes most of it',
    act: ({ random, calendar }) => {
      const weekly = GIG_PLATFORMS.slice(0, 2).flatMap((originator, k) =>
        recurring({
          random,
          days: calendar.everyWeeks(2, 2, k),
          originator,
          direction: 'Credit',
          cents: random.cents(310, 0.2),
          stray: 0.3,
        }),
      );
      const out = recurring({
        random,
        days: calendar.monthly(28, 'after'),
        originator: WALLETS[0] as Originator,
        direction: 'Debit',
        cents: 55_000,
      });
      return [weekly.concat(out)];
    },
  },
  {
    ...innocentPattern('high_volume_mule'),
    name: 'team-collects',
    difficulty: 'hard',
    background: shopperHistory,
    why: 'Sixteen contributions of $40 by wallet within a month, spent on one trip',
    act: (stage) => {
      const fees = onBankingDays(stage, [0, 0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 10, 11, 11], (day, k) =>
        creditEntry(day, 4_000, WALLETS[k % 3] as Originator),
      );
      return [
        [...fees, ...onBankingDays(stage, [13], (day) => debitEntry(day, 60_000, WALLETS[0] as Originator))],
      ];
    },
  },
  {
    ...innocentPattern('high_volume_mule'),
    name: 'out-of-work-once',
    difficulty: 'hard',
    why: 'Unemployment benefits of one state for the holder, every two weeks for a season',
    act: (stage) => [
      onBankingDays(stage, [-60, -50, -40, -30, -20, -10, 0], (day) => creditEntry(day, 46_500, TEXAS)),
    ],
  },
];

/** Money of strangers that comes in and is gone within days. */
export const MULE: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('mule_activity'),
    name: 'in-and-out',
    difficulty: 'obvious',
    why: 'Two credits of $1,900 to $3,100 of two strangers, 95 per cent of it gone to a crypto exchange within four days',
    act: (stage) => {
      const { random } = stage;
      const [one, other] = unfamiliarOriginators(random, 2);
      const [first, second] = [random.centsBetween(1_900, 3_100), random.centsBetween(1_900, 3_100)];
      const exchange = random.pick(CRYPTO_EXCHANGES);
      return [
        [
          ...onBankingDays(stage, [0], (day) => creditEntry(day, first, one)),
          ...onBankingDays(stage, [1], (day) => creditEntry(day, second, other)),
          ...onBankingDays(stage, [2, 3], (day) =>
            debitEntry(day, Math.round((first + second) * 0.475), exchange),
          ),
        ],
      ];
    },
  },
  {
    ...suspiciousPattern('mule_activity'),
    name: 'opened-for-it',
    difficulty: 'hard',
    background: noHistory,
    why: 'A new account whose first entry is $2,600 to $3,200; four fifths leave in two transfers',
    act: (stage) => {
      const [from] = unfamiliarOriginators(stage.random, 1);
      const cents = stage.random.centsBetween(2_600, 3_200);
      return [
        [
          ...onBankingDays(stage, [0], (day) => creditEntry(day, cents, from)),
          ...onBankingDays(stage, [1, 2], (day) =>
            debitEntry(day, Math.round(cents * 0.4), WALLETS[1] as Originator),
          ),
        ],
      ];
    },
  },
  {
    ...suspiciousPattern('mule_activity'),
    name: 'through-the-wallet',
    difficulty: 'hard',
    why: 'A wallet that moved $40 to $90 now and then brings $2,600 to $3,100, and nine tenths of it leave by the same one',
    act: (stage) => {
      const { random } = stage;
      const wallet = WALLETS[1] as Originator;
      const cents = random.centsBetween(2_600, 3_100);
      return [
        [
          ...onBankingDays(stage, [-90, -75, -60, -45, -30, -15], (day, k) =>
            (k % 2 === 0 ? creditEntry : debitEntry)(day, random.centsBetween(40, 90), wallet),
          ),
          ...onBankingDays(stage, [0], (day) => creditEntry(day, cents, wallet)),
          ...onBankingDays(stage, [1, 1, 2], (day) => debitEntry(day, Math.round(cents * 0.3), wallet)),
        ],
      ];
    },
  },
  {
    ...innocentPattern('mule_activity'),
    name: 'pay-goes-to-the-house',
    difficulty: 'obvious',
    background: noHistory,
    why: 'Pay that goes to mortgage and card within days, every month',
    act: (stage) => [mortgage(stage).concat(employedHistory(stage))],
  },
  {
    ...innocentPattern('mule_activity'),
    name: 'loan-to-the-contractor',
    difficulty: 'hard',
    why: 'Loan proceeds of $8,000 of which a contractor is paid four days later',
    act: (stage) => [
      [
        ...onBankingDays(stage, [0], (day) => creditEntry(day, 800_000, stage.random.pick(LENDERS))),
        ...onBankingDays(stage, [3], (day) => debitEntry(day, 760_000, stage.random.pick(CONTRACTORS))),
      ],
    ],
  },
  {
    ...innocentPattern('mule_activity'),
    name: 'club-treasurer',
    difficulty: 'hard',
    why: 'Four fees of $70 by wallet, then the hall is paid',
    act: (stage) => {
      const fees = onBankingDays(stage, [0, 1, 2, 3], (day) =>
        creditEntry(day, 7_000, WALLETS[0] as Originator),
      );
      return [
        [...fees, ...onBankingDays(stage, [4], (day) => debitEntry(day, 26_000, WALLETS[0] as Originator))],
      ];
    },
  },
];
