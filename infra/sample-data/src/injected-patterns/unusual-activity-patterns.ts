import {
  CARDS,
  EMPLOYERS,
  MERCHANTS,
  type Originator,
  TAX_REFUND,
  UTILITIES,
  WALLETS,
} from '../originating-companies.ts';
import { cardPayment, recurring } from '../personas/recurring-payments.ts';
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
  pensionerHistory,
  saturdayBefore,
  suspiciousPattern,
  unfamiliarOriginators,
} from './injected-pattern.ts';

/** These begin in the last weeks of the window, so that half a year of silence fits before them. */
const LAST_WEEKS_DAYS = 22;

/** Accounts that wake up. */
export const DORMANT: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('dormant_reactivation'),
    name: 'awake-after-half-a-year',
    difficulty: 'obvious',
    background: (stage) => entriesBefore(stage, 190, pensionerHistory(stage)),
    why: 'Nothing for more than 180 days, then $2,400 to $3,600 of a stranger, sent on by wallet the next day',
    act: (stage) => {
      const [from] = unfamiliarOriginators(stage.random, 1);
      const cents = stage.random.centsBetween(2_400, 3_600);
      const [first, second] = reactivationDays(stage);
      return [
        [
          creditEntry(first, cents, from),
          debitEntry(second, Math.round(cents * 0.9), WALLETS[1] as Originator),
        ],
      ];
    },
  },
  {
    ...suspiciousPattern('dormant_reactivation'),
    name: 'awake-after-four-months',
    difficulty: 'hard',
    background: (stage) => entriesBefore(stage, 128, pensionerHistory(stage)),
    why: 'Silent for a little more than 120 days, then two debits of new companies, $1,050 to $1,400 together',
    act: (stage) => {
      const companies = unfamiliarOriginators(stage.random, 2);
      return [
        reactivationDays(stage).map((day, k) =>
          debitEntry(day, stage.random.centsBetween(525, 700), companies[k === 0 ? 0 : 1]),
        ),
      ];
    },
  },
  {
    ...innocentPattern('dormant_reactivation'),
    name: 'seasonal-work',
    difficulty: 'obvious',
    background: noHistory,
    why: 'The employer of the last season pays again after five months',
    act: (stage) => {
      const { random, calendar } = stage;
      const employer = random.pickSkewed(EMPLOYERS);
      const cents = random.centsBetween(1_500, 2_100);
      const [first] = reactivationDays(stage);
      const earlier = calendar.everyWeeks(2, 5, 0).filter((day) => day < first - 155 && day > first - 260);
      return [[...earlier, first, calendar.shift(first, 10)].map((day) => creditEntry(day, cents, employer))];
    },
  },
  {
    ...innocentPattern('dormant_reactivation'),
    name: 'refund-on-a-resting-account',
    difficulty: 'obvious',
    background: (stage) => entriesBefore(stage, 170, pensionerHistory(stage)),
    why: 'A tax refund of $1,900 to $3,800 after months without any entry',
    act: (stage) => {
      const [first] = reactivationDays(stage);
      return [[creditEntry(first, stage.random.centsBetween(1_900, 3_800), TAX_REFUND)]];
    },
  },
  {
    ...innocentPattern('dormant_reactivation'),
    name: 'shopping-again',
    difficulty: 'hard',
    background: (stage) => entriesBefore(stage, 140, employedHistory(stage)),
    why: 'After months abroad the member buys at known shops again, $1,000 to $1,300 in a week',
    act: (stage) => {
      const days = reactivationDays(stage);
      return [
        MERCHANTS.slice(3, 7).map((shop, k) =>
          debitEntry(days[k % 2] ?? days[0], stage.random.centsBetween(255, 320), shop),
        ),
      ];
    },
  },
];

/** The day on which the account wakes up and the banking day after it. */
function reactivationDays({ calendar }: PatternStage): [number, number] {
  const first = calendar.shift(calendar.lastDay, -LAST_WEEKS_DAYS);
  return [first, calendar.shift(first, 1)];
}

/** What lies more than so many days before the account wakes up. */
function entriesBefore(stage: PatternStage, days: number, drafts: DraftEntry[]): DraftEntry[] {
  const [first] = reactivationDays(stage);
  return drafts.filter(({ day }) => day < first - days);
}

const HABIT_CARD = CARDS[0] as Originator;
const VENMO = WALLETS[0] as Originator;

/** What is out of the ordinary by a hair, or every time. */
export const HABIT_LOOK_ALIKES: readonly InjectedPattern[] = [
  {
    ...innocentPattern('unusual_pattern'),
    name: 'bonus-of-five-pays',
    difficulty: 'hard',
    background: noHistory,
    why: 'Pay of about $1,400 every two weeks, and once a bonus of five times as much',
    act: (stage) => {
      const { random, calendar, anchor } = stage;
      const employer = random.pick(EMPLOYERS);
      const pay = recurring({
        random,
        days: calendar.everyWeeks(2, 5, 0),
        originator: employer,
        direction: 'Credit',
        cents: random.centsBetween(1_350, 1_450),
      });
      return [[...pay, creditEntry(anchor, 700_000, employer, 'BONUS'), ...cardPayment(stage)]];
    },
  },
  {
    ...innocentPattern('unusual_pattern'),
    name: 'card-that-doubles',
    difficulty: 'hard',
    why: 'A card that is paid $60 a month, then $120, $240, $480 and $960: each step less than 2.5 times the last',
    act: ({ calendar, anchor }) => {
      const days = calendar.monthly(7, 'after').filter((day) => day <= anchor);
      const steps = [96_000, 48_000, 24_000, 12_000];
      return [
        days
          .toReversed()
          .map((day, monthsBefore) => debitEntry(day, steps[monthsBefore] ?? 6_000, HABIT_CARD))
          .toReversed(),
      ];
    },
  },
  {
    ...innocentPattern('round_amount_structuring'),
    name: 'three-round-and-an-odd-one',
    difficulty: 'hard',
    why: 'A boat sold in parts: three credits of $3,000 and one of $2,912.40, of one buyer within two weeks',
    act: (stage) => {
      const [buyer] = unfamiliarOriginators(stage.random, 1);
      return [
        onBankingDays(stage, [0, 2, 5, 7], (day, k) => creditEntry(day, k === 2 ? 291_240 : 300_000, buyer)),
      ];
    },
  },
  {
    ...innocentPattern('round_amount_structuring'),
    name: 'club-collects-round-dues',
    difficulty: 'obvious',
    why: 'Seven members of a club pay $100 to $900 by wallet within two weeks, in round hundreds',
    act: (stage) => [
      onBankingDays(stage, [0, 1, 2, 4, 5, 7, 9], (day, k) =>
        creditEntry(day, (k % 3 === 0 ? 9 : k) * 10_000, VENMO),
      ),
    ],
  },
  {
    ...innocentPattern('weekend_only'),
    name: 'four-on-four-weekends',
    difficulty: 'hard',
    background: pensionerHistory,
    why: 'Four debits on four Saturdays are one too few',
    act: (stage) => {
      const [company] = unfamiliarOriginators(stage.random, 1);
      return [
        [6, 4, 2, 0].map((weeks) =>
          debitEntry(saturdayBefore(stage, weeks), stage.random.centsBetween(40, 90), company),
        ),
      ];
    },
  },
];

const [POWER, , , , GAS] = UTILITIES as [Originator, Originator, Originator, Originator, Originator];
const UNUSUAL_CARD = CARDS[2] as Originator;
const WALLET = WALLETS[3] as Originator;

/** A company one knows, with an amount one does not. */
export const UNUSUAL: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('unusual_pattern'),
    name: 'power-bill-tenfold',
    difficulty: 'obvious',
    why: 'A power bill of $1,150 to $1,600 after a year of bills about $110',
    background: (stage) => monthlyUntilAnchor(stage, POWER, 11_000, 0.15),
    act: (stage) => [[debitEntry(stage.anchor, stage.random.centsBetween(1_150, 1_600), POWER)]],
  },
  {
    ...suspiciousPattern('unusual_pattern'),
    name: 'card-payment-fivefold',
    difficulty: 'hard',
    why: 'A payment of $495 to $560 to a card that was paid about $105 a month',
    background: (stage) => monthlyUntilAnchor(stage, UNUSUAL_CARD, 10_500, 0.1),
    act: (stage) => [[debitEntry(stage.anchor, stage.random.centsBetween(495, 560), UNUSUAL_CARD)]],
  },
  {
    ...innocentPattern('unusual_pattern'),
    name: 'winter-heating',
    difficulty: 'hard',
    background: noHistory,
    why: 'A gas bill that is five times as high in January as in July, every winter, in small steps',
    act: ({ random, calendar }) => [
      calendar.monthly(14, 'after').map((day) => {
        const month = Number(calendar.text(day).slice(5, 7));
        const winter = (1 + Math.cos(((month - 1) / 6) * Math.PI)) / 2;
        return debitEntry(day, Math.round((5_500 + 22_000 * winter) * (0.95 + 0.1 * random.next())), GAS);
      }),
    ],
  },
  {
    ...innocentPattern('unusual_pattern'),
    name: 'card-as-it-comes',
    difficulty: 'obvious',
    background: noHistory,
    why: 'A card whose monthly payment swings by half',
    act: (stage) => [cardPayment(stage)],
  },
  {
    ...innocentPattern('unusual_pattern'),
    name: 'wallet-for-the-holiday',
    difficulty: 'hard',
    why: 'A wallet with $40 a month, once $1,200: transfers between persons may jump as far as $1,500',
    background: (stage) => monthlyUntilAnchor(stage, WALLET, 4_000, 0.2),
    act: (stage) => [[debitEntry(stage.anchor, 120_000, WALLET)]],
  },
];

/** Ten months of the same company, and a quiet life. */
function monthlyUntilAnchor(stage: PatternStage, from: Originator, cents: number, stray: number) {
  const { random, calendar, anchor } = stage;
  const days = calendar.monthly(7, 'after').filter((day) => day < anchor - 5);
  return recurring({
    random,
    days: days.slice(-10),
    originator: from,
    direction: 'Debit',
    cents,
    stray,
  }).concat(pensionerHistory(stage));
}
