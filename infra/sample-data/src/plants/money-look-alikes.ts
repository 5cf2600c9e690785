import { recurring } from '../lives/recurring.ts';
import {
  EMPLOYERS,
  MERCHANTS,
  MORTGAGES,
  OTHER_BANKS,
  SAVINGS_TRANSFER,
  WALLETS,
} from '../world/companies.ts';
import { type Originator, originator } from '../world/originators.ts';
import { innocent, onDays, strangers } from './kinds.ts';
import { credit, debit, noBackground, type Pattern } from './pattern.ts';

const [VENMO, ZELLE] = WALLETS as [Originator, Originator];
/** Wages advanced until payday: the same sum comes and goes, that is the product. */
const WAGE_ADVANCES = originator('DAYSHIFT PAY', 'PPD', 'ADVANCE');

/** Money that comes and goes for an ordinary reason. */
export const MONEY_LOOK_ALIKES: readonly Pattern[] = [
  {
    ...innocent('mule_activity'),
    name: 'car-sold-rent-paid',
    difficulty: 'hard',
    why: 'A car is sold for $2,600 to $2,900 in the days in which a landlord nobody else here has takes the rent, as ever',
    act: (stage) => {
      const [buyer, landlord] = strangers(stage.random, 2);
      return [
        [
          ...onDays(stage, [-84, -63, -42, -21, 0], (day) => debit(day, 215_000, landlord)),
          ...onDays(stage, [-1], (day) => credit(day, stage.random.centsBetween(2_600, 2_900), buyer)),
        ],
      ];
    },
  },
  {
    ...innocent('mule_activity'),
    name: 'roommates-first-rent',
    difficulty: 'hard',
    background: noBackground,
    why: 'A new account: three roommates send $760 each by wallet and the landlord takes the rent of all',
    act: (stage) => {
      const [landlord] = strangers(stage.random, 1);
      const shares = onDays(stage, [0, 0, 1], (day) => credit(day, 76_000, ZELLE));
      return [[...shares, ...onDays(stage, [2], (day) => debit(day, 228_000, landlord, 'RENT'))]];
    },
  },
  {
    ...innocent('mule_activity'),
    name: 'there-and-back-again',
    difficulty: 'hard',
    why: 'Three thousand dollars of the member’s own from another bank, most of it sent back there four days later',
    act: (stage) => {
      const bank = OTHER_BANKS[0] as Originator;
      return [
        [
          ...onDays(stage, [0], (day) => credit(day, 300_000, bank)),
          ...onDays(stage, [3], (day) => debit(day, 270_000, bank)),
        ],
      ];
    },
  },
  {
    ...innocent('high_volume_mule'),
    name: 'couple-out-of-work',
    difficulty: 'hard',
    second: 'spouse',
    why: 'Both holders of a joint account receive the unemployment benefits of one state',
    act: (stage) => {
      const state = originator('NEVADA DETR', 'PPD', 'UI BENEFIT');
      return [
        [
          ...onDays(stage, [-20, -10, 0], (day) => credit(day, 41_000, state)),
          ...onDays(stage, [-15, -5], (day) => ({ ...credit(day, 44_300, state), holder: 1 as const })),
        ],
      ];
    },
  },
  {
    ...innocent('high_volume_mule'),
    name: 'six-new-tenants',
    difficulty: 'hard',
    background: noBackground,
    why: 'Six tenants of a new house pay twice a month, and the mortgage and the hardware store take most of it',
    act: (stage) => {
      const tenants = strangers(stage.random, 6);
      const rents = tenants.flatMap((tenant, k) =>
        onDays(stage, [k, k + 11], (day) => credit(day, 71_000, tenant, 'RENT')),
      );
      const out = onDays(stage, [4, 16], (day) => debit(day, 260_000, MORTGAGES[0] as Originator));
      return [
        [...rents, ...out, ...onDays(stage, [18], (day) => debit(day, 190_000, MERCHANTS[2] as Originator))],
      ];
    },
  },
  {
    ...innocent('kiting_pattern'),
    name: 'allowance-into-savings',
    difficulty: 'hard',
    background: noBackground,
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
    ...innocent('reversal_pattern'),
    name: 'friends-even-out',
    difficulty: 'hard',
    background: noBackground,
    why: 'Friends who take turns to pay: four times $25 by wallet and the same back within the week',
    act: (stage) => [
      [0, -9, -18, -27].flatMap((step, k) => [
        ...onDays(stage, [step], (day) => (k % 2 === 0 ? debit : credit)(day, 2_500, VENMO)),
        ...onDays(stage, [step + 3], (day) => (k % 2 === 0 ? credit : debit)(day, 2_500, VENMO)),
      ]),
    ],
  },
  {
    ...innocent('reversal_pattern'),
    name: 'wages-in-advance',
    difficulty: 'hard',
    background: noBackground,
    why: 'A hundred dollars of wages in advance, taken back on payday, four times in two months',
    act: (stage) => [
      [0, -10, -20, -30].flatMap((step) => [
        ...onDays(stage, [step], (day) => credit(day, 10_000, WAGE_ADVANCES)),
        ...onDays(stage, [step + 5], (day) => debit(day, 10_000, WAGE_ADVANCES)),
      ]),
    ],
  },
  {
    ...innocent('reversal_pattern'),
    name: 'everything-sent-back',
    difficulty: 'hard',
    background: noBackground,
    why: 'Four orders at a shop that everybody uses, all sent back and refunded in full',
    act: (stage) => [
      [0, -8, -17, -29].flatMap((step) => {
        const cents = stage.random.centsBetween(40, 180);
        return [
          ...onDays(stage, [step], (day) => debit(day, cents, MERCHANTS[4] as Originator)),
          ...onDays(stage, [step + 4], (day) => credit(day, cents, MERCHANTS[4] as Originator)),
        ];
      }),
    ],
  },
  {
    ...innocent('dormant_reactivation'),
    name: 'home-for-the-summer',
    difficulty: 'hard',
    background: noBackground,
    why: 'Back after five months: the old landlord takes $1,250, new shops small sums, and pay begins again',
    act: (stage) => {
      const { random, calendar } = stage;
      const home = calendar.shift(calendar.lastDay, -22);
      const [landlord, shop] = strangers(random, 2);
      const earlier = calendar.monthly(2, 'after').filter((day) => day < home - 150 && day > home - 280);
      return [
        [
          ...earlier.map((day) => debit(day, 125_000, landlord, 'RENT')),
          credit(home, 160_000, random.pickSkewed(EMPLOYERS)),
          debit(calendar.shift(home, 1), 125_000, landlord, 'RENT'),
          debit(calendar.shift(home, 2), 4_500, shop),
        ],
      ];
    },
  },
];
