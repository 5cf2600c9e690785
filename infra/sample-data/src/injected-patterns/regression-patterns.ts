import { CARDS, EMPLOYERS, MERCHANTS, type Originator, TRADE_CUSTOMERS } from '../originating-companies.ts';
import { insurance, recurring, telecom, utility } from '../personas/recurring-payments.ts';
import {
  creditEntry,
  debitEntry,
  type InjectedPattern,
  innocentPattern,
  noHistory,
  onBankingDays,
  type PatternStage,
  suspiciousPattern,
  unfamiliarOriginators,
} from './injected-pattern.ts';

const OVERLOOKED_CARD = CARDS[3] as Originator;

/** What ledgers not made by this generator held, and rules once took for something else, or let pass. */
export const REGRESSION_PATTERNS: readonly InjectedPattern[] = [
  {
    ...innocentPattern('large_credit'),
    name: 'ever-other-customers',
    persons: 'business',
    difficulty: 'hard',
    why: 'A business that four customers have paid $6,500 to $7,500 once, and a fifth pays $12,000',
    background: noHistory,
    act: ({ calendar, anchor, random }) => [
      [-100, -75, -50, -25, 0].map((step, k) =>
        creditEntry(
          calendar.shift(anchor, Math.round((step * 5) / 7)),
          k === 4 ? 1_200_000 : random.centsBetween(6_500, 7_500),
          TRADE_CUSTOMERS[k] as Originator,
        ),
      ),
    ],
  },
  {
    ...innocentPattern('unusual_pattern'),
    name: 'card-after-the-wedding',
    difficulty: 'hard',
    why: 'A card that was paid $60 to $180 a month, and once $2,400: what was bought is what is paid',
    act: ({ calendar, anchor }) => {
      const earlier = calendar.monthly(7, 'after').filter((day) => day < anchor - 5);
      return [
        earlier
          .slice(-8)
          .map((day, k) => debitEntry(day, [11_000, 18_000, 6_000, 9_500][k % 4] ?? 0, OVERLOOKED_CARD))
          .concat(debitEntry(anchor, 240_000, OVERLOOKED_CARD)),
      ];
    },
  },
  {
    ...innocentPattern('velocity_anomaly'),
    name: 'week-of-everything',
    difficulty: 'hard',
    why: 'Five purchases in the week in which the month’s pay and bills fall, on an account that is quiet otherwise',
    background: monthlyHistory,
    act: ({ random, calendar, anchor }) => {
      const first = calendar.monthly(1, 'after').findLast((day) => day <= anchor) ?? anchor;
      return [
        [0, 1, 1, 2, 3].map((step, k) =>
          debitEntry(calendar.shift(first, step), random.cents(40, 0.4), MERCHANTS[k * 2] as Originator),
        ),
      ];
    },
  },
  {
    ...suspiciousPattern('timing_anomaly'),
    name: 'after-midnight-despite-pay',
    difficulty: 'hard',
    needsTime: true,
    why: 'Three debits of $190 to $420 between two and five at night, where pay has always come at a quarter past three',
    background: ({ random, calendar }) =>
      recurring({
        random,
        days: calendar.everyWeeks(2, 5, 0),
        originator: random.pickSkewed(EMPLOYERS),
        direction: 'Credit',
        cents: random.centsBetween(1_350, 2_350),
      }).map((draft) => ({ ...draft, minute: 195 })),
    act: (stage) => {
      const [company] = unfamiliarOriginators(stage.random, 1);
      return [
        onBankingDays(stage, [0, 1, 2], (day) => ({
          ...debitEntry(day, stage.random.centsBetween(190, 420), company),
          minute: stage.random.int(125, 290),
        })),
      ];
    },
  },
];

/** Paid once a month; the bills are as few as pay. */
function monthlyHistory(stage: PatternStage) {
  const { random, calendar } = stage;
  const pay = recurring({
    random,
    days: calendar.monthly(1, 'after'),
    originator: random.pickSkewed(EMPLOYERS),
    direction: 'Credit',
    cents: random.centsBetween(1_350, 2_350),
  });
  return [utility, telecom, insurance].flatMap((stream) => stream(stage)).concat(pay);
}
