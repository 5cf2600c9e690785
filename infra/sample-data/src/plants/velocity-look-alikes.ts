import type { Draft } from '../draft.ts';
import { insurance, mortgage, subscription, telecom, utility } from '../lives/bills.ts';
import { recurring } from '../lives/recurring.ts';
import { CARDS, GIG_PLATFORMS, INSURERS, MERCHANTS, TELECOMS, UTILITIES } from '../world/companies.ts';
import { debit, noBackground, type Pattern, type Stage, steadyLife } from './pattern.ts';

const innocent = {
  verdict: 'innocent',
  activityType: 'velocity_anomaly',
  accounts: 1,
  background: steadyLife,
} as const;

/** Many entries in few days with an ordinary reason. */
export const VELOCITY_LOOK_ALIKES: readonly Pattern[] = [
  {
    ...innocent,
    name: 'bills-on-the-first',
    difficulty: 'obvious',
    why: 'Seven bills drawn on the first days of every month',
    act: ({ random, calendar }) => [
      [
        ...CARDS.slice(0, 2),
        ...INSURERS.slice(0, 2),
        ...UTILITIES.slice(0, 2),
        ...TELECOMS.slice(0, 1),
      ].flatMap((company, k) =>
        recurring({
          random,
          days: calendar.monthly(1 + (k % 3), 'after'),
          originator: company,
          direction: 'Debit',
          cents: random.cents(110, 0.5),
          stray: 0.1,
        }),
      ),
    ],
  },
  {
    ...innocent,
    name: 'gig-worker',
    difficulty: 'hard',
    why: 'Paid by two platforms on most banking days, always at this rate',
    background: noBackground,
    act: ({ random, calendar }) => [
      calendar.days.flatMap((day): Draft[] =>
        random.chance(0.55)
          ? [
              {
                day,
                cents: random.cents(85, 0.4),
                direction: 'Credit',
                originator: random.pick(GIG_PLATFORMS),
              },
            ]
          : [],
      ),
    ],
  },
  {
    ...innocent,
    name: 'shopping-that-grows',
    difficulty: 'hard',
    why: 'Purchases that grow over weeks before Christmas, from one a week to four',
    act: (stage) => [growing(stage)],
  },
  {
    ...innocent,
    name: 'nine-in-three-days',
    difficulty: 'hard',
    why: 'Nine entries in three days on an account with four a week are within its rhythm',
    background: (stage) =>
      [mortgage, utility, telecom, insurance, subscription]
        .flatMap((stream) => stream(stage))
        .concat(weekly(stage)),
    act: ({ random, calendar, anchor }) => [
      Array.from({ length: 5 }, (_, k) =>
        debit(calendar.shift(anchor, k % 3), random.cents(40, 0.5), random.pick(MERCHANTS)),
      ),
    ],
  },
];

function growing({ random, calendar, anchor }: Stage): Draft[] {
  const weekly = [1, 1, 2, 2, 3, 3, 4, 4];
  return weekly.flatMap((count, week) =>
    Array.from({ length: count }, (_, k) =>
      debit(
        calendar.shift(anchor, 5 * (week - weekly.length) + k),
        random.cents(52, 0.6),
        random.pick(MERCHANTS),
      ),
    ),
  );
}

function weekly({ random, calendar }: Stage): Draft[] {
  const days = [1, 2, 4].flatMap((weekday) => calendar.everyWeeks(1, weekday, 0));
  return days.map((day) => debit(day, random.cents(42, 0.5), random.pick(MERCHANTS)));
}
