import type { Draft } from '../draft.ts';
import { MERCHANTS, WALLETS } from '../world/companies.ts';
import { credit, debit, type Pattern, type Stage, steadyLife } from './pattern.ts';

const suspicious = {
  verdict: 'suspicious',
  activityType: 'velocity_anomaly',
  accounts: 1,
  background: steadyLife,
} as const;

/** Bursts far above the account's own rhythm; most accounts here see less than one entry a week. */
export const VELOCITY: readonly Pattern[] = [
  {
    ...suspicious,
    name: 'card-testing-burst',
    difficulty: 'obvious',
    why: 'Some sixteen small purchases within three days on an account with one entry a week',
    act: (stage) => [
      burst(stage, 16, [0, 1, 2], () => debit(0, stage.random.cents(24, 0.6), stage.random.pick(MERCHANTS))),
    ],
  },
  {
    ...suspicious,
    name: 'wallet-in-and-out',
    difficulty: 'obvious',
    why: 'Fourteen wallet transfers in both directions within three days',
    act: (stage) => [
      burst(stage, 14, [0, 1, 2], (k) => {
        const wallet = stage.random.pick(WALLETS);
        const cents = stage.random.int(8, 60) * 500;
        return k % 2 === 0 ? credit(0, cents, wallet) : debit(0, cents, wallet);
      }),
    ],
  },
  {
    ...suspicious,
    name: 'spread-over-a-week',
    difficulty: 'hard',
    why: 'Ten entries spread over one week: no three days stand out, the week does',
    act: (stage) => [
      burst(stage, 10, [0, 1, 2, 3], () =>
        debit(0, stage.random.cents(60, 0.5), stage.random.pick(MERCHANTS)),
      ),
    ],
  },
  {
    ...suspicious,
    name: 'burst-on-a-busy-account',
    difficulty: 'hard',
    why: 'Fifteen entries in three days on an account that sees about three a week',
    background: (stage) => [...steadyLife(stage), ...twoAWeek(stage)],
    act: (stage) => [
      burst(stage, 15, [0, 0, 1], () => debit(0, stage.random.cents(45, 0.5), stage.random.pick(MERCHANTS))),
    ],
  },
];

/** `count` entries dealt out over banking days counted from the anchor. */
function burst(
  { calendar, anchor }: Stage,
  count: number,
  steps: number[],
  make: (k: number) => Draft,
): Draft[] {
  return Array.from({ length: count }, (_, k) => {
    return { ...make(k), day: calendar.shift(anchor, steps[k % steps.length] ?? 0) };
  });
}

function twoAWeek({ random, calendar }: Stage): Draft[] {
  const days = [...calendar.everyWeeks(1, 1, 0), ...calendar.everyWeeks(1, 3, 0)];
  return days.map((day) => debit(day, random.cents(38, 0.5), random.pick(MERCHANTS)));
}
