import {
  CARD_PROCESSORS,
  IRA_CUSTODIANS,
  LENDERS,
  originator,
  TAX_REFUND,
  UNFAMILIAR_ORIGINATORS,
} from '../originating-companies.ts';
import { monthlyTax } from '../personas/businesses.ts';
import { hard, innocent, noHistory, obvious, suspicious } from './injected-pattern.ts';

/** Round credits that exceed the $10,000 reporting threshold together but not individually. */
export const ROUND_AMOUNTS = [
  ...suspicious('round_amount_structuring', [
    obvious('four-round-thousands', {
      why: 'Four credits of $2,800 to $3,900, all multiples of $100, from two new senders within nine banking days',
      entries: ({ random, strangers, credits }) => {
        const stranger = strangers();
        return credits(
          [0, 2, 5, 7],
          (k) => stranger(k % 2),
          () => random.int(28, 39) * 10_000,
        );
      },
    }),
    hard('four-of-five-round', {
      why: 'Five credits in two weeks, four of them round, $11,000 to $12,100 in total',
      entries: ({ random, stranger, credits }) =>
        credits([0, 1, 4, 6, 8], stranger(), (k) =>
          k === 2 ? random.centsBetween(600, 900) : random.int(26, 28) * 10_000,
        ),
    }),
  ]),
  ...innocent('round_amount_structuring', [
    obvious('room-mates-rent', {
      why: 'Three roommates pay $700 each on the first of every month',
      entries: ({ calendar, strangers, creditsOn }) => {
        const roommate = strangers();
        const days = calendar.monthly(1, 'after').slice(-8);
        return [0, 1, 2].flatMap((k) => creditsOn(days, roommate(k), 70_000));
      },
    }),
    hard('loan-in-round-draws', {
      why: 'A home-equity loan of $12,000 disbursed in four draws of $3,000',
      entries: ({ random, credits }) => credits([0, 2, 4, 7], random.pick(LENDERS), 300_000),
    }),
  ]),
];

const RENT_PLATFORM = originator('RENTFLOW PMTS', 'PPD', 'RENT PMTS');

export const STRUCTURING_LOOK_ALIKES = innocent('structuring', [
  hard('two-just-below', {
    why: 'Two credits just below the reporting threshold: one too few for the rule',
    entries: ({ credits }) => credits([0, 3], UNFAMILIAR_ORIGINATORS.slice(0, 1), [9_050, 9_900]),
  }),
  hard('refund-and-distribution', {
    why: 'Two tax refunds and an IRA distribution of $8,200 to $9,800 each in one week',
    entries: ({ random, credits }) => [
      ...credits([0], TAX_REFUND, [9_200, 9_600]),
      ...credits([2], () => random.pick(IRA_CUSTODIANS), [9_000, 9_800]),
      ...credits([4], TAX_REFUND, [8_200, 8_900]),
    ],
  }),
  hard('loan-in-three-draws', {
    why: 'A home-equity loan disbursed in three draws of $9,000',
    entries: ({ random, credits }) => credits([0, 3, 5], random.pick(LENDERS), 900_000),
  }),
  hard('merchant-across-the-line', {
    persons: 'business',
    why: 'Weekly card sales of $8,200 to $11,600, for a year',
    background: monthlyTax,
    entries: ({ calendar, around, creditsOn }) =>
      creditsOn(calendar.everyWeeks(1, 2, 0), CARD_PROCESSORS[0], around(990_000, 0.17)),
  }),
  obvious('landlord', {
    why: 'Rent from six tenants in the first days of each month, through the same platform',
    background: noHistory,
    entries: ({ random, calendar, creditsOn }) =>
      [1, 2, 3, 1, 2, 3].flatMap((dueDay) =>
        creditsOn(calendar.monthly(dueDay, 'after'), RENT_PLATFORM, random.centsBetween(1_200, 1_950)),
      ),
  }),
]);

/** Deposits under the $10,000 reporting threshold (31 CFR 1010.314 describes the currency offense they resemble). */
export const STRUCTURING = suspicious('structuring', [
  obvious('three-just-below', {
    why: 'Three credits of $9,300 to $9,800 from a new sender within a week',
    entries: ({ random, credits }) =>
      credits([0, 2, 3], random.pick(UNFAMILIAR_ORIGINATORS), () => random.int(93, 98) * 10_000),
  }),
  obvious('several-thousands-a-day', {
    why: 'Five credits of about $3,500 on four days, over $15,000 in total, with no day above the line',
    entries: ({ random, credits }) => {
      const senders = [random.pick(UNFAMILIAR_ORIGINATORS), random.pick(UNFAMILIAR_ORIGINATORS)];
      return credits([0, 1, 1, 2, 3], senders, [3_200, 3_900]);
    },
  }),
  hard('split-over-two-accounts', {
    accounts: 2,
    why: 'Four credits above $8,000, two on each of a member’s two accounts: neither account alone has three',
    entries: ({ random, credits }) => {
      const sender = random.pick(UNFAMILIAR_ORIGINATORS);
      return [credits([0, 4], sender, [8_050, 9_700]), credits([1, 3], sender, [8_050, 9_700])];
    },
  }),
  hard('slow-triple', {
    why: 'Three credits barely above $8,000, spread over a week',
    entries: ({ random, credits }) => credits([0, 2, 5], () => random.pick(UNFAMILIAR_ORIGINATORS), [8_010, 8_190]),
  }),
  hard('two-senders-each-day', {
    why: 'On each of three days, two senders each pay under $5,000; every day’s total stays below the reporting threshold',
    entries: ({ random, credits }) =>
      [random.int(0, 5), random.int(6, 11)].flatMap((at) =>
        credits([0, 1, 2], UNFAMILIAR_ORIGINATORS.slice(at, at + 1), [4_300, 4_950]),
      ),
  }),
  hard('one-on-each-of-three-accounts', {
    accounts: 3,
    why: 'One credit above $8,000 on each of a member’s three accounts within a week',
    entries: ({ random, credits }) =>
      [0, 1, 4].map((step) => credits([step], () => random.pick(UNFAMILIAR_ORIGINATORS), [8_200, 9_400])),
  }),
]);
