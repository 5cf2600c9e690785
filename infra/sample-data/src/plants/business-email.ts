import { recurring } from '../lives/recurring.ts';
import { EMPLOYERS, INSURANCE_CLAIM, TRADE_CUSTOMERS, WALLETS } from '../world/companies.ts';
import { type Originator, originator } from '../world/originators.ts';
import { innocent, onDays, suspicious } from './kinds.ts';
import { credit, debit, noBackground, type Pattern, quietLife, type Stage } from './pattern.ts';

const VENDOR_PAYER = originator('MARLIN SHIPYARDS', 'CCD', 'VENDOR PMT');
const EXPENSES = originator('SUMMIT ADVISORS', 'CCD', 'EXPENSE');
const CUSTOMER = TRADE_CUSTOMERS[3] as Originator;
const IMPOSTOR = originator('DELTA GROCER', 'CTX', 'VENDOR PMT');

/** Payments that an invented message has sent to the wrong account; the credit union holds the receiver. */
export const BUSINESS_EMAIL: readonly Pattern[] = [
  {
    ...suspicious('bec_pattern'),
    name: 'vendor-paid-on-wrong-account',
    difficulty: 'obvious',
    second: 'stranger',
    why: 'An invoice of $6,200 to $9,400 to a name that is not the holder’s, most of it gone by wallet within three days',
    act: (stage) => {
      const cents = stage.random.centsBetween(6_200, 9_400);
      const paid = {
        ...credit(stage.anchor, cents, VENDOR_PAYER),
        holder: 1 as const,
        addenda: 'INVOICE 48213 NEW BANK DETAILS',
      };
      const out = onDays(stage, [1, 2, 3], (day) =>
        debit(day, Math.round(cents * 0.28), WALLETS[1] as Originator),
      );
      return [[paid, ...out]];
    },
  },
  {
    ...suspicious('bec_pattern'),
    name: 'payroll-redirected',
    difficulty: 'hard',
    second: 'stranger',
    why: 'Pay of a new employer in the name of somebody who never had to do with the account, twice',
    act: (stage) => {
      const employer = stage.random.pick(EMPLOYERS);
      const cents = stage.random.centsBetween(1_500, 2_400);
      return [onDays(stage, [0, 10], (day) => ({ ...credit(day, cents, employer), holder: 1 as const }))];
    },
  },
  {
    ...suspicious('bec_pattern'),
    name: 'almost-the-customer',
    difficulty: 'hard',
    persons: 'business',
    background: regularCustomer,
    why: 'A business is paid twice its usual invoice by a name one letter short of its regular customer’s',
    act: ({ random, anchor }) => [[credit(anchor, random.centsBetween(4_300, 5_200), IMPOSTOR)]],
  },
  {
    ...innocent('bec_pattern'),
    name: 'two-payrolls-joint-account',
    difficulty: 'obvious',
    second: 'spouse',
    background: noBackground,
    why: 'Husband and wife are paid into one account; she changes her employer',
    act: ({ random, calendar, anchor }) => {
      const [his, hers, later] = [
        random.pickSkewed(EMPLOYERS),
        random.pick(EMPLOYERS),
        random.pick(EMPLOYERS),
      ];
      const days = calendar.monthly(31, 'before');
      const pay = (originator: Originator, on: readonly number[], holder: 0 | 1) =>
        recurring({
          random,
          days: on,
          originator,
          direction: 'Credit',
          cents: random.centsBetween(2_100, 3_300),
          holder,
        });
      return [
        [
          ...pay(his, days, 0),
          ...pay(
            hers,
            days.filter((day) => day < anchor),
            1,
          ),
          ...pay(
            later,
            days.filter((day) => day >= anchor),
            1,
          ),
        ],
      ];
    },
  },
  {
    ...innocent('bec_pattern'),
    name: 'married-name',
    difficulty: 'hard',
    second: 'married',
    why: 'The first name stays, the last name is new: pay of a new employer after a wedding',
    act: ({ random, calendar, anchor }) => [
      recurring({
        random,
        days: calendar.monthly(15, 'before').filter((day) => day >= anchor),
        originator: random.pick(EMPLOYERS),
        direction: 'Credit',
        cents: random.centsBetween(1_700, 2_600),
        holder: 1,
      }),
    ],
  },
  {
    ...innocent('bec_pattern'),
    name: 'expenses-paid-back',
    difficulty: 'hard',
    why: 'Travel expenses of $5,100 to $7,000 paid back by an employer in a corporate class',
    act: ({ random, anchor }) => [[credit(anchor, random.centsBetween(5_100, 7_000), EXPENSES)]],
  },
  {
    ...innocent('bec_pattern'),
    name: 'claim-settled',
    difficulty: 'obvious',
    background: quietLife,
    why: 'An insurer settles a claim of $5,400 to $8,200',
    act: ({ random, anchor }) => [[credit(anchor, random.centsBetween(5_400, 8_200), INSURANCE_CLAIM)]],
  },
];

/** One customer that pays about $2,200 every three weeks. */
function regularCustomer({ random, calendar }: Stage) {
  const days = calendar.everyWeeks(3, 3, 0);
  return recurring({ random, days, originator: CUSTOMER, direction: 'Credit', cents: 220_000, stray: 0.1 });
}
