import { COLLEGES, CONTRACTORS } from '../world/companies.ts';
import { originator } from '../world/originators.ts';
import { innocent, onDays, strangers } from './kinds.ts';
import { debit, noBackground, type Pattern, quietLife } from './pattern.ts';

const DORMITORY = originator('VALLEY DORMITORY', 'WEB', 'HOUSING');
/** A quarter past three: when this institution posts whatever came in the evening. */
const NIGHT_BATCH = 195;

/** Debits of companies that an account never had, with an ordinary reason. */
export const TAKEOVER_LOOK_ALIKES: readonly Pattern[] = [
  {
    ...innocent('account_takeover'),
    name: 'deposit-and-balance',
    difficulty: 'hard',
    why: 'A contractor nobody else here uses is paid a deposit and, three banking days later, the balance',
    act: (stage) => {
      const contractor = stage.random.pick(CONTRACTORS);
      return [
        onDays(stage, [0, 3], (day, k) =>
          debit(day, stage.random.centsBetween(k === 0 ? 1_400 : 2_200, k === 0 ? 1_900 : 3_100), contractor),
        ),
      ];
    },
  },
  {
    ...innocent('account_takeover'),
    name: 'tuition-twice-a-year',
    difficulty: 'hard',
    why: 'Tuition of about $4,000 and a room in the dormitory, paid in one week, as half a year before',
    act: (stage) => {
      const college = stage.random.pick(COLLEGES);
      const cents = stage.random.centsBetween(3_800, 4_300);
      return [
        [
          ...onDays(stage, [-85, 0], (day) => debit(day, cents, college)),
          ...onDays(stage, [-70, 2], (day) => debit(day, 185_000, DORMITORY)),
        ],
      ];
    },
  },
  {
    ...innocent('new_companies'),
    name: 'first-month-of-an-account',
    difficulty: 'obvious',
    background: noBackground,
    why: 'Everybody is new in the first month of an account: seven companies that nobody else here uses',
    act: (stage) => [
      strangers(stage.random, 7).flatMap((company, k) =>
        onDays(stage, [2 * k], (day) => debit(day, stage.random.centsBetween(60, 320), company)),
      ),
    ],
  },
  {
    ...innocent('new_companies'),
    name: 'always-somebody-new',
    difficulty: 'hard',
    why: 'Three new companies in a week with $450 and more, on an account that meets a new one every third week',
    act: (stage) => {
      const companies = strangers(stage.random, 8);
      const days = [-62, -49, -36, -23, -10, 0, 2, 4];
      return [
        onDays(stage, days, (day, k) =>
          debit(day, stage.random.centsBetween(155, 210), companies[k] ?? companies[0]),
        ),
      ];
    },
  },
  {
    ...innocent('timing_anomaly'),
    name: 'everything-posts-at-night',
    difficulty: 'hard',
    needsTime: true,
    background: (stage) => quietLife(stage).map((draft) => ({ ...draft, minute: NIGHT_BATCH })),
    why: 'Three instalments to a new company at a quarter past three, when all entries of this account are posted',
    act: (stage) => {
      const [company] = strangers(stage.random, 1);
      return [
        onDays(stage, [0, 1, 2], (day) => ({
          ...debit(day, stage.random.centsBetween(190, 320), company),
          minute: NIGHT_BATCH,
        })),
      ];
    },
  },
];
