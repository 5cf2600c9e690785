import { recurring } from '../lives/recurring.ts';
import { GIG_PLATFORMS, STATE_UNEMPLOYMENT, WALLETS } from '../world/companies.ts';
import type { Originator } from '../world/originators.ts';
import { innocent, onDays, strangers, suspicious } from './kinds.ts';
import { busyLife, credit, debit, noBackground, type Pattern } from './pattern.ts';

const [OHIO, TEXAS] = STATE_UNEMPLOYMENT as [Originator, Originator];

/** Accounts that collect for others. */
export const HIGH_VOLUME_MULE: readonly Pattern[] = [
  {
    ...suspicious('high_volume_mule'),
    name: 'collection-point',
    difficulty: 'obvious',
    why: 'Fourteen credits of $620 to $940 of seven strangers within a month, four fifths sent on by wallet',
    act: (stage) => {
      const { random } = stage;
      const senders = strangers(random, 7);
      const inn = senders.flatMap((from, k) =>
        onDays(stage, [2 * k - 16, 2 * k - 15], (day) => credit(day, random.centsBetween(620, 940), from)),
      );
      const total = inn.reduce((sum, { cents }) => sum + cents, 0);
      const out = onDays(stage, [-13, -10, -7, -4, -1], (day) =>
        debit(day, Math.round(total * 0.16), WALLETS[2] as Originator),
      );
      return [[...inn, ...out]];
    },
  },
  {
    ...suspicious('high_volume_mule'),
    name: 'benefits-of-two-states',
    difficulty: 'hard',
    why: 'Unemployment benefits of two states for one person within seven weeks',
    act: (stage) => [
      [
        ...onDays(stage, [0, -10, -20], (day) => credit(day, 48_000, OHIO)),
        ...onDays(stage, [-5, -15], (day) => credit(day, 56_300, TEXAS)),
      ],
    ],
  },
  {
    ...suspicious('high_volume_mule'),
    name: 'benefits-of-two-persons',
    difficulty: 'hard',
    second: 'stranger',
    why: 'Unemployment benefits of one state under two names, one of them unknown to the account',
    act: (stage) => [
      [
        ...onDays(stage, [0, -10], (day) => credit(day, 48_000, OHIO)),
        ...onDays(stage, [-4, -14], (day) => ({ ...credit(day, 51_200, OHIO), holder: 1 as const })),
      ],
    ],
  },
  {
    ...innocent('high_volume_mule'),
    name: 'two-gig-platforms',
    difficulty: 'obvious',
    background: noBackground,
    why: 'Two platforms pay every week all year, and a wallet takes most of it',
    act: ({ random, calendar }) => {
      const weekly = GIG_PLATFORMS.slice(0, 2).flatMap((originator, k) =>
        recurring({
          random,
          days: calendar.everyWeeks(2, 2, k),
          originator,
          direction: 'Credit',
          cents: random.cents(310, 0.2),
          stray: 0.3,
        }),
      );
      const out = recurring({
        random,
        days: calendar.monthly(28, 'after'),
        originator: WALLETS[0] as Originator,
        direction: 'Debit',
        cents: 55_000,
      });
      return [weekly.concat(out)];
    },
  },
  {
    ...innocent('high_volume_mule'),
    name: 'team-collects',
    difficulty: 'hard',
    background: busyLife,
    why: 'Sixteen contributions of $40 by wallet within a month, spent on one trip',
    act: (stage) => {
      const fees = onDays(stage, [0, 0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 10, 11, 11], (day, k) =>
        credit(day, 4_000, WALLETS[k % 3] as Originator),
      );
      return [[...fees, ...onDays(stage, [13], (day) => debit(day, 60_000, WALLETS[0] as Originator))]];
    },
  },
  {
    ...innocent('high_volume_mule'),
    name: 'out-of-work-once',
    difficulty: 'hard',
    why: 'Unemployment benefits of one state for the holder, every two weeks for a season',
    act: (stage) => [onDays(stage, [-60, -50, -40, -30, -20, -10, 0], (day) => credit(day, 46_500, TEXAS))],
  },
];
