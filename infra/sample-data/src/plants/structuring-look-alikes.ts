import type { Draft } from '../draft.ts';
import { monthlyTax } from '../lives/business.ts';
import { recurring } from '../lives/recurring.ts';
import { CARD_PROCESSORS, IRA_CUSTODIANS, LENDERS, STRANGERS, TAX_REFUND } from '../world/companies.ts';
import { originator } from '../world/originators.ts';
import { credit, noBackground, type Pattern, type Stage, steadyLife } from './pattern.ts';

const innocent = {
  verdict: 'innocent',
  activityType: 'structuring',
  accounts: 1,
  background: steadyLife,
} as const;
const RENT_PLATFORM = originator('RENTFLOW PMTS', 'PPD', 'RENT PMTS');

/** Large sums below the line with an ordinary reason. */
export const STRUCTURING_LOOK_ALIKES: readonly Pattern[] = [
  {
    ...innocent,
    name: 'two-just-below',
    difficulty: 'hard',
    why: 'Two credits just below the line are one too few',
    act: ({ random, calendar, anchor }) => [
      [0, 3].map((step) =>
        credit(calendar.shift(anchor, step), random.centsBetween(9_050, 9_900), STRANGERS[0] ?? TAX_REFUND),
      ),
    ],
  },
  {
    ...innocent,
    name: 'refund-and-distribution',
    difficulty: 'hard',
    why: 'A tax refund, a state refund and an IRA distribution near $9,400 in one spring week',
    act: ({ random, calendar, anchor }) => [
      [
        credit(anchor, random.centsBetween(9_200, 9_600), TAX_REFUND),
        credit(calendar.shift(anchor, 2), random.centsBetween(9_000, 9_800), random.pick(IRA_CUSTODIANS)),
        credit(calendar.shift(anchor, 4), random.centsBetween(8_200, 8_900), TAX_REFUND),
      ],
    ],
  },
  {
    ...innocent,
    name: 'loan-in-three-draws',
    difficulty: 'hard',
    why: 'A home-equity loan disbursed in three draws of $9,000',
    act: ({ random, calendar, anchor }) => {
      const lender = random.pick(LENDERS);
      return [[0, 3, 5].map((step) => credit(calendar.shift(anchor, step), 900_000, lender))];
    },
  },
  {
    ...innocent,
    name: 'merchant-across-the-line',
    persons: 'business',
    difficulty: 'hard',
    why: 'Weekly card takings between $8,200 and $11,600, for a year',
    background: monthlyTax,
    act: (stage) => [weekly(stage, CARD_PROCESSORS[0] ?? RENT_PLATFORM, 990_000, 0.17)],
  },
  {
    ...innocent,
    name: 'landlord',
    difficulty: 'obvious',
    why: 'Rent of six tenants on the first days of each month, by the same platform',
    background: noBackground,
    act: ({ random, calendar }) => [
      Array.from({ length: 6 }, (_, k) =>
        recurring({
          random,
          days: calendar.monthly(1 + (k % 3), 'after'),
          originator: RENT_PLATFORM,
          direction: 'Credit',
          cents: random.centsBetween(1_200, 1_950),
        }),
      ).flat(),
    ],
  },
];

function weekly(
  { random, calendar }: Stage,
  from: typeof RENT_PLATFORM,
  cents: number,
  stray: number,
): Draft[] {
  const days = calendar.everyWeeks(1, 2, 0);
  return recurring({ random, days, originator: from, direction: 'Credit', cents, stray });
}
