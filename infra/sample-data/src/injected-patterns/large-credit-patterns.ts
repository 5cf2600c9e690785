import {
  EMPLOYERS,
  INSURANCE_CLAIM,
  IRA_CUSTODIANS,
  LENDERS,
  originator,
  TAX_REFUND,
  TRADE_CUSTOMERS,
  UNFAMILIAR_ORIGINATORS,
} from '../originating-companies.ts';
import { recurring } from '../personas/recurring-payments.ts';
import { creditEntry, employedHistory, type InjectedPattern, noHistory } from './injected-pattern.ts';

const INNOCENT_LARGE_CREDIT = {
  verdict: 'innocent',
  activityType: 'large_credit',
  accounts: 1,
  background: employedHistory,
} as const;

/** Large credits whose purpose explains them; the rule may list them as low, never higher. */
export const LARGE_CREDIT_LOOK_ALIKES: readonly InjectedPattern[] = [
  {
    ...INNOCENT_LARGE_CREDIT,
    name: 'loan-proceeds',
    difficulty: 'obvious',
    why: 'A home-equity loan of $35,000 to $60,000 disbursed at once',
    act: ({ random, anchor }) => [[creditEntry(anchor, random.int(35, 60) * 100_000, random.pick(LENDERS))]],
  },
  {
    ...INNOCENT_LARGE_CREDIT,
    name: 'year-end-bonus',
    difficulty: 'obvious',
    why: 'A bonus of $11,000 to $18,000 from an employer, described as such',
    act: ({ random, anchor }) => [
      [creditEntry(anchor, random.centsBetween(11_000, 18_000), random.pick(EMPLOYERS), 'BONUS')],
    ],
  },
  {
    ...INNOCENT_LARGE_CREDIT,
    name: 'refund-above-the-line',
    difficulty: 'hard',
    why: 'A tax refund of a little more than $10,000',
    act: ({ random, anchor }) => [[creditEntry(anchor, random.centsBetween(10_050, 11_400), TAX_REFUND)]],
  },
  {
    ...INNOCENT_LARGE_CREDIT,
    name: 'retirement-distribution',
    difficulty: 'obvious',
    why: 'An IRA distribution of $14,000 to $24,000',
    act: ({ random, anchor }) => [
      [creditEntry(anchor, random.centsBetween(14_000, 24_000), random.pick(IRA_CUSTODIANS))],
    ],
  },
  {
    ...INNOCENT_LARGE_CREDIT,
    name: 'insurance-claim',
    difficulty: 'obvious',
    why: 'A roof paid by the insurer',
    act: ({ random, anchor }) => [
      [creditEntry(anchor, random.centsBetween(11_500, 17_000), INSURANCE_CLAIM)],
    ],
  },
  {
    ...INNOCENT_LARGE_CREDIT,
    name: 'trade-customer',
    persons: 'business',
    difficulty: 'hard',
    why: 'A business that the same customer pays $11,000 to $14,000 every two weeks',
    background: noHistory,
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
    ...INNOCENT_LARGE_CREDIT,
    name: 'one-cent-below',
    difficulty: 'hard',
    why: 'A single credit of $9,999.99 is below the line and alone',
    act: ({ random, anchor }) => [[creditEntry(anchor, 999_999, random.pick(UNFAMILIAR_ORIGINATORS))]],
  },
];

const SUSPICIOUS_LARGE_CREDIT = {
  verdict: 'suspicious',
  activityType: 'large_credit',
  accounts: 1,
  background: employedHistory,
} as const;

const ESCROW = originator('COPPERFIELD ESCR', 'PPD', 'PROCEEDS');

/** Credits of $10,000 and more that the account's income does not explain. */
export const LARGE_CREDITS: readonly InjectedPattern[] = [
  {
    ...SUSPICIOUS_LARGE_CREDIT,
    name: 'windfall',
    difficulty: 'obvious',
    why: 'One credit of $26,000 to $48,000 on an account that lives on pay below $2,400',
    act: ({ random, anchor }) => [[creditEntry(anchor, random.centsBetween(26_000, 48_000), ESCROW)]],
  },
  {
    ...SUSPICIOUS_LARGE_CREDIT,
    name: 'exactly-ten-thousand',
    difficulty: 'hard',
    why: 'Exactly $10,000.00, the first entry of its sender',
    act: ({ random, anchor }) => [[creditEntry(anchor, 1_000_000, random.pick(UNFAMILIAR_ORIGINATORS))]],
  },
  {
    ...SUSPICIOUS_LARGE_CREDIT,
    name: 'second-from-the-sender',
    difficulty: 'hard',
    why: '$14,000 to $16,000 after one earlier credit of $7,900 from the same sender: one is not yet a habit',
    act: ({ random, calendar, anchor }) => {
      const sender = random.pick(UNFAMILIAR_ORIGINATORS);
      return [
        [
          creditEntry(calendar.shift(anchor, -42), 790_000, sender),
          creditEntry(anchor, random.centsBetween(14_000, 15_700), sender),
        ],
      ];
    },
  },
  {
    ...SUSPICIOUS_LARGE_CREDIT,
    name: 'first-entry-of-an-account',
    difficulty: 'hard',
    background: (stage) => employedHistory(stage).filter((draft) => draft.day > stage.anchor + 9),
    why: 'An account whose very first entry is $12,000 to $19,000; pay follows later',
    act: ({ random, anchor }) => [
      [creditEntry(anchor, random.centsBetween(12_000, 19_000), random.pick(UNFAMILIAR_ORIGINATORS))],
    ],
  },
];
