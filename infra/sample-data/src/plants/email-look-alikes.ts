import { recurring } from '../lives/recurring.ts';
import { EMPLOYERS, INSURERS, SUPPLIERS, TRADE_CUSTOMERS } from '../world/companies.ts';
import { type Originator, originator } from '../world/originators.ts';
import { innocent, onDays, strangers } from './kinds.ts';
import { credit, debit, noBackground, type Pattern, quietLife, type Stage } from './pattern.ts';

const [WON, CLINICS] = [TRADE_CUSTOMERS[0], TRADE_CUSTOMERS[7]] as [Originator, Originator];
const RENAMED = originator('HILLTOP CLINIC', 'CTX', 'VENDOR PMT');
const VENDOR_PAYER = originator('CASTLE ESTATES', 'CCD', 'VENDOR PMT');
const URGENT_ROOFING = originator('URGENT ROOFING', 'CCD', 'INVOICE');

/** Payments between companies and words in them, with an ordinary reason. */
export const EMAIL_LOOK_ALIKES: readonly Pattern[] = [
  {
    ...innocent('bec_pattern'),
    name: 'business-wins-a-customer',
    difficulty: 'hard',
    persons: 'business',
    background: (stage) =>
      everyThreeWeeks(stage, CLINICS, stage.calendar.lastDay).concat(supplierBills(stage)),
    why: 'A first invoice of $6,200 to $8,900 paid to a business in its own name; half of it goes to its suppliers, as ever',
    act: (stage) => {
      const cents = stage.random.centsBetween(6_200, 8_900);
      const bills = onDays(stage, [1, 2], (day, k) =>
        debit(day, Math.round(cents * 0.27), SUPPLIERS[k] as Originator),
      );
      return [[{ ...credit(stage.anchor, cents, WON), addenda: 'INVOICE 20981' }, ...bills]];
    },
  },
  {
    ...innocent('bec_pattern'),
    name: 'customer-changes-its-name',
    difficulty: 'hard',
    persons: 'business',
    background: (stage) => everyThreeWeeks(stage, CLINICS, stage.anchor - 1),
    why: 'A regular customer loses a letter of its name and pays the usual invoices under the new one',
    act: (stage) => [everyThreeWeeks(stage, RENAMED, stage.calendar.lastDay, stage.anchor)],
  },
  {
    ...innocent('bec_pattern'),
    name: 'wife-has-a-firm',
    difficulty: 'hard',
    second: 'spouse',
    why: 'An invoice of $5,300 to $6,800 for the joint holder, who has not been paid here before, but bears the name',
    act: ({ random, anchor }) => [
      [{ ...credit(anchor, random.centsBetween(5_300, 6_800), VENDOR_PAYER), holder: 1 as const }],
    ],
  },
  {
    ...innocent('urgency_flag'),
    name: 'confidential-pay-slips',
    difficulty: 'hard',
    background: noBackground,
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
    ...innocent('urgency_flag'),
    name: 'immediate-annuity',
    difficulty: 'hard',
    why: 'A premium of $1,500 to $2,400 for an immediate annuity, which is a kind of insurance',
    act: ({ random, anchor }) => [
      [
        {
          ...debit(anchor, random.centsBetween(1_500, 2_400), INSURERS[1] as Originator),
          addenda: 'IMMEDIATE ANNUITY PREMIUM',
        },
      ],
    ],
  },
  {
    ...innocent('urgency_flag'),
    name: 'roofer-called-urgent',
    difficulty: 'obvious',
    why: 'A bill of $1,200 to $1,900 of a roofer who is called Urgent, and one of somebody else who says nothing',
    act: (stage) => {
      const [other] = strangers(stage.random, 1);
      const bill = { ...debit(stage.anchor, 150_000, URGENT_ROOFING), addenda: 'URGENT ROOFING INV 77' };
      return [[bill, debit(stage.calendar.shift(stage.anchor, 9), 11_000, other)]];
    },
  },
];

/** About $2,200 every three weeks, and a quiet life beside. */
function everyThreeWeeks(stage: Stage, customer: Originator, lastDay: number, firstDay = 0) {
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
  return firstDay === 0 ? paid.concat(quietLife(stage)) : paid;
}

/** About $2,000 every other week to each of two suppliers, but for the days that the behaviour pays them. */
function supplierBills({ random, calendar, anchor }: Stage) {
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
