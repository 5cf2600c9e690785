import {
  EMPLOYERS,
  INSURANCE_CLAIM,
  IRA_CUSTODIANS,
  LENDERS,
  originator,
  TAX_REFUND,
  TRADE_CUSTOMERS,
  UNFAMILIAR_ORIGINATORS,
} from '../originating-companies.ts';
import { employedHistory, hard, innocent, noHistory, obvious, suspicious } from './injected-pattern.ts';

/** Large credits whose purpose explains them; the rule may raise them as low risk, never higher. */
export const LARGE_CREDIT_LOOK_ALIKES = innocent('large_credit', [
  obvious('loan-proceeds', {
    why: 'A home-equity loan of $35,000 to $60,000 disbursed in one payment',
    entries: ({ random, credits }) =>
      credits(
        [0],
        () => random.pick(LENDERS),
        () => random.int(35, 60) * 100_000,
      ),
  }),
  obvious('year-end-bonus', {
    why: 'A bonus of $11,000 to $18,000 from an employer, described as such',
    entries: ({ random, credits }) =>
      credits([0], () => random.pick(EMPLOYERS), [11_000, 18_000], { description: 'BONUS' }),
  }),
  hard('refund-above-the-line', {
    why: 'A tax refund of a little more than $10,000',
    entries: ({ credits }) => credits([0], TAX_REFUND, [10_050, 11_400]),
  }),
  obvious('retirement-distribution', {
    why: 'An IRA distribution of $14,000 to $24,000',
    entries: ({ random, credits }) => credits([0], () => random.pick(IRA_CUSTODIANS), [14_000, 24_000]),
  }),
  obvious('insurance-claim', {
    why: 'A roof paid for by the insurer',
    entries: ({ credits }) => credits([0], INSURANCE_CLAIM, [11_500, 17_000]),
  }),
  hard('trade-customer', {
    persons: 'business',
    background: noHistory,
    why: 'A business that the same customer pays $11,000 to $14,000 every two weeks',
    entries: ({ random, calendar, around, creditsOn }) =>
      creditsOn(calendar.everyWeeks(2, 3, 0), random.pick(TRADE_CUSTOMERS), around(1_250_000, 0.12)),
  }),
  hard('one-cent-below', {
    why: 'A single credit of $9,999.99: just below the reporting threshold, and the only one',
    entries: ({ random, credits }) => credits([0], random.pick(UNFAMILIAR_ORIGINATORS), 999_999),
  }),
]);

const ESCROW = originator('COPPERFIELD ESCR', 'PPD', 'PROCEEDS');

/** Credits of $10,000 or more that the account's income does not explain. */
export const LARGE_CREDITS = suspicious('large_credit', [
  obvious('windfall', {
    why: 'One credit of $26,000 to $48,000 on an account whose usual credits are pay below $2,400',
    entries: ({ credits }) => credits([0], ESCROW, [26_000, 48_000]),
  }),
  hard('exactly-ten-thousand', {
    why: 'Exactly $10,000.00, the first entry from its sender',
    entries: ({ random, credits }) => credits([0], random.pick(UNFAMILIAR_ORIGINATORS), 1_000_000),
  }),
  hard('second-from-the-sender', {
    why: '$14,000 to $15,700 after one earlier credit of $7,900 from the same sender: one is not yet a habit',
    entries: ({ random, credits }) =>
      credits([-42, 0], random.pick(UNFAMILIAR_ORIGINATORS), (k) =>
        k === 0 ? 790_000 : random.centsBetween(14_000, 15_700),
      ),
  }),
  hard('first-entry-of-an-account', {
    background: (context) => employedHistory(context).filter(({ day }) => day > context.anchor + 9),
    why: 'An account whose very first entry is a credit of $12,000 to $19,000; pay follows later',
    entries: ({ random, credits }) => credits([0], () => random.pick(UNFAMILIAR_ORIGINATORS), [12_000, 19_000]),
  }),
]);
