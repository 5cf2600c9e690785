import {
  EMPLOYERS,
  MERCHANTS,
  MORTGAGES,
  OTHER_BANKS,
  originator,
  SAVINGS_TRANSFER,
  VENMO,
  ZELLE,
} from '../originating-companies.ts';
import { mortgage, savingsTransfer } from '../personas/recurring-payments.ts';
import { hard, innocent, noHistory, obvious, type PatternContext, suspicious } from './injected-pattern.ts';

export const KITING = [
  ...suspicious('kiting_pattern', [
    obvious('four-rounds', {
      why: 'Four times within three weeks, $1,800 to $2,600 comes from another bank and nearly the same goes back the next day',
      entries: (context) => kitingRounds(context, [0, 4, 8, 12], 0.02),
    }),
    hard('three-loose-rounds', {
      why: 'Three rounds in three weeks whose two legs differ by six to seven percent',
      entries: (context) => kitingRounds(context, [0, 5, 10], 0.065),
    }),
    hard('from-one-account-to-the-other', {
      accounts: 2,
      why: 'Three times, $1,800 to $2,600 comes into one account and leaves from the other within three days',
      entries: (context) => {
        const legs = Object.groupBy(kitingRounds(context, [0, 4, 9], 0.03), ({ direction }) => direction);
        return [legs.Credit ?? [], legs.Debit ?? []];
      },
    }),
  ]),
  ...innocent('kiting_pattern', [
    obvious('savings-sweep', {
      why: 'A sweep into savings each month, and money back from savings twice a year',
      entries: (context) => {
        const sweeps = savingsTransfer(context);
        const days = sweeps.map(({ day }) => context.calendar.shift(day, 1));
        const daysBack = days.filter((_, k) => k === 3 || k === 9);
        return sweeps.concat(context.creditsOn(daysBack, SAVINGS_TRANSFER, 40_000));
      },
    }),
    hard('pay-then-mortgage', {
      why: 'Pay at the end of the month and a mortgage payment of almost the same amount days later',
      background: noHistory,
      entries: (context) => {
        const { random, calendar, creditsOn } = context;
        const home = mortgage(context);
        const pay = Math.round((home[0]?.cents ?? 150_000) * 1.03);
        return creditsOn(calendar.monthly(31, 'before'), random.pickSkewed(EMPLOYERS), pay).concat(home);
      },
    }),
  ]),
];

/** Each round is a credit and, on the next banking day, a debit by the same bank. Two banks alternate. */
function kitingRounds({ random, credits, debits }: PatternContext, steps: readonly number[], fractionApart: number) {
  return steps.flatMap((step, k) => {
    const bank = OTHER_BANKS[k % 2 === 0 ? 0 : 1];
    const cents = random.centsBetween(1_800, 2_600);
    return [...credits([step], bank, cents), ...debits([step + 1], bank, Math.round(cents * (1 - fractionApart)))];
  });
}

/** Wage advances until payday: the provider sends and takes back the same amount. */
const WAGE_ADVANCES = originator('DAYSHIFT PAY', 'PPD', 'ADVANCE');
const UNEMPLOYMENT = originator('NEVADA DETR', 'PPD', 'UI BENEFIT');
const RENT = { description: 'RENT' };

export const MONEY_LOOK_ALIKES = [
  ...innocent('mule_activity', [
    hard('car-sold-rent-paid', {
      why: 'A car is sold for $2,600 to $2,900 just before a landlord that no other member pays debits the usual rent',
      entries: ({ strangers, credits, debits }) => {
        const stranger = strangers();
        return [
          ...debits([-84, -63, -42, -21, 0], stranger(1), 215_000),
          ...credits([-1], stranger(0), [2_600, 2_900]),
        ];
      },
    }),
    hard('roommates-first-rent', {
      background: noHistory,
      why: 'A new account: three roommates send $760 each by wallet, and the landlord debits the whole rent',
      entries: ({ stranger, credits, debits }) => [
        ...credits([0, 0, 1], ZELLE, 76_000),
        ...debits([2], stranger(), 228_000, RENT),
      ],
    }),
    hard('there-and-back-again', {
      why: 'Three thousand dollars of the member’s own money from another bank, most of it sent back three banking days later',
      entries: ({ credits, debits }) => [
        ...credits([0], OTHER_BANKS[0], 300_000),
        ...debits([3], OTHER_BANKS[0], 270_000),
      ],
    }),
  ]),
  ...innocent('high_volume_mule', [
    hard('couple-out-of-work', {
      second: 'spouse',
      why: 'Both holders of a joint account receive unemployment benefits from one state',
      entries: ({ credits }) => [
        ...credits([-20, -10, 0], UNEMPLOYMENT, 41_000),
        ...credits([-15, -5], UNEMPLOYMENT, 44_300, { holder: 1 }),
      ],
    }),
    hard('six-new-tenants', {
      background: noHistory,
      why: 'Six tenants in a new house each pay twice in a month, and the mortgage and the hardware store take most of it',
      entries: ({ strangers, credits, debits }) => {
        const tenant = strangers();
        return [
          ...[0, 1, 2, 3, 4, 5].flatMap((k) => credits([k, k + 11], tenant(k), 71_000, RENT)),
          ...debits([4, 16], MORTGAGES[0], 260_000),
          ...debits([18], MERCHANTS[2], 190_000),
        ];
      },
    }),
  ]),
  ...innocent('kiting_pattern', [
    hard('allowance-into-savings', {
      background: noHistory,
      why: 'Every week, $400 from the parents by wallet and, the next day, $400 into a savings plan, all year',
      entries: ({ calendar, creditsOn, debitsOn }) => [
        ...creditsOn(calendar.everyWeeks(1, 1, 0), VENMO, 40_000),
        ...debitsOn(calendar.everyWeeks(1, 2, 0), SAVINGS_TRANSFER, 40_000),
      ],
    }),
  ]),
  ...innocent('reversal_pattern', [
    hard('friends-even-out', {
      background: noHistory,
      why: 'Friends who take turns paying: four times, $25 by wallet and the same amount back within a week',
      entries: ({ credits, debits }) => [
        ...debits([0, -18], VENMO, 2_500),
        ...credits([3, -15], VENMO, 2_500),
        ...credits([-9, -27], VENMO, 2_500),
        ...debits([-6, -24], VENMO, 2_500),
      ],
    }),
    hard('wages-in-advance', {
      background: noHistory,
      why: 'A $100 wage advance, taken back on payday, four times in two months',
      entries: ({ credits, debits }) =>
        [0, -10, -20, -30].flatMap((step) => [
          ...credits([step], WAGE_ADVANCES, 10_000),
          ...debits([step + 5], WAGE_ADVANCES, 10_000),
        ]),
    }),
    hard('everything-sent-back', {
      background: noHistory,
      why: 'Four orders from a shop that everybody uses, all sent back and refunded in full',
      entries: ({ random, credits, debits }) =>
        [0, -8, -17, -29].flatMap((step) => {
          const cents = random.centsBetween(40, 180);
          return [...debits([step], MERCHANTS[4], cents), ...credits([step + 4], MERCHANTS[4], cents)];
        }),
    }),
  ]),
  ...innocent('dormant_reactivation', [
    hard('home-for-the-summer', {
      background: noHistory,
      why: 'Back after five months: the old landlord debits $1,250, a new shop a small amount, and pay resumes',
      entries: ({ random, calendar, strangers, creditsOn, debitsOn }) => {
        const home = calendar.shift(calendar.lastDay, -22);
        const stranger = strangers();
        const earlier = calendar.monthly(2, 'after').filter((day) => day < home - 150 && day > home - 280);
        return [
          ...creditsOn([home], random.pickSkewed(EMPLOYERS), 160_000),
          ...debitsOn([...earlier, calendar.shift(home, 1)], stranger(0), 125_000, RENT),
          ...debitsOn([calendar.shift(home, 2)], stranger(1), 4_500),
        ];
      },
    }),
  ]),
];
