import {
  EMPLOYERS,
  INSURANCE_CLAIM,
  INSURERS,
  MERCHANTS,
  type Originator,
  originator,
  SUPPLIERS,
  TRADE_CUSTOMERS,
  WALLETS,
} from '../originating-companies.ts';
import { recurring } from '../personas/recurring-payments.ts';
import {
  creditEntry,
  debitEntry,
  type InjectedPattern,
  innocentPattern,
  noHistory,
  onBankingDays,
  type PatternStage,
  pensionerHistory,
  suspiciousPattern,
  unfamiliarOriginators,
} from './injected-pattern.ts';

const BUSINESS_EMAIL_PAYER = originator('MARLIN SHIPYARDS', 'CCD', 'VENDOR PMT');
const EXPENSES = originator('SUMMIT ADVISORS', 'CCD', 'EXPENSE');
const CUSTOMER = TRADE_CUSTOMERS[3] as Originator;
const IMPOSTOR = originator('DELTA GROCER', 'CTX', 'VENDOR PMT');

/** Payments that an invented message has sent to the wrong account; the credit union holds the receiver. */
export const BUSINESS_EMAIL: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('bec_pattern'),
    name: 'vendor-paid-on-wrong-account',
    difficulty: 'obvious',
    second: 'stranger',
    why: 'An invoice of $6,200 to $9,400 to a name that is not the holder’s, most of it gone by wallet within three days',
    act: (stage) => {
      const cents = stage.random.centsBetween(6_200, 9_400);
      const paid = {
        ...creditEntry(stage.anchor, cents, BUSINESS_EMAIL_PAYER),
        holder: 1 as const,
        addenda: 'INVOICE 48213 NEW BANK DETAILS',
      };
      const out = onBankingDays(stage, [1, 2, 3], (day) =>
        debitEntry(day, Math.round(cents * 0.28), WALLETS[1] as Originator),
      );
      return [[paid, ...out]];
    },
  },
  {
    ...suspiciousPattern('bec_pattern'),
    name: 'payroll-redirected',
    difficulty: 'hard',
    second: 'stranger',
    why: 'Pay of a new employer in the name of somebody who never had to do with the account, twice',
    act: (stage) => {
      const employer = stage.random.pick(EMPLOYERS);
      const cents = stage.random.centsBetween(1_500, 2_400);
      return [
        onBankingDays(stage, [0, 10], (day) => ({
          ...creditEntry(day, cents, employer),
          holder: 1 as const,
        })),
      ];
    },
  },
  {
    ...suspiciousPattern('bec_pattern'),
    name: 'almost-the-customer',
    difficulty: 'hard',
    persons: 'business',
    background: regularCustomer,
    why: 'A business is paid twice its usual invoice by a name one letter short of its regular customer’s',
    act: ({ random, anchor }) => [[creditEntry(anchor, random.centsBetween(4_300, 5_200), IMPOSTOR)]],
  },
  {
    ...innocentPattern('bec_pattern'),
    name: 'two-payrolls-joint-account',
    difficulty: 'obvious',
    second: 'spouse',
    background: noHistory,
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
    ...innocentPattern('bec_pattern'),
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
    ...innocentPattern('bec_pattern'),
    name: 'expenses-paid-back',
    difficulty: 'hard',
    why: 'Travel expenses of $5,100 to $7,000 paid back by an employer in a corporate class',
    act: ({ random, anchor }) => [[creditEntry(anchor, random.centsBetween(5_100, 7_000), EXPENSES)]],
  },
  {
    ...innocentPattern('bec_pattern'),
    name: 'claim-settled',
    difficulty: 'obvious',
    background: pensionerHistory,
    why: 'An insurer settles a claim of $5,400 to $8,200',
    act: ({ random, anchor }) => [[creditEntry(anchor, random.centsBetween(5_400, 8_200), INSURANCE_CLAIM)]],
  },
];

/** One customer that pays about $2,200 every three weeks. */
function regularCustomer({ random, calendar }: PatternStage) {
  const days = calendar.everyWeeks(3, 3, 0);
  return recurring({ random, days, originator: CUSTOMER, direction: 'Credit', cents: 220_000, stray: 0.1 });
}

const [WON, CLINICS] = [TRADE_CUSTOMERS[0], TRADE_CUSTOMERS[7]] as [Originator, Originator];
const RENAMED = originator('HILLTOP CLINIC', 'CTX', 'VENDOR PMT');
const LOOK_ALIKE_PAYER = originator('CASTLE ESTATES', 'CCD', 'VENDOR PMT');
const URGENT_ROOFING = originator('URGENT ROOFING', 'CCD', 'INVOICE');

/** Payments between companies and words in them, with an ordinary reason. */
export const EMAIL_LOOK_ALIKES: readonly InjectedPattern[] = [
  {
    ...innocentPattern('bec_pattern'),
    name: 'business-wins-a-customer',
    difficulty: 'hard',
    persons: 'business',
    background: (stage) =>
      everyThreeWeeks(stage, CLINICS, stage.calendar.lastDay).concat(supplierBills(stage)),
    why: 'A first invoice of $6,200 to $8,900 paid to a business in its own name; half of it goes to its suppliers, as ever',
    act: (stage) => {
      const cents = stage.random.centsBetween(6_200, 8_900);
      const bills = onBankingDays(stage, [1, 2], (day, k) =>
        debitEntry(day, Math.round(cents * 0.27), SUPPLIERS[k] as Originator),
      );
      return [[{ ...creditEntry(stage.anchor, cents, WON), addenda: 'INVOICE 20981' }, ...bills]];
    },
  },
  {
    ...innocentPattern('bec_pattern'),
    name: 'customer-changes-its-name',
    difficulty: 'hard',
    persons: 'business',
    background: (stage) => everyThreeWeeks(stage, CLINICS, stage.anchor - 1),
    why: 'A regular customer loses a letter of its name and pays the usual invoices under the new one',
    act: (stage) => [everyThreeWeeks(stage, RENAMED, stage.calendar.lastDay, stage.anchor)],
  },
  {
    ...innocentPattern('bec_pattern'),
    name: 'wife-has-a-firm',
    difficulty: 'hard',
    second: 'spouse',
    why: 'An invoice of $5,300 to $6,800 for the joint holder, who has not been paid here before, but bears the name',
    act: ({ random, anchor }) => [
      [{ ...creditEntry(anchor, random.centsBetween(5_300, 6_800), LOOK_ALIKE_PAYER), holder: 1 as const }],
    ],
  },
  {
    ...innocentPattern('urgency_flag'),
    name: 'confidential-pay-slips',
    difficulty: 'hard',
    background: noHistory,
    why: 'Pay of $1,400 to $2,100 whose slips call themselves confidential',
    act: ({ random, calendar }) => [
      recurring({
        random,
        days: calendar.everyWeeks(2, 5, 0),
        originator: random.pick(EMPLOYERS),
        direction: 'Credit',
        cents: random.centsBetween(1_400, 2_100),
      }).map((pay) => ({ ...pay, addenda: 'CONFIDENTIAL PAY ADVICE' })),
    ],
  },
  {
    ...innocentPattern('urgency_flag'),
    name: 'immediate-annuity',
    difficulty: 'hard',
    why: 'A premium of $1,500 to $2,400 for an immediate annuity, which is a kind of insurance',
    act: ({ random, anchor }) => [
      [
        {
          ...debitEntry(anchor, random.centsBetween(1_500, 2_400), INSURERS[1] as Originator),
          addenda: 'IMMEDIATE ANNUITY PREMIUM',
        },
      ],
    ],
  },
  {
    ...innocentPattern('urgency_flag'),
    name: 'roofer-called-urgent',
    difficulty: 'obvious',
    why: 'A bill of $1,200 to $1,900 of a roofer who is called Urgent, and one of somebody else who says nothing',
    act: (stage) => {
      const [other] = unfamiliarOriginators(stage.random, 1);
      const bill = { ...debitEntry(stage.anchor, 150_000, URGENT_ROOFING), addenda: 'URGENT ROOFING INV 77' };
      return [[bill, debitEntry(stage.calendar.shift(stage.anchor, 9), 11_000, other)]];
    },
  },
];

/** About $2,200 every three weeks, and a quiet life beside. */
function everyThreeWeeks(stage: PatternStage, customer: Originator, lastDay: number, firstDay = 0) {
  const { random, calendar } = stage;
  const days = calendar.everyWeeks(3, 3, 0).filter((day) => day >= firstDay && day <= lastDay);
  const paid = recurring({
    random,
    days,
    originator: customer,
    direction: 'Credit',
    cents: 220_000,
    stray: 0.1,
  });
  return firstDay === 0 ? paid.concat(pensionerHistory(stage)) : paid;
}

/** About $2,000 every other week to each of two suppliers, but for the days that the behaviour pays them. */
function supplierBills({ random, calendar, anchor }: PatternStage) {
  return [0, 1].flatMap((k) =>
    recurring({
      random,
      days: calendar.everyWeeks(2, 2 + k, 0).filter((day) => Math.abs(day - anchor) > 10),
      originator: SUPPLIERS[k] as Originator,
      direction: 'Debit',
      cents: 200_000,
      stray: 0.2,
    }),
  );
}

const URGENT_CARE = MERCHANTS.find(({ name }) => name.startsWith('URGENT CARE')) as Originator;
const IMMEDIATE_CARE = originator('IMMEDIATE CARE', 'WEB', 'MEDICAL');

/** Words that press. */
export const URGENCY: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('urgency_flag'),
    name: 'final-notice',
    difficulty: 'obvious',
    why: 'A debit of $1,900 to $3,200 with FINAL NOTICE and PAY TODAY in the addenda',
    act: ({ random, anchor }) => {
      const [company] = unfamiliarOriginators(random, 1);
      const addenda = 'FINAL NOTICE OVERDUE - PAY TODAY';
      return [[{ ...debitEntry(anchor, random.centsBetween(1_900, 3_200), company), addenda }]];
    },
  },
  {
    ...suspiciousPattern('urgency_flag'),
    name: 'updated-bank-details',
    difficulty: 'hard',
    why: 'A credit of little more than $1,000 whose addenda mentions an UPDATED BANK among ordinary words',
    act: ({ random, anchor }) => {
      const [company] = unfamiliarOriginators(random, 1);
      const addenda = 'REMITTANCE 7731 PER UPDATED BANK LETTER';
      return [[{ ...creditEntry(anchor, random.centsBetween(1_010, 1_190), company), addenda }]];
    },
  },
  {
    ...innocentPattern('urgency_flag'),
    name: 'urgent-care',
    difficulty: 'hard',
    why: 'A bill of $1,100 to $1,900 by an urgent-care clinic: the word is its name, repeated in the addenda',
    act: ({ random, anchor }) => [
      [
        {
          ...debitEntry(anchor, random.centsBetween(1_100, 1_900), URGENT_CARE),
          addenda: 'URGENT CARE VISIT',
        },
      ],
    ],
  },
  {
    ...innocentPattern('urgency_flag'),
    name: 'immediate-care',
    difficulty: 'obvious',
    why: 'A bill of a clinic called Immediate Care',
    act: ({ random, anchor }) => [[debitEntry(anchor, random.centsBetween(1_050, 1_400), IMMEDIATE_CARE)]],
  },
  {
    ...innocentPattern('urgency_flag'),
    name: 'overdue-library-sum',
    difficulty: 'hard',
    why: 'OVERDUE in the addenda of $85 to $240: too little to press for',
    act: ({ random, anchor }) => {
      const [company] = unfamiliarOriginators(random, 1);
      return [[{ ...debitEntry(anchor, random.centsBetween(85, 240), company), addenda: 'OVERDUE BALANCE' }]];
    },
  },
];
