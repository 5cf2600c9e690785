import { CARDS, GIG_PLATFORMS, INSURERS, SUPPLIERS, TELECOMS, UTILITIES, WALLETS } from '../originating-companies.ts';
import { insurance, mortgage, subscription, telecom, utility } from '../personas/recurring-payments.ts';
import {
  employedHistory,
  hard,
  innocent,
  noHistory,
  obvious,
  type PatternContext,
  shopperHistory,
  suspicious,
  weeklyPurchases,
} from './injected-pattern.ts';

const onOneDay =
  (count: number) =>
  ({ anchor, purchases }: PatternContext) =>
    purchases(Array<number>(count).fill(anchor), 22);

export const FREQUENT_DEBITS = [
  ...suspicious('frequent_debits', [
    obvious('twenty-on-one-day', {
      why: 'Twenty-one purchases on one day by a member who buys nothing in other weeks',
      entries: onOneDay(21),
    }),
    hard('ten-on-one-day', { why: 'Exactly ten small purchases on one day', entries: onOneDay(10) }),
    hard('thirteen-of-a-daily-shopper', {
      background: ({ calendar, anchor, purchases }) =>
        purchases(
          calendar.days
            .filter((day) => day > anchor - 77 && day !== anchor && day < anchor + 14)
            .flatMap((day) => [day, day, day]),
          22,
        ),
      why: 'Thirteen purchases on one day by a member who makes three on other days: too many for a day, too few for a burst',
      entries: onOneDay(13),
    }),
  ]),
  ...innocent('frequent_debits', [
    hard('nine-on-one-day', {
      background: (context) => shopperHistory(context).filter(({ day }) => Math.abs(day - context.anchor) > 3),
      why: 'Nine purchases on one day: one too few for the rule',
      entries: onOneDay(9),
    }),
    hard('friday-is-for-bills', {
      persons: 'business',
      background: noHistory,
      why: 'A business that pays six or seven bills every Friday, and ten on one of them',
      entries: ({ random, calendar, anchor, debitsOn }) => {
        const fridays = calendar.everyWeeks(1, 5, 0).filter((day) => day > anchor - 120);
        const busiest = fridays.find((day) => day >= anchor);
        return fridays.flatMap((day) => {
          const count = day === busiest ? 10 : random.int(6, 7);
          return debitsOn(Array<number>(count).fill(day), SUPPLIERS, () => random.cents(310, 0.4));
        });
      },
    }),
  ]),
];

export const VELOCITY_LOOK_ALIKES = innocent('velocity_anomaly', [
  obvious('bills-on-the-first', {
    why: 'Seven bills debited in the first days of every month',
    entries: ({ random, calendar, around, debitsOn }) =>
      [CARDS[0], CARDS[1], INSURERS[0], INSURERS[1], UTILITIES[0], UTILITIES[1], TELECOMS[0]].flatMap((company, k) =>
        debitsOn(calendar.monthly(1 + (k % 3), 'after'), company, around(random.cents(110, 0.5), 0.1)),
      ),
  }),
  hard('gig-worker', {
    why: 'Pay from three gig platforms on most banking days, always at this rate',
    background: noHistory,
    entries: ({ random, calendar, creditsOn }) =>
      calendar.days.flatMap((day) =>
        random.chance(0.55)
          ? creditsOn(
              [day],
              () => random.pick(GIG_PLATFORMS),
              () => random.cents(85, 0.4),
            )
          : [],
      ),
  }),
  hard('shopping-that-grows', {
    why: 'Purchases that become more frequent over eight weeks, from one a week to four',
    entries: ({ calendar, anchor, purchases }) =>
      [1, 1, 2, 2, 3, 3, 4, 4].flatMap((count, week) => {
        const steps = Array.from({ length: count }, (_, k) => 5 * (week - 8) + k);
        return purchases(
          steps.map((step) => calendar.shift(anchor, step)),
          52,
          0.6,
        );
      }),
  }),
  hard('nine-in-three-days', {
    why: 'Nine entries in three days on an account with four a week: within its usual rate',
    background: (context) =>
      [mortgage, utility, telecom, insurance, subscription, weeklyPurchases].flatMap((stream) => stream(context)),
    entries: (context) => burst(context, { count: 5, steps: [0, 1, 2], median: 40 }),
  }),
]);

/** Bursts far above the account's usual rate; most accounts here have less than one entry a week. */
export const VELOCITY = suspicious('velocity_anomaly', [
  obvious('card-testing-burst', {
    why: 'Sixteen small purchases within three days on an account with one entry a week',
    entries: (context) => burst(context, { count: 16, steps: [0, 1, 2], median: 24, spread: 0.6 }),
  }),
  obvious('wallet-in-and-out', {
    why: 'Fourteen wallet transfers in both directions within three days',
    entries: ({ random, credits, debits }) =>
      Array.from({ length: 14 }, (_, k) =>
        (k % 2 === 0 ? credits : debits)([k % 3], random.pick(WALLETS), random.int(8, 60) * 500),
      ).flat(),
  }),
  hard('spread-over-a-week', {
    why: 'Ten entries spread over four banking days: the week is unusual, but no three days are',
    entries: (context) => burst(context, { count: 10, steps: [0, 1, 2, 3], median: 60 }),
  }),
  hard('burst-on-a-busy-account', {
    why: 'Fifteen entries in two banking days on an account that has about three a week',
    background: (context) => {
      const { calendar, purchases } = context;
      const twoAWeek = [...calendar.everyWeeks(1, 1, 0), ...calendar.everyWeeks(1, 3, 0)];
      return [...employedHistory(context), ...purchases(twoAWeek, 38)];
    },
    entries: (context) => burst(context, { count: 15, steps: [0, 0, 1], median: 45 }),
  }),
]);

/** Spreads `count` purchases over the banking days that are `steps` after the anchor. */
function burst(
  { calendar, anchor, purchases }: PatternContext,
  { count, steps, median, spread }: { count: number; steps: number[]; median: number; spread?: number },
) {
  const days = Array.from({ length: count }, (_, k) => calendar.shift(anchor, steps[k % steps.length] ?? 0));
  return purchases(days, median, spread);
}
