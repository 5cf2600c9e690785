import { CONTRACTORS, INSURERS, MORTGAGES, TELECOMS, UTILITIES, WALLETS } from '../world/companies.ts';
import { innocent, onDays, strangers, suspicious } from './kinds.ts';
import { debit, type Pattern } from './pattern.ts';

/** An account that is emptied to where it never paid before. */
export const ACCOUNT_TAKEOVER: readonly Pattern[] = [
  {
    ...suspicious('account_takeover'),
    name: 'drained-in-two-days',
    difficulty: 'obvious',
    why: 'Two debits of $1,900 to $3,400 to two new companies on two days, on an account that spends $84 a month',
    act: (stage) => {
      const to = strangers(stage.random, 2);
      return [
        onDays(stage, [0, 1], (day, k) =>
          debit(day, stage.random.centsBetween(1_900, 3_400), to[k === 0 ? 0 : 1]),
        ),
      ];
    },
  },
  {
    ...suspicious('account_takeover'),
    name: 'drained-in-small-steps',
    difficulty: 'hard',
    why: 'Three debits of $680 to $900 to new companies in three banking days, and a large transfer by a wallet in use',
    act: (stage) => {
      const { calendar, random, anchor } = stage;
      const to = strangers(random, 3);
      const wallet = random.pick(WALLETS);
      const usual = [-60, -45, -33, -20].map((step) => debit(calendar.shift(anchor, step), 4_000, wallet));
      const taken = to.map((company, k) =>
        debit(calendar.shift(anchor, k), random.centsBetween(680, 900), company),
      );
      return [[...usual, ...taken, debit(calendar.shift(anchor, 2), 60_000, wallet)]];
    },
  },
  {
    ...innocent('account_takeover'),
    name: 'moving-house',
    difficulty: 'hard',
    why: 'New power, water, telephone, insurance and mortgage within three weeks, all billers that many members have',
    act: (stage) => {
      const companies = [UTILITIES[0], UTILITIES[2], TELECOMS[1], INSURERS[2], MORTGAGES[0]];
      return [
        companies.flatMap((company, k) =>
          company === undefined
            ? []
            : onDays(stage, [3 * k], (day) =>
                debit(day, stage.random.centsBetween(k === 4 ? 1_300 : 80, k === 4 ? 1_700 : 190), company),
              ),
        ),
      ];
    },
  },
  {
    ...innocent('account_takeover'),
    name: 'contractor-paid-once',
    difficulty: 'hard',
    why: 'One invoice of $4,200 to $5,900 by a contractor nobody else here uses',
    act: ({ random, anchor }) => [
      [debit(anchor, random.centsBetween(4_200, 5_900), random.pick(CONTRACTORS))],
    ],
  },
];
