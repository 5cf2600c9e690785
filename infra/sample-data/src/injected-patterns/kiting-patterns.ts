import {
  EMPLOYERS,
  MERCHANTS,
  MORTGAGES,
  type Originator,
  OTHER_BANKS,
  originator,
  SAVINGS_TRANSFER,
  WALLETS,
} from '../originating-companies.ts';
import { mortgage, recurring, savingsTransfer } from '../personas/recurring-payments.ts';
import {
  creditEntry,
  debitEntry,
  type InjectedPattern,
  innocentPattern,
  noHistory,
  onBankingDays,
  type PatternStage,
  suspiciousPattern,
  unfamiliarOriginators,
} from './injected-pattern.ts';

/** Money sent around in near-equal sums, faster than it settles. */
export const KITING: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('kiting_pattern'),
    name: 'four-rounds',
    difficulty: 'obvious',
    why: 'Four times within three weeks $1,800 to $2,600 from another bank and nearly the same back the next day',
    act: (stage) => [kitingRounds(stage, [0, 4, 8, 12], 0.02)],
  },
  {
    ...suspiciousPattern('kiting_pattern'),
    name: 'three-loose-rounds',
    difficulty: 'hard',
    why: 'Three rounds in three weeks whose two legs differ by six to seven per cent',
    act: (stage) => [kitingRounds(stage, [0, 5, 10], 0.065)],
  },
  {
    ...suspiciousPattern('kiting_pattern'),
    name: 'from-one-account-to-the-other',
    difficulty: 'hard',
    accounts: 2,
    why: 'Three times $1,800 to $2,600 come in on one account and leave from the other within three days',
    act: (stage) => {
      const legs = kitingRounds(stage, [0, 4, 9], 0.03);
      return [
        legs.filter(({ direction }) => direction === 'Credit'),
        legs.filter(({ direction }) => direction === 'Debit'),
      ];
    },
  },
  {
    ...innocentPattern('kiting_pattern'),
    name: 'savings-sweep',
    difficulty: 'obvious',
    why: 'A sweep into savings each month, and money back from there twice a year',
    act: (stage) => {
      const sweeps = savingsTransfer(stage);
      const [one, other] = [sweeps[3], sweeps[9]];
      const back = [one, other].flatMap((sweep) =>
        sweep === undefined
          ? []
          : [creditEntry(stage.calendar.shift(sweep.day, 1), 40_000, SAVINGS_TRANSFER)],
      );
      return [sweeps.concat(back)];
    },
  },
  {
    ...innocentPattern('kiting_pattern'),
    name: 'pay-then-mortgage',
    difficulty: 'hard',
    why: 'Pay on the last and a mortgage of almost the same amount on the first',
    background: noHistory,
    act: (stage) => {
      const home = mortgage(stage);
      const pay = recurring({
        random: stage.random,
        days: stage.calendar.monthly(31, 'before'),
        originator: stage.random.pickSkewed(EMPLOYERS),
        direction: 'Credit',
        cents: Math.round((home[0]?.cents ?? 150_000) * 1.03),
      });
      return [pay.concat(home)];
    },
  },
];

/** Credit, and on the next banking day the debit, by two banks in turn. */
function kitingRounds({ random, calendar, anchor }: PatternStage, steps: readonly number[], apart: number) {
  return steps.flatMap((step, k) => {
    const bank = OTHER_BANKS[k % 2] ?? SAVINGS_TRANSFER;
    const cents = random.centsBetween(1_800, 2_600);
    return [
      creditEntry(calendar.shift(anchor, step), cents, bank),
      debitEntry(calendar.shift(anchor, step + 1), Math.round(cents * (1 - apart)), bank),
    ];
  });
}

const [VENMO, ZELLE] = WALLETS as [Originator, Originator];
/** Wages advanced until payday: the same sum comes and goes, that is the product. */
const WAGE_ADVANCES = originator('DAYSHIFT PAY', 'PPD', 'ADVANCE');

/** Money that comes and goes for an ordinary reason. */
export const MONEY_LOOK_ALIKES: readonly InjectedPattern[] = [
  {
    ...innocentPattern('mule_activity'),
    name: 'car-sold-rent-paid',
    difficulty: 'hard',
    why: 'A car is sold for $2,600 to $2,900 in the days in which a landlord nobody else here has takes the rent, as ever',
    act: (stage) => {
      const [buyer, landlord] = unfamiliarOriginators(stage.random, 2);
      return [
        [
          ...onBankingDays(stage, [-84, -63, -42, -21, 0], (day) => debitEntry(day, 215_000, landlord)),
          ...onBankingDays(stage, [-1], (day) =>
            creditEntry(day, stage.random.centsBetween(2_600, 2_900), buyer),
          ),
        ],
      ];
    },
  },
  {
    ...innocentPattern('mule_activity'),
    name: 'roommates-first-rent',
    difficulty: 'hard',
    background: noHistory,
    why: 'A new account: three roommates send $760 each by wallet and the landlord takes the rent of all',
    act: (stage) => {
      const [landlord] = unfamiliarOriginators(stage.random, 1);
      const shares = onBankingDays(stage, [0, 0, 1], (day) => creditEntry(day, 76_000, ZELLE));
      return [[...shares, ...onBankingDays(stage, [2], (day) => debitEntry(day, 228_000, landlord, 'RENT'))]];
    },
  },
  {
    ...innocentPattern('mule_activity'),
    name: 'there-and-back-again',
    difficulty: 'hard',
    why: 'Three thousand dollars of the member’s own from another bank, most of it sent back there four days later',
    act: (stage) => {
      const bank = OTHER_BANKS[0] as Originator;
      return [
        [
          ...onBankingDays(stage, [0], (day) => creditEntry(day, 300_000, bank)),
          ...onBankingDays(stage, [3], (day) => debitEntry(day, 270_000, bank)),
        ],
      ];
    },
  },
  {
    ...innocentPattern('high_volume_mule'),
    name: 'couple-out-of-work',
    difficulty: 'hard',
    second: 'spouse',
    why: 'Both holders of a joint account receive the unemployment benefits of one state',
    act: (stage) => {
      const state = originator('NEVADA DETR', 'PPD', 'UI BENEFIT');
      return [
        [
          ...onBankingDays(stage, [-20, -10, 0], (day) => creditEntry(day, 41_000, state)),
          ...onBankingDays(stage, [-15, -5], (day) => ({
            ...creditEntry(day, 44_300, state),
            holder: 1 as const,
          })),
        ],
      ];
    },
  },
  {
    ...innocentPattern('high_volume_mule'),
    name: 'six-new-tenants',
    difficulty: 'hard',
    background: noHistory,
    why: 'Six tenants of a new house pay twice a month, and the mortgage and the hardware store take most of it',
    act: (stage) => {
      const tenants = unfamiliarOriginators(stage.random, 6);
      const rents = tenants.flatMap((tenant, k) =>
        onBankingDays(stage, [k, k + 11], (day) => creditEntry(day, 71_000, tenant, 'RENT')),
      );
      const out = onBankingDays(stage, [4, 16], (day) =>
        debitEntry(day, 260_000, MORTGAGES[0] as Originator),
      );
      return [
        [
          ...rents,
          ...out,
          ...onBankingDays(stage, [18], (day) => debitEntry(day, 190_000, MERCHANTS[2] as Originator)),
        ],
      ];
    },
  },
  {
    ...innocentPattern('kiting_pattern'),
    name: 'allowance-into-savings',
    difficulty: 'hard',
    background: noHistory,
    why: 'Every week $400 of the parents by wallet and the day after $400 into a savings plan, all year',
    act: ({ random, calendar }) => [
      recurring({
        random,
        days: calendar.everyWeeks(1, 1, 0),
        originator: VENMO,
        direction: 'Credit',
        cents: 40_000,
      }).concat(
        recurring({
          random,
          days: calendar.everyWeeks(1, 2, 0),
          originator: SAVINGS_TRANSFER,
          direction: 'Debit',
          cents: 40_000,
        }),
      ),
    ],
  },
  {
    ...innocentPattern('reversal_pattern'),
    name: 'friends-even-out',
    difficulty: 'hard',
    background: noHistory,
    why: 'Friends who take turns to pay: four times $25 by wallet and the same back within the week',
    act: (stage) => [
      [0, -9, -18, -27].flatMap((step, k) => [
        ...onBankingDays(stage, [step], (day) => (k % 2 === 0 ? debitEntry : creditEntry)(day, 2_500, VENMO)),
        ...onBankingDays(stage, [step + 3], (day) =>
          (k % 2 === 0 ? creditEntry : debitEntry)(day, 2_500, VENMO),
        ),
      ]),
    ],
  },
  {
    ...innocentPattern('reversal_pattern'),
    name: 'wages-in-advance',
    difficulty: 'hard',
    background: noHistory,
    why: 'A hundred dollars of wages in advance, taken back on payday, four times in two months',
    act: (stage) => [
      [0, -10, -20, -30].flatMap((step) => [
        ...onBankingDays(stage, [step], (day) => creditEntry(day, 10_000, WAGE_ADVANCES)),
        ...onBankingDays(stage, [step + 5], (day) => debitEntry(day, 10_000, WAGE_ADVANCES)),
      ]),
    ],
  },
  {
    ...innocentPattern('reversal_pattern'),
    name: 'everything-sent-back',
    difficulty: 'hard',
    background: noHistory,
    why: 'Four orders at a shop that everybody uses, all sent back and refunded in full',
    act: (stage) => [
      [0, -8, -17, -29].flatMap((step) => {
        const cents = stage.random.centsBetween(40, 180);
        return [
          ...onBankingDays(stage, [step], (day) => debitEntry(day, cents, MERCHANTS[4] as Originator)),
          ...onBankingDays(stage, [step + 4], (day) => creditEntry(day, cents, MERCHANTS[4] as Originator)),
        ];
      }),
    ],
  },
  {
    ...innocentPattern('dormant_reactivation'),
    name: 'home-for-the-summer',
    difficulty: 'hard',
    background: noHistory,
    why: 'Back after five months: the old landlord takes $1,250, new shops small sums, and pay begins again',
    act: (stage) => {
      const { random, calendar } = stage;
      const home = calendar.shift(calendar.lastDay, -22);
      const [landlord, shop] = unfamiliarOriginators(random, 2);
      const earlier = calendar.monthly(2, 'after').filter((day) => day < home - 150 && day > home - 280);
      return [
        [
          ...earlier.map((day) => debitEntry(day, 125_000, landlord, 'RENT')),
          creditEntry(home, 160_000, random.pickSkewed(EMPLOYERS)),
          debitEntry(calendar.shift(home, 1), 125_000, landlord, 'RENT'),
          debitEntry(calendar.shift(home, 2), 4_500, shop),
        ],
      ];
    },
  },
];
