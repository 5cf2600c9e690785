import {
  CARDS,
  GIG_PLATFORMS,
  INSURERS,
  MERCHANTS,
  SUPPLIERS,
  TELECOMS,
  UTILITIES,
  WALLETS,
} from '../originating-companies.ts';
import {
  insurance,
  mortgage,
  recurring,
  subscription,
  telecom,
  utility,
} from '../personas/recurring-payments.ts';
import type { DraftEntry } from '../sample-entry.ts';
import {
  creditEntry,
  debitEntry,
  employedHistory,
  type InjectedPattern,
  innocentPattern,
  noHistory,
  onBankingDays,
  type PatternStage,
  shopperHistory,
  suspiciousPattern,
} from './injected-pattern.ts';

/** Very many debits on one day. */
export const FREQUENT_DEBITS: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('frequent_debits'),
    name: 'twenty-on-one-day',
    difficulty: 'obvious',
    why: 'Twenty-one purchases on one day by a member who buys nothing in other weeks',
    act: (stage) => [purchases(stage, 21)],
  },
  {
    ...suspiciousPattern('frequent_debits'),
    name: 'ten-on-one-day',
    difficulty: 'hard',
    why: 'Exactly ten small purchases on one day',
    act: (stage) => [purchases(stage, 10)],
  },
  {
    ...suspiciousPattern('frequent_debits'),
    name: 'thirteen-of-a-daily-shopper',
    difficulty: 'hard',
    background: shoppingEveryDay,
    why: 'Thirteen purchases on one day by somebody who makes three on every other: too many for a day, too few for a burst',
    act: (stage) => [purchases(stage, 13)],
  },
  {
    ...innocentPattern('frequent_debits'),
    name: 'nine-on-one-day',
    difficulty: 'hard',
    background: (stage) => shopperHistory(stage).filter(({ day }) => Math.abs(day - stage.anchor) > 3),
    why: 'Nine purchases on one day are one too few',
    act: (stage) => [purchases(stage, 9)],
  },
  {
    ...innocentPattern('frequent_debits'),
    name: 'friday-is-for-bills',
    difficulty: 'hard',
    persons: 'business',
    background: noHistory,
    why: 'A business that draws six or seven bills every Friday, and ten on one of them',
    act: ({ random, calendar, anchor }) => {
      const fridays = calendar.everyWeeks(1, 5, 0).filter((day) => day > anchor - 120);
      const busiest = fridays.find((day) => day >= anchor);
      return [
        fridays.flatMap((day) =>
          Array.from({ length: day === busiest ? 10 : random.int(6, 7) }, (_, k) =>
            debitEntry(
              day,
              random.cents(310, 0.4),
              SUPPLIERS[k % SUPPLIERS.length] ?? random.pick(SUPPLIERS),
            ),
          ),
        ),
      ];
    },
  },
];

function purchases(stage: PatternStage, count: number) {
  const { random } = stage;
  return onBankingDays(stage, Array<number>(count).fill(0), (day) =>
    debitEntry(day, random.cents(22, 0.5), random.pick(MERCHANTS)),
  );
}

/** Three purchases on every banking day from eleven weeks before the anchor on, but for the anchor itself. */
function shoppingEveryDay({ random, calendar, anchor }: PatternStage) {
  return calendar.days
    .filter((day) => day > anchor - 77 && day !== anchor && day < anchor + 14)
    .flatMap((day) =>
      Array.from({ length: 3 }, () => debitEntry(day, random.cents(22, 0.5), random.pick(MERCHANTS))),
    );
}

const INNOCENT_VELOCITY = {
  verdict: 'innocent',
  activityType: 'velocity_anomaly',
  accounts: 1,
  background: employedHistory,
} as const;

/** Many entries in few days with an ordinary reason. */
export const VELOCITY_LOOK_ALIKES: readonly InjectedPattern[] = [
  {
    ...INNOCENT_VELOCITY,
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
    ...INNOCENT_VELOCITY,
    name: 'gig-worker',
    difficulty: 'hard',
    why: 'Paid by two platforms on most banking days, always at this rate',
    background: noHistory,
    act: ({ random, calendar }) => [
      calendar.days.flatMap((day): DraftEntry[] =>
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
    ...INNOCENT_VELOCITY,
    name: 'shopping-that-grows',
    difficulty: 'hard',
    why: 'Purchases that grow over weeks before Christmas, from one a week to four',
    act: (stage) => [growingActivity(stage)],
  },
  {
    ...INNOCENT_VELOCITY,
    name: 'nine-in-three-days',
    difficulty: 'hard',
    why: 'Nine entries in three days on an account with four a week are within its rhythm',
    background: (stage) =>
      [mortgage, utility, telecom, insurance, subscription]
        .flatMap((stream) => stream(stage))
        .concat(weeklyEntries(stage)),
    act: ({ random, calendar, anchor }) => [
      Array.from({ length: 5 }, (_, k) =>
        debitEntry(calendar.shift(anchor, k % 3), random.cents(40, 0.5), random.pick(MERCHANTS)),
      ),
    ],
  },
];

function growingActivity({ random, calendar, anchor }: PatternStage): DraftEntry[] {
  const weekly = [1, 1, 2, 2, 3, 3, 4, 4];
  return weekly.flatMap((count, week) =>
    Array.from({ length: count }, (_, k) =>
      debitEntry(
        calendar.shift(anchor, 5 * (week - weekly.length) + k),
        random.cents(52, 0.6),
        random.pick(MERCHANTS),
      ),
    ),
  );
}

function weeklyEntries({ random, calendar }: PatternStage): DraftEntry[] {
  const days = [1, 2, 4].flatMap((weekday) => calendar.everyWeeks(1, weekday, 0));
  return days.map((day) => debitEntry(day, random.cents(42, 0.5), random.pick(MERCHANTS)));
}

const SUSPICIOUS_VELOCITY = {
  verdict: 'suspicious',
  activityType: 'velocity_anomaly',
  accounts: 1,
  background: employedHistory,
} as const;

/** Bursts far above the account's own rhythm; most accounts here see less than one entry a week. */
export const VELOCITY: readonly InjectedPattern[] = [
  {
    ...SUSPICIOUS_VELOCITY,
    name: 'card-testing-burst',
    difficulty: 'obvious',
    why: 'Some sixteen small purchases within three days on an account with one entry a week',
    act: (stage) => [
      burstOfEntries(stage, 16, [0, 1, 2], () =>
        debitEntry(0, stage.random.cents(24, 0.6), stage.random.pick(MERCHANTS)),
      ),
    ],
  },
  {
    ...SUSPICIOUS_VELOCITY,
    name: 'wallet-in-and-out',
    difficulty: 'obvious',
    why: 'Fourteen wallet transfers in both directions within three days',
    act: (stage) => [
      burstOfEntries(stage, 14, [0, 1, 2], (k) => {
        const wallet = stage.random.pick(WALLETS);
        const cents = stage.random.int(8, 60) * 500;
        return k % 2 === 0 ? creditEntry(0, cents, wallet) : debitEntry(0, cents, wallet);
      }),
    ],
  },
  {
    ...SUSPICIOUS_VELOCITY,
    name: 'spread-over-a-week',
    difficulty: 'hard',
    why: 'Ten entries spread over one week: no three days stand out, the week does',
    act: (stage) => [
      burstOfEntries(stage, 10, [0, 1, 2, 3], () =>
        debitEntry(0, stage.random.cents(60, 0.5), stage.random.pick(MERCHANTS)),
      ),
    ],
  },
  {
    ...SUSPICIOUS_VELOCITY,
    name: 'burst-on-a-busy-account',
    difficulty: 'hard',
    why: 'Fifteen entries in three days on an account that sees about three a week',
    background: (stage) => [...employedHistory(stage), ...twoAWeek(stage)],
    act: (stage) => [
      burstOfEntries(stage, 15, [0, 0, 1], () =>
        debitEntry(0, stage.random.cents(45, 0.5), stage.random.pick(MERCHANTS)),
      ),
    ],
  },
];

/** `count` entries dealt out over banking days counted from the anchor. */
function burstOfEntries(
  { calendar, anchor }: PatternStage,
  count: number,
  steps: number[],
  make: (k: number) => DraftEntry,
): DraftEntry[] {
  return Array.from({ length: count }, (_, k) => {
    return { ...make(k), day: calendar.shift(anchor, steps[k % steps.length] ?? 0) };
  });
}

function twoAWeek({ random, calendar }: PatternStage): DraftEntry[] {
  const days = [...calendar.everyWeeks(1, 1, 0), ...calendar.everyWeeks(1, 3, 0)];
  return days.map((day) => debitEntry(day, random.cents(38, 0.5), random.pick(MERCHANTS)));
}
