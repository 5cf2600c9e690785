import {
  CARDS,
  EMPLOYERS,
  MERCHANTS,
  type Originator,
  PAYPAL,
  TAX_REFUND,
  UTILITIES,
  VENMO,
  ZELLE,
} from '../originating-companies.ts';
import { cardPayment } from '../personas/recurring-payments.ts';
import type { DraftEntry } from '../sample-entry.ts';
import {
  employedHistory,
  hard,
  innocent,
  noHistory,
  obvious,
  type PatternContext,
  pensionerHistory,
  suspicious,
} from './injected-pattern.ts';

/** These patterns begin in the last weeks of the window, so that half a year without entries fits before them. */
const LAST_WEEKS_DAYS = 22;

export const DORMANT = [
  ...suspicious('dormant_reactivation', [
    obvious('awake-after-half-a-year', {
      background: (context) => entriesBefore(context, 190, pensionerHistory(context)),
      why: 'No entry for more than 180 days, then $2,400 to $3,600 from an unfamiliar sender, forwarded by wallet the next day',
      entries: (context) => {
        const sender = context.stranger();
        const cents = context.random.centsBetween(2_400, 3_600);
        const [first, second] = reactivationDays(context);
        return [
          ...context.creditsOn([first], sender, cents),
          ...context.debitsOn([second], ZELLE, Math.round(cents * 0.9)),
        ];
      },
    }),
    hard('awake-after-four-months', {
      background: (context) => entriesBefore(context, 128, pensionerHistory(context)),
      why: 'No entry for a little over 120 days, then two debits by new companies, $1,050 to $1,400 in total',
      entries: (context) => context.debitsOn(reactivationDays(context), context.strangers(), [525, 700]),
    }),
  ]),
  ...innocent('dormant_reactivation', [
    obvious('seasonal-work', {
      background: noHistory,
      why: 'Last season’s employer pays again after five months',
      entries: (context) => {
        const { random, calendar, creditsOn } = context;
        const [first] = reactivationDays(context);
        const days = calendar.everyWeeks(2, 5, 0).filter((day) => day < first - 155 && day > first - 260);
        return creditsOn(
          [...days, first, calendar.shift(first, 10)],
          random.pickSkewed(EMPLOYERS),
          random.centsBetween(1_500, 2_100),
        );
      },
    }),
    obvious('refund-on-a-resting-account', {
      background: (context) => entriesBefore(context, 170, pensionerHistory(context)),
      why: 'A tax refund of $1,900 to $3,800 after months without any entry',
      entries: (context) => context.creditsOn(reactivationDays(context).slice(0, 1), TAX_REFUND, [1_900, 3_800]),
    }),
    hard('shopping-again', {
      background: (context) => entriesBefore(context, 140, employedHistory(context)),
      why: 'After months abroad, the member buys at known shops again, $1,000 to $1,300 in a week',
      entries: (context) => {
        const days = reactivationDays(context);
        return context.debitsOn([...days, ...days], MERCHANTS.slice(3, 7), [255, 320]);
      },
    }),
  ]),
];

/** The day of the first entry after the pause and the banking day after it. */
function reactivationDays({ calendar }: PatternContext): [number, number] {
  const first = calendar.shift(calendar.lastDay, -LAST_WEEKS_DAYS);
  return [first, calendar.shift(first, 1)];
}

/** The entries more than `days` days before the account becomes active again. */
function entriesBefore(context: PatternContext, days: number, drafts: DraftEntry[]): DraftEntry[] {
  const [first] = reactivationDays(context);
  return drafts.filter(({ day }) => day < first - days);
}

export const HABIT_LOOK_ALIKES = [
  ...innocent('unusual_pattern', [
    hard('bonus-of-five-pays', {
      background: noHistory,
      why: 'Pay of about $1,400 every two weeks and, once, a bonus of five times as much',
      entries: (context) => {
        const { random, calendar, creditsOn, credits } = context;
        const employer = random.pick(EMPLOYERS);
        return [
          ...creditsOn(calendar.everyWeeks(2, 5, 0), employer, random.centsBetween(1_350, 1_450)),
          ...credits([0], employer, 700_000, { description: 'BONUS' }),
          ...cardPayment(context),
        ];
      },
    }),
    hard('card-that-doubles', {
      why: 'A card that is paid $60 a month, then $120, $240, $480, and $960: each payment less than 2.5 times the last',
      entries: ({ calendar, anchor, debitsOn }) => {
        const days = calendar.monthly(7, 'after').filter((day) => day <= anchor);
        const lastAmounts = [12_000, 24_000, 48_000, 96_000];
        return debitsOn(days, CARDS[0], (k) => lastAmounts.at(k - days.length) ?? 6_000);
      },
    }),
  ]),
  ...innocent('round_amount_structuring', [
    hard('three-round-and-an-odd-one', {
      why: 'A boat paid for in installments: three credits of $3,000 and one of $2,912.40 from one buyer within two weeks',
      entries: ({ stranger, credits }) => credits([0, 2, 5, 7], stranger(), (k) => (k === 2 ? 291_240 : 300_000)),
    }),
    obvious('club-collects-round-dues', {
      why: 'Seven members of a club pay $100 to $900 by wallet within two weeks, in round hundreds',
      entries: ({ credits }) => credits([0, 1, 2, 4, 5, 7, 9], VENMO, (k) => (k % 3 === 0 ? 9 : k) * 10_000),
    }),
  ]),
  ...innocent('weekend_only', [
    hard('four-on-four-weekends', {
      why: 'Four debits on four Saturdays: one too few for the rule',
      entries: ({ stranger, saturday, debitsOn }) => debitsOn([6, 4, 2, 0].map(saturday), stranger(), [40, 90]),
    }),
  ]),
];

export const UNUSUAL = [
  ...suspicious('unusual_pattern', [
    obvious('power-bill-tenfold', {
      why: 'A power bill of $1,150 to $1,600 after ten months of bills of about $110',
      background: (context) => monthlyUntilAnchor(context, UTILITIES[0], 11_000, 0.15),
      entries: ({ debits }) => debits([0], UTILITIES[0], [1_150, 1_600]),
    }),
    hard('card-payment-fivefold', {
      why: 'A payment of $495 to $560 to a card that is usually paid about $105 a month',
      background: (context) => monthlyUntilAnchor(context, CARDS[2], 10_500, 0.1),
      entries: ({ debits }) => debits([0], CARDS[2], [495, 560]),
    }),
  ]),
  ...innocent('unusual_pattern', [
    hard('winter-heating', {
      background: noHistory,
      why: 'A gas bill five times as high in January as in July, rising gradually every winter',
      entries: ({ random, calendar, debitsOn }) =>
        calendar.monthly(14, 'after').flatMap((day) => {
          const month = Number(calendar.text(day).slice(5, 7));
          const winter = (1 + Math.cos(((month - 1) / 6) * Math.PI)) / 2;
          const cents = Math.round((5_500 + 22_000 * winter) * (0.95 + 0.1 * random.next()));
          return debitsOn([day], UTILITIES[4], cents);
        }),
    }),
    obvious('card-as-it-comes', {
      background: noHistory,
      why: 'A card whose monthly payment varies by half',
      entries: cardPayment,
    }),
    hard('wallet-for-the-holiday', {
      why: 'A wallet payment of $40 a month and, once, $1,200: transfers between people may reach $1,500',
      background: (context) => monthlyUntilAnchor(context, PAYPAL, 4_000, 0.2),
      entries: ({ debits }) => debits([0], PAYPAL, 120_000),
    }),
  ]),
];

/** Ten monthly bills from the same company, in addition to a pensioner's entries. */
function monthlyUntilAnchor(context: PatternContext, from: Originator, cents: number, fraction: number) {
  const days = context.calendar.monthly(7, 'after').filter((day) => day < context.anchor - 5);
  const bills = context.debitsOn(days.slice(-10), from, context.around(cents, fraction));
  return bills.concat(pensionerHistory(context));
}
