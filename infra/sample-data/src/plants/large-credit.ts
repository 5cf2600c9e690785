import { STRANGERS } from '../world/companies.ts';
import { originator } from '../world/originators.ts';
import { credit, type Pattern, steadyLife } from './pattern.ts';

const suspicious = {
  verdict: 'suspicious',
  activityType: 'large_credit',
  accounts: 1,
  background: steadyLife,
} as const;

const ESCROW = originator('COPPERFIELD ESCR', 'PPD', 'PROCEEDS');

/** Credits of $10,000 and more that the account's income does not explain. */
export const LARGE_CREDITS: readonly Pattern[] = [
  {
    ...suspicious,
    name: 'windfall',
    difficulty: 'obvious',
    why: 'One credit of $26,000 to $48,000 on an account that lives on pay below $2,400',
    act: ({ random, anchor }) => [[credit(anchor, random.centsBetween(26_000, 48_000), ESCROW)]],
  },
  {
    ...suspicious,
    name: 'exactly-ten-thousand',
    difficulty: 'hard',
    why: 'Exactly $10,000.00, the first entry of its sender',
    act: ({ random, anchor }) => [[credit(anchor, 1_000_000, random.pick(STRANGERS))]],
  },
  {
    ...suspicious,
    name: 'second-from-the-sender',
    difficulty: 'hard',
    why: '$14,000 to $16,000 after one earlier credit of $7,900 from the same sender: one is not yet a habit',
    act: ({ random, calendar, anchor }) => {
      const sender = random.pick(STRANGERS);
      return [
        [
          credit(calendar.shift(anchor, -42), 790_000, sender),
          credit(anchor, random.centsBetween(14_000, 15_700), sender),
        ],
      ];
    },
  },
  {
    ...suspicious,
    name: 'first-entry-of-an-account',
    difficulty: 'hard',
    background: (stage) => steadyLife(stage).filter((draft) => draft.day > stage.anchor + 9),
    why: 'An account whose very first entry is $12,000 to $19,000; pay follows later',
    act: ({ random, anchor }) => [
      [credit(anchor, random.centsBetween(12_000, 19_000), random.pick(STRANGERS))],
    ],
  },
];
