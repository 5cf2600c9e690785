import type { Draft } from '../draft.ts';
import { EMPLOYERS, MERCHANTS, TAX_REFUND, WALLETS } from '../world/companies.ts';
import type { Originator } from '../world/originators.ts';
import { innocent, strangers, suspicious } from './kinds.ts';
import { credit, debit, noBackground, type Pattern, quietLife, type Stage, steadyLife } from './pattern.ts';

/** These begin in the last weeks of the window, so that half a year of silence fits before them. */
const FROM_THE_END = 22;

/** Accounts that wake up. */
export const DORMANT: readonly Pattern[] = [
  {
    ...suspicious('dormant_reactivation'),
    name: 'awake-after-half-a-year',
    difficulty: 'obvious',
    background: (stage) => before(stage, 190, quietLife(stage)),
    why: 'Nothing for more than 180 days, then $2,400 to $3,600 of a stranger, sent on by wallet the next day',
    act: (stage) => {
      const [from] = strangers(stage.random, 1);
      const cents = stage.random.centsBetween(2_400, 3_600);
      const [first, second] = waking(stage);
      return [[credit(first, cents, from), debit(second, Math.round(cents * 0.9), WALLETS[1] as Originator)]];
    },
  },
  {
    ...suspicious('dormant_reactivation'),
    name: 'awake-after-four-months',
    difficulty: 'hard',
    background: (stage) => before(stage, 128, quietLife(stage)),
    why: 'Silent for a little more than 120 days, then two debits of new companies, $1,050 to $1,400 together',
    act: (stage) => {
      const companies = strangers(stage.random, 2);
      return [
        waking(stage).map((day, k) =>
          debit(day, stage.random.centsBetween(525, 700), companies[k === 0 ? 0 : 1]),
        ),
      ];
    },
  },
  {
    ...innocent('dormant_reactivation'),
    name: 'seasonal-work',
    difficulty: 'obvious',
    background: noBackground,
    why: 'The employer of the last season pays again after five months',
    act: (stage) => {
      const { random, calendar } = stage;
      const employer = random.pickSkewed(EMPLOYERS);
      const cents = random.centsBetween(1_500, 2_100);
      const [first] = waking(stage);
      const earlier = calendar.everyWeeks(2, 5, 0).filter((day) => day < first - 155 && day > first - 260);
      return [[...earlier, first, calendar.shift(first, 10)].map((day) => credit(day, cents, employer))];
    },
  },
  {
    ...innocent('dormant_reactivation'),
    name: 'refund-on-a-resting-account',
    difficulty: 'obvious',
    background: (stage) => before(stage, 170, quietLife(stage)),
    why: 'A tax refund of $1,900 to $3,800 after months without any entry',
    act: (stage) => {
      const [first] = waking(stage);
      return [[credit(first, stage.random.centsBetween(1_900, 3_800), TAX_REFUND)]];
    },
  },
  {
    ...innocent('dormant_reactivation'),
    name: 'shopping-again',
    difficulty: 'hard',
    background: (stage) => before(stage, 140, steadyLife(stage)),
    why: 'After months abroad the member buys at known shops again, $1,000 to $1,300 in a week',
    act: (stage) => {
      const days = waking(stage);
      return [
        MERCHANTS.slice(3, 7).map((shop, k) =>
          debit(days[k % 2] ?? days[0], stage.random.centsBetween(255, 320), shop),
        ),
      ];
    },
  },
];

/** The day on which the account wakes up and the banking day after it. */
function waking({ calendar }: Stage): [number, number] {
  const first = calendar.shift(calendar.lastDay, -FROM_THE_END);
  return [first, calendar.shift(first, 1)];
}

/** What lies more than so many days before the account wakes up. */
function before(stage: Stage, days: number, drafts: Draft[]): Draft[] {
  const [first] = waking(stage);
  return drafts.filter(({ day }) => day < first - days);
}
