import { recurring } from '../lives/recurring.ts';
import {
  EMPLOYERS,
  INSURANCE_CLAIM,
  IRA_CUSTODIANS,
  LENDERS,
  STRANGERS,
  TAX_REFUND,
  TRADE_CUSTOMERS,
} from '../world/companies.ts';
import { credit, noBackground, type Pattern, steadyLife } from './pattern.ts';

const innocent = {
  verdict: 'innocent',
  activityType: 'large_credit',
  accounts: 1,
  background: steadyLife,
} as const;

/** Large credits whose purpose explains them; the rule may list them as low, never higher. */
export const LARGE_CREDIT_LOOK_ALIKES: readonly Pattern[] = [
  {
    ...innocent,
    name: 'loan-proceeds',
    difficulty: 'obvious',
    why: 'A home-equity loan of $35,000 to $60,000 disbursed at once',
    act: ({ random, anchor }) => [[credit(anchor, random.int(35, 60) * 100_000, random.pick(LENDERS))]],
  },
  {
    ...innocent,
    name: 'year-end-bonus',
    difficulty: 'obvious',
    why: 'A bonus of $11,000 to $18,000 from an employer, described as such',
    act: ({ random, anchor }) => [
      [credit(anchor, random.centsBetween(11_000, 18_000), random.pick(EMPLOYERS), 'BONUS')],
    ],
  },
  {
    ...innocent,
    name: 'refund-above-the-line',
    difficulty: 'hard',
    why: 'A tax refund of a little more than $10,000',
    act: ({ random, anchor }) => [[credit(anchor, random.centsBetween(10_050, 11_400), TAX_REFUND)]],
  },
  {
    ...innocent,
    name: 'retirement-distribution',
    difficulty: 'obvious',
    why: 'An IRA distribution of $14,000 to $24,000',
    act: ({ random, anchor }) => [
      [credit(anchor, random.centsBetween(14_000, 24_000), random.pick(IRA_CUSTODIANS))],
    ],
  },
  {
    ...innocent,
    name: 'insurance-claim',
    difficulty: 'obvious',
    why: 'A roof paid by the insurer',
    act: ({ random, anchor }) => [[credit(anchor, random.centsBetween(11_500, 17_000), INSURANCE_CLAIM)]],
  },
  {
    ...innocent,
    name: 'trade-customer',
    persons: 'business',
    difficulty: 'hard',
    why: 'A business that the same customer pays $11,000 to $14,000 every two weeks',
    background: noBackground,
    act: ({ random, calendar }) => [
      recurring({
        random,
        days: calendar.everyWeeks(2, 3, 0),
        originator: random.pick(TRADE_CUSTOMERS),
        direction: 'Credit',
        cents: 1_250_000,
        stray: 0.12,
      }),
    ],
  },
  {
    ...innocent,
    name: 'one-cent-below',
    difficulty: 'hard',
    why: 'A single credit of $9,999.99 is below the line and alone',
    act: ({ random, anchor }) => [[credit(anchor, 999_999, random.pick(STRANGERS))]],
  },
];
