import { cardPayment } from '../lives/bills.ts';
import { recurring } from '../lives/recurring.ts';
import { CARDS, EMPLOYERS, WALLETS } from '../world/companies.ts';
import type { Originator } from '../world/originators.ts';
import { innocent, onDays, saturday, strangers } from './kinds.ts';
import { credit, debit, noBackground, type Pattern, quietLife } from './pattern.ts';

const CARD = CARDS[0] as Originator;
const VENMO = WALLETS[0] as Originator;

/** What is out of the ordinary by a hair, or every time. */
export const HABIT_LOOK_ALIKES: readonly Pattern[] = [
  {
    ...innocent('unusual_pattern'),
    name: 'bonus-of-five-pays',
    difficulty: 'hard',
    background: noBackground,
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
      return [[...pay, credit(anchor, 700_000, employer, 'BONUS'), ...cardPayment(stage)]];
    },
  },
  {
    ...innocent('unusual_pattern'),
    name: 'card-that-doubles',
    difficulty: 'hard',
    why: 'A card that is paid $60 a month, then $120, $240, $480 and $960: each step less than 2.5 times the last',
    act: ({ calendar, anchor }) => {
      const days = calendar.monthly(7, 'after').filter((day) => day <= anchor);
      const steps = [96_000, 48_000, 24_000, 12_000];
      return [
        days
          .toReversed()
          .map((day, monthsBefore) => debit(day, steps[monthsBefore] ?? 6_000, CARD))
          .toReversed(),
      ];
    },
  },
  {
    ...innocent('round_amount_structuring'),
    name: 'three-round-and-an-odd-one',
    difficulty: 'hard',
    why: 'A boat sold in parts: three credits of $3,000 and one of $2,912.40, of one buyer within two weeks',
    act: (stage) => {
      const [buyer] = strangers(stage.random, 1);
      return [onDays(stage, [0, 2, 5, 7], (day, k) => credit(day, k === 2 ? 291_240 : 300_000, buyer))];
    },
  },
  {
    ...innocent('round_amount_structuring'),
    name: 'club-collects-round-dues',
    difficulty: 'obvious',
    why: 'Seven members of a club pay $100 to $900 by wallet within two weeks, in round hundreds',
    act: (stage) => [
      onDays(stage, [0, 1, 2, 4, 5, 7, 9], (day, k) => credit(day, (k % 3 === 0 ? 9 : k) * 10_000, VENMO)),
    ],
  },
  {
    ...innocent('weekend_only'),
    name: 'four-on-four-weekends',
    difficulty: 'hard',
    background: quietLife,
    why: 'Four debits on four Saturdays are one too few',
    act: (stage) => {
      const [company] = strangers(stage.random, 1);
      return [
        [6, 4, 2, 0].map((weeks) =>
          debit(saturday(stage, weeks), stage.random.centsBetween(40, 90), company),
        ),
      ];
    },
  },
];
