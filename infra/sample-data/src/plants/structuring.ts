import { STRANGERS } from '../world/companies.ts';
import { credit, type Pattern, steadyLife } from './pattern.ts';

const suspicious = {
  verdict: 'suspicious',
  activityType: 'structuring',
  accounts: 1,
  background: steadyLife,
} as const;

/** Deposits kept under the $10,000 reporting line (31 CFR 1010.314 describes the currency offence they resemble). */
export const STRUCTURING: readonly Pattern[] = [
  {
    ...suspicious,
    name: 'three-just-below',
    difficulty: 'obvious',
    why: 'Three credits of $9,300 to $9,900 from a new sender within a week',
    act: ({ random, calendar, anchor }) => {
      const sender = random.pick(STRANGERS);
      return [
        [0, 2, 3].map((step) => credit(calendar.shift(anchor, step), random.int(93, 98) * 10_000, sender)),
      ];
    },
  },
  {
    ...suspicious,
    name: 'several-thousands-a-day',
    difficulty: 'obvious',
    why: 'Five credits of about $3,500 on four days, over $15,000 together, no day above the line',
    act: ({ random, calendar, anchor }) => {
      const senders = [random.pick(STRANGERS), random.pick(STRANGERS)] as const;
      return [
        [0, 1, 1, 2, 3].map((step, k) =>
          credit(
            calendar.shift(anchor, step),
            random.centsBetween(3_200, 3_900),
            senders[k % 2] ?? senders[0],
          ),
        ),
      ];
    },
  },
  {
    ...suspicious,
    name: 'split-over-two-accounts',
    difficulty: 'hard',
    accounts: 2,
    why: 'Four credits above $8,000, two on each of a member’s accounts: neither account alone shows three',
    act: ({ random, calendar, anchor }) => {
      const sender = random.pick(STRANGERS);
      const some = (steps: number[]) =>
        steps.map((step) => credit(calendar.shift(anchor, step), random.centsBetween(8_050, 9_700), sender));
      return [some([0, 4]), some([1, 3])];
    },
  },
  {
    ...suspicious,
    name: 'slow-triple',
    difficulty: 'hard',
    why: 'Three credits barely above $8,000 with a weekend and days of pause between them',
    act: ({ random, calendar, anchor }) => [
      [0, 2, 5].map((step) =>
        credit(calendar.shift(anchor, step), random.centsBetween(8_010, 8_190), random.pick(STRANGERS)),
      ),
    ],
  },
  {
    ...suspicious,
    name: 'two-senders-each-day',
    difficulty: 'hard',
    why: 'On three days two senders each pay under $5,000; every day ends just below the line',
    act: ({ random, calendar, anchor }) => {
      const senders = [STRANGERS[random.int(0, 5)], STRANGERS[random.int(6, 11)]];
      return [
        senders.flatMap((sender) =>
          [0, 1, 2].map((step) =>
            credit(
              calendar.shift(anchor, step),
              random.centsBetween(4_300, 4_950),
              sender ?? random.pick(STRANGERS),
            ),
          ),
        ),
      ];
    },
  },
  {
    ...suspicious,
    name: 'one-on-each-of-three-accounts',
    difficulty: 'hard',
    accounts: 3,
    why: 'One credit above $8,000 on each of a member’s three accounts within days',
    act: ({ random, calendar, anchor }) =>
      [0, 1, 4].map((step) => [
        credit(calendar.shift(anchor, step), random.centsBetween(8_200, 9_400), random.pick(STRANGERS)),
      ]),
  },
];
