import {
  EMPLOYERS,
  INSURANCE_CLAIM,
  INSURERS,
  MERCHANTS,
  type Originator,
  originator,
  SUPPLIERS,
  TRADE_CUSTOMERS,
  ZELLE,
} from '../originating-companies.ts';
import {
  hard,
  innocent,
  noHistory,
  obvious,
  type PatternContext,
  pensionerHistory,
  suspicious,
} from './injected-pattern.ts';

const BUSINESS_EMAIL_PAYER = originator('MARLIN SHIPYARDS', 'CCD', 'VENDOR PMT');
const EXPENSES = originator('SUMMIT ADVISORS', 'CCD', 'EXPENSE');
const IMPOSTOR = originator('DELTA GROCER', 'CTX', 'VENDOR PMT');

/** Payments that a forged message diverts to a member of the credit union. */
export const BUSINESS_EMAIL = [
  ...suspicious('bec_pattern', [
    obvious('vendor-paid-on-wrong-account', {
      second: 'stranger',
      why: 'An invoice of $6,200 to $9,400 is paid to a name that is not the holder’s; most of it leaves by wallet within three days',
      entries: ({ random, credits, debits }) => {
        const cents = random.centsBetween(6_200, 9_400);
        const details = { holder: 1, addenda: 'INVOICE 48213 NEW BANK DETAILS' } as const;
        return [
          ...credits([0], BUSINESS_EMAIL_PAYER, cents, details),
          ...debits([1, 2, 3], ZELLE, Math.round(cents * 0.28)),
        ];
      },
    }),
    hard('payroll-redirected', {
      second: 'stranger',
      why: 'Pay from a new employer in a name unrelated to the account, twice',
      entries: ({ random, credits }) =>
        credits([0, 10], random.pick(EMPLOYERS), random.centsBetween(1_500, 2_400), { holder: 1 }),
    }),
    hard('almost-the-customer', {
      persons: 'business',
      background: (context) => everyThreeWeeks(context, TRADE_CUSTOMERS[3]),
      why: 'A business is paid twice its usual invoice by a company whose name is its regular customer’s without the last letter',
      entries: ({ credits }) => credits([0], IMPOSTOR, [4_300, 5_200]),
    }),
  ]),
  ...innocent('bec_pattern', [
    obvious('two-payrolls-joint-account', {
      second: 'spouse',
      background: noHistory,
      why: 'Two spouses are paid into one account; one changes employers',
      entries: ({ random, calendar, anchor, creditsOn }) => {
        const employers = [random.pickSkewed(EMPLOYERS), random.pick(EMPLOYERS), random.pick(EMPLOYERS)];
        const days = calendar.monthly(31, 'before');
        const [before, after] = [days.filter((day) => day < anchor), days.filter((day) => day >= anchor)];
        return [days, before, after].flatMap((paydays, k) =>
          creditsOn(paydays, employers.slice(k, k + 1), random.centsBetween(2_100, 3_300), {
            holder: k === 0 ? 0 : 1,
          }),
        );
      },
    }),
    hard('married-name', {
      second: 'married',
      why: 'Same first name, new last name: pay from a new employer after a wedding',
      entries: ({ random, calendar, anchor, creditsOn }) => {
        const days = calendar.monthly(15, 'before').filter((day) => day >= anchor);
        return creditsOn(days, random.pick(EMPLOYERS), random.centsBetween(1_700, 2_600), { holder: 1 });
      },
    }),
    hard('expenses-paid-back', {
      why: 'Travel expenses of $5,100 to $7,000 reimbursed by an employer under a corporate SEC code',
      entries: ({ credits }) => credits([0], EXPENSES, [5_100, 7_000]),
    }),
    obvious('claim-settled', {
      why: 'An insurer settles a claim of $5,400 to $8,200',
      entries: ({ credits }) => credits([0], INSURANCE_CLAIM, [5_400, 8_200]),
    }),
  ]),
];

/** One customer that pays about $2,200 every three weeks. */
function everyThreeWeeks(
  { calendar, around, creditsOn }: PatternContext,
  customer: Originator,
  isWithin: (day: number) => boolean = () => true,
) {
  return creditsOn(calendar.everyWeeks(3, 3, 0).filter(isWithin), customer, around(220_000, 0.1));
}

const CLINICS = TRADE_CUSTOMERS[7];
const RENAMED = originator('HILLTOP CLINIC', 'CTX', 'VENDOR PMT');
const LOOK_ALIKE_PAYER = originator('CASTLE ESTATES', 'CCD', 'VENDOR PMT');
const URGENT_ROOFING = originator('URGENT ROOFING', 'CCD', 'INVOICE');

export const EMAIL_LOOK_ALIKES = [
  ...innocent('bec_pattern', [
    hard('business-wins-a-customer', {
      persons: 'business',
      background: (context) => [
        ...everyThreeWeeks(context, CLINICS),
        ...pensionerHistory(context),
        ...supplierBills(context),
      ],
      why: 'A first invoice of $6,200 to $8,900 paid to a business in its own name; half of it goes to its usual suppliers',
      entries: ({ random, credits, debits }) => {
        const cents = random.centsBetween(6_200, 8_900);
        return [
          ...credits([0], TRADE_CUSTOMERS[0], cents, { addenda: 'INVOICE 20981' }),
          ...debits([1, 2], SUPPLIERS, Math.round(cents * 0.27)),
        ];
      },
    }),
    hard('customer-changes-its-name', {
      persons: 'business',
      background: (context) => [
        ...everyThreeWeeks(context, CLINICS, (day) => day < context.anchor),
        ...pensionerHistory(context),
      ],
      why: 'A regular customer drops a letter from its name and pays the usual invoices under the new name',
      entries: (context) => everyThreeWeeks(context, RENAMED, (day) => day >= context.anchor),
    }),
    hard('wife-has-a-firm', {
      second: 'spouse',
      why: 'An invoice of $5,300 to $6,800 is paid to the joint holder, who has not been paid here before but has the same last name',
      entries: ({ credits }) => credits([0], LOOK_ALIKE_PAYER, [5_300, 6_800], { holder: 1 }),
    }),
  ]),
  ...innocent('urgency_flag', [
    hard('confidential-pay-slips', {
      background: noHistory,
      why: 'Pay of $1,400 to $2,100 with the word CONFIDENTIAL in its addenda',
      entries: ({ random, calendar, creditsOn }) =>
        creditsOn(calendar.everyWeeks(2, 5, 0), random.pick(EMPLOYERS), random.centsBetween(1_400, 2_100), {
          addenda: 'CONFIDENTIAL PAY ADVICE',
        }),
    }),
    hard('immediate-annuity', {
      why: 'A premium of $1,500 to $2,400 for an immediate annuity, which is a kind of insurance',
      entries: ({ debits }) => debits([0], INSURERS[1], [1_500, 2_400], { addenda: 'IMMEDIATE ANNUITY PREMIUM' }),
    }),
    obvious('roofer-called-urgent', {
      why: 'A bill of $1,500 from a company named Urgent Roofing, and one without such words from another company',
      entries: ({ stranger, debits }) => [
        ...debits([0], URGENT_ROOFING, 150_000, { addenda: 'URGENT ROOFING INV 77' }),
        ...debits([9], stranger(), 11_000),
      ],
    }),
  ]),
];

/** About $2,000 every other week to each of two suppliers, except around the days when the behavior pays them. */
function supplierBills({ calendar, anchor, around, debitsOn }: PatternContext) {
  return SUPPLIERS.slice(0, 2).flatMap((supplier, k) => {
    const days = calendar.everyWeeks(2, 2 + k, 0).filter((day) => Math.abs(day - anchor) > 10);
    return debitsOn(days, supplier, around(200_000, 0.2));
  });
}

const URGENT_CARE = MERCHANTS.filter(({ name }) => name.startsWith('URGENT CARE'));
const IMMEDIATE_CARE = originator('IMMEDIATE CARE', 'WEB', 'MEDICAL');

export const URGENCY = [
  ...suspicious('urgency_flag', [
    obvious('final-notice', {
      why: 'A debit of $1,900 to $3,200 with FINAL NOTICE and PAY TODAY in the addenda',
      entries: ({ stranger, debits }) =>
        debits([0], stranger(), [1_900, 3_200], { addenda: 'FINAL NOTICE OVERDUE - PAY TODAY' }),
    }),
    hard('updated-bank-details', {
      why: 'A credit of a little more than $1,000 whose addenda mention an UPDATED BANK among ordinary words',
      entries: ({ stranger, credits }) =>
        credits([0], stranger(), [1_010, 1_190], { addenda: 'REMITTANCE 7731 PER UPDATED BANK LETTER' }),
    }),
  ]),
  ...innocent('urgency_flag', [
    hard('urgent-care', {
      why: 'A bill of $1,100 to $1,900 from an urgent-care clinic: the word is part of its name and is repeated in the addenda',
      entries: ({ debits }) => debits([0], URGENT_CARE, [1_100, 1_900], { addenda: 'URGENT CARE VISIT' }),
    }),
    obvious('immediate-care', {
      why: 'A bill from a clinic called Immediate Care',
      entries: ({ debits }) => debits([0], IMMEDIATE_CARE, [1_050, 1_400]),
    }),
    hard('overdue-library-sum', {
      why: 'OVERDUE in the addenda of a debit of $85 to $240: too small an amount',
      entries: ({ stranger, debits }) => debits([0], stranger(), [85, 240], { addenda: 'OVERDUE BALANCE' }),
    }),
  ]),
];
