import { CARDS, EMPLOYERS, MERCHANTS, TRADE_CUSTOMERS } from '../originating-companies.ts';
import { insurance, telecom, utility } from '../personas/recurring-payments.ts';
import { hard, innocent, noHistory, type PatternContext, suspicious } from './injected-pattern.ts';
import { debitsAfterMidnight, payAtNight } from './timing-patterns.ts';

/** Patterns from other ledgers that a rule once misjudged. */
export const REGRESSION_PATTERNS = [
  ...innocent('large_credit', [
    hard('ever-other-customers', {
      persons: 'business',
      why: 'A business that four customers have each paid $6,500 to $7,500 once, and that a fifth pays $12,000',
      background: noHistory,
      entries: ({ random, credits }) =>
        credits([-71, -54, -36, -18, 0], TRADE_CUSTOMERS, (k) =>
          k === 4 ? 1_200_000 : random.centsBetween(6_500, 7_500),
        ),
    }),
  ]),
  ...innocent('unusual_pattern', [
    hard('card-after-the-wedding', {
      why: 'A card usually paid $60 to $180 a month and once paid $2,400: card payments vary with purchases',
      entries: ({ calendar, anchor, debitsOn }) => {
        const earlier = calendar.monthly(7, 'after').filter((day) => day < anchor - 5);
        const amounts = [11_000, 18_000, 6_000, 9_500];
        return [
          ...debitsOn(earlier.slice(-8), CARDS[3], (k) => amounts[k % 4] ?? 0),
          ...debitsOn([anchor], CARDS[3], 240_000),
        ];
      },
    }),
  ]),
  ...innocent('velocity_anomaly', [
    hard('week-of-everything', {
      why: 'Five purchases in the week of the month’s pay and bills, on an otherwise quiet account',
      background: monthlyHistory,
      entries: ({ random, calendar, anchor, debitsOn }) => {
        const first = calendar.monthly(1, 'after').findLast((day) => day <= anchor) ?? anchor;
        const days = [0, 1, 1, 2, 3].map((step) => calendar.shift(first, step));
        const shops = MERCHANTS.filter((_, k) => k % 2 === 0);
        return debitsOn(days, shops, () => random.cents(40, 0.4));
      },
    }),
  ]),
  ...suspicious('timing_anomaly', [
    hard('after-midnight-despite-pay', {
      needsTime: true,
      why: 'Three debits of $190 to $420 between 2 and 5 a.m., on an account where pay always posts at 3:15 a.m.',
      background: payAtNight,
      entries: debitsAfterMidnight,
    }),
  ]),
];

/** Pay arrives once a month, and there are only a few monthly bills. */
function monthlyHistory(context: PatternContext) {
  const { random, calendar, creditsOn } = context;
  const employer = random.pickSkewed(EMPLOYERS);
  const pay = creditsOn(calendar.monthly(1, 'after'), employer, random.centsBetween(1_350, 2_350));
  return [utility, telecom, insurance].flatMap((stream) => stream(context)).concat(pay);
}
