import {
  CARD_PROCESSORS,
  IRA_CUSTODIANS,
  LENDERS,
  originator,
  TAX_REFUND,
  UNFAMILIAR_ORIGINATORS,
} from '../originating-companies.ts';
import { monthlyTax } from '../personas/businesses.ts';
import { recurring } from '../personas/recurring-payments.ts';
import type { DraftEntry } from '../sample-entry.ts';
import {
  creditEntry,
  employedHistory,
  type InjectedPattern,
  innocentPattern,
  noHistory,
  onBankingDays,
  type PatternStage,
  suspiciousPattern,
  unfamiliarOriginators,
} from './injected-pattern.ts';

/** Round credits that together pass the line and alone do not. */
export const ROUND_AMOUNTS: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('round_amount_structuring'),
    name: 'four-round-thousands',
    difficulty: 'obvious',
    why: 'Four credits of $2,800 to $3,900, all multiples of $100, of two new senders within nine banking days',
    act: (stage) => {
      const [one, other] = unfamiliarOriginators(stage.random, 2);
      return [
        onBankingDays(stage, [0, 2, 5, 7], (day, k) =>
          creditEntry(day, stage.random.int(28, 39) * 10_000, k % 2 === 0 ? one : other),
        ),
      ];
    },
  },
  {
    ...suspiciousPattern('round_amount_structuring'),
    name: 'four-of-five-round',
    difficulty: 'hard',
    why: 'Five credits in two weeks, four of them round, $10,400 to $11,500 together',
    act: (stage) => {
      const { random } = stage;
      const [sender] = unfamiliarOriginators(random, 1);
      return [
        onBankingDays(stage, [0, 1, 4, 6, 8], (day, k) =>
          creditEntry(day, k === 2 ? random.centsBetween(600, 900) : random.int(26, 28) * 10_000, sender),
        ),
      ];
    },
  },
  {
    ...innocentPattern('round_amount_structuring'),
    name: 'room-mates-rent',
    difficulty: 'obvious',
    why: 'Three room mates pay $700 each on the first of every month',
    act: ({ random, calendar }) => [
      unfamiliarOriginators(random, 3).flatMap((from) =>
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
    ...innocentPattern('round_amount_structuring'),
    name: 'loan-in-round-draws',
    difficulty: 'hard',
    why: 'A home-equity loan of $12,000 disbursed in four draws of $3,000',
    act: (stage) => {
      const lender = stage.random.pick(LENDERS);
      return [onBankingDays(stage, [0, 2, 4, 7], (day) => creditEntry(day, 300_000, lender))];
    },
  },
];

const INNOCENT_STRUCTURING = {
  verdict: 'innocent',
  activityType: 'structuring',
  accounts: 1,
  background: employedHistory,
} as const;
const RENT_PLATFORM = originator('RENTFLOW PMTS', 'PPD', 'RENT PMTS');

/** Large sums below the line with an ordinary reason. */
export const STRUCTURING_LOOK_ALIKES: readonly InjectedPattern[] = [
  {
    ...INNOCENT_STRUCTURING,
    name: 'two-just-below',
    difficulty: 'hard',
    why: 'Two credits just below the line are one too few',
    act: ({ random, calendar, anchor }) => [
      [0, 3].map((step) =>
        creditEntry(
          calendar.shift(anchor, step),
          random.centsBetween(9_050, 9_900),
          UNFAMILIAR_ORIGINATORS[0] ?? TAX_REFUND,
        ),
      ),
    ],
  },
  {
    ...INNOCENT_STRUCTURING,
    name: 'refund-and-distribution',
    difficulty: 'hard',
    why: 'A tax refund, a state refund and an IRA distribution near $9,400 in one spring week',
    act: ({ random, calendar, anchor }) => [
      [
        creditEntry(anchor, random.centsBetween(9_200, 9_600), TAX_REFUND),
        creditEntry(
          calendar.shift(anchor, 2),
          random.centsBetween(9_000, 9_800),
          random.pick(IRA_CUSTODIANS),
        ),
        creditEntry(calendar.shift(anchor, 4), random.centsBetween(8_200, 8_900), TAX_REFUND),
      ],
    ],
  },
  {
    ...INNOCENT_STRUCTURING,
    name: 'loan-in-three-draws',
    difficulty: 'hard',
    why: 'A home-equity loan disbursed in three draws of $9,000',
    act: ({ random, calendar, anchor }) => {
      const lender = random.pick(LENDERS);
      return [[0, 3, 5].map((step) => creditEntry(calendar.shift(anchor, step), 900_000, lender))];
    },
  },
  {
    ...INNOCENT_STRUCTURING,
    name: 'merchant-across-the-line',
    persons: 'business',
    difficulty: 'hard',
    why: 'Weekly card takings between $8,200 and $11,600, for a year',
    background: monthlyTax,
    act: (stage) => [weeklyDeposits(stage, CARD_PROCESSORS[0] ?? RENT_PLATFORM, 990_000, 0.17)],
  },
  {
    ...INNOCENT_STRUCTURING,
    name: 'landlord',
    difficulty: 'obvious',
    why: 'Rent of six tenants on the first days of each month, by the same platform',
    background: noHistory,
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

function weeklyDeposits(
  { random, calendar }: PatternStage,
  from: typeof RENT_PLATFORM,
  cents: number,
  stray: number,
): DraftEntry[] {
  const days = calendar.everyWeeks(1, 2, 0);
  return recurring({ random, days, originator: from, direction: 'Credit', cents, stray });
}

const SUSPICIOUS_STRUCTURING = {
  verdict: 'suspicious',
  activityType: 'structuring',
  accounts: 1,
  background: employedHistory,
} as const;

/** Deposits kept under the $10,000 reporting line (31 CFR 1010.314 describes the currency offence they resemble). */
export const STRUCTURING: readonly InjectedPattern[] = [
  {
    ...SUSPICIOUS_STRUCTURING,
    name: 'three-just-below',
    difficulty: 'obvious',
    why: 'Three credits of $9,300 to $9,900 from a new sender within a week',
    act: ({ random, calendar, anchor }) => {
      const sender = random.pick(UNFAMILIAR_ORIGINATORS);
      return [
        [0, 2, 3].map((step) =>
          creditEntry(calendar.shift(anchor, step), random.int(93, 98) * 10_000, sender),
        ),
      ];
    },
  },
  {
    ...SUSPICIOUS_STRUCTURING,
    name: 'several-thousands-a-day',
    difficulty: 'obvious',
    why: 'Five credits of about $3,500 on four days, over $15,000 together, no day above the line',
    act: ({ random, calendar, anchor }) => {
      const senders = [random.pick(UNFAMILIAR_ORIGINATORS), random.pick(UNFAMILIAR_ORIGINATORS)] as const;
      return [
        [0, 1, 1, 2, 3].map((step, k) =>
          creditEntry(
            calendar.shift(anchor, step),
            random.centsBetween(3_200, 3_900),
            senders[k % 2] ?? senders[0],
          ),
        ),
      ];
    },
  },
  {
    ...SUSPICIOUS_STRUCTURING,
    name: 'split-over-two-accounts',
    difficulty: 'hard',
    accounts: 2,
    why: 'Four credits above $8,000, two on each of a member’s accounts: neither account alone shows three',
    act: ({ random, calendar, anchor }) => {
      const sender = random.pick(UNFAMILIAR_ORIGINATORS);
      const some = (steps: number[]) =>
        steps.map((step) =>
          creditEntry(calendar.shift(anchor, step), random.centsBetween(8_050, 9_700), sender),
        );
      return [some([0, 4]), some([1, 3])];
    },
  },
  {
    ...SUSPICIOUS_STRUCTURING,
    name: 'slow-triple',
    difficulty: 'hard',
    why: 'Three credits barely above $8,000 with a weekend and days of pause between them',
    act: ({ random, calendar, anchor }) => [
      [0, 2, 5].map((step) =>
        creditEntry(
          calendar.shift(anchor, step),
          random.centsBetween(8_010, 8_190),
          random.pick(UNFAMILIAR_ORIGINATORS),
        ),
      ),
    ],
  },
  {
    ...SUSPICIOUS_STRUCTURING,
    name: 'two-senders-each-day',
    difficulty: 'hard',
    why: 'On three days two senders each pay under $5,000; every day ends just below the line',
    act: ({ random, calendar, anchor }) => {
      const senders = [UNFAMILIAR_ORIGINATORS[random.int(0, 5)], UNFAMILIAR_ORIGINATORS[random.int(6, 11)]];
      return [
        senders.flatMap((sender) =>
          [0, 1, 2].map((step) =>
            creditEntry(
              calendar.shift(anchor, step),
              random.centsBetween(4_300, 4_950),
              sender ?? random.pick(UNFAMILIAR_ORIGINATORS),
            ),
          ),
        ),
      ];
    },
  },
  {
    ...SUSPICIOUS_STRUCTURING,
    name: 'one-on-each-of-three-accounts',
    difficulty: 'hard',
    accounts: 3,
    why: 'One credit above $8,000 on each of a member’s three accounts within days',
    act: ({ random, calendar, anchor }) =>
      [0, 1, 4].map((step) => [
        creditEntry(
          calendar.shift(anchor, step),
          random.centsBetween(8_200, 9_400),
          random.pick(UNFAMILIAR_ORIGINATORS),
        ),
      ]),
  },
];
