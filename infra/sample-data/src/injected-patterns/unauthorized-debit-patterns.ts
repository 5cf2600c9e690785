import { EMPLOYERS, MERCHANTS, type Originator, originator, SUPPLIERS, UTILITIES } from '../originating-companies.ts';
import type { DraftEntry } from '../sample-entry.ts';
import { hard, innocent, noHistory, obvious, type PatternContext, suspicious } from './injected-pattern.ts';

const REVERSAL = { description: 'REVERSAL' };

export const REVERSALS = [
  ...suspicious('reversal_pattern', [
    obvious('four-reversals', {
      why: 'One company pays $640 to $980 four times within seven weeks and reverses each payment three banking days later',
      entries: (context) => creditDebitPairs(context, [0, -9, -18, -27], REVERSAL),
    }),
    hard('three-without-the-word', {
      why: 'Three payments reversed for the same amount without the word REVERSAL',
      entries: (context) => creditDebitPairs(context, [0, -12, -25], {}),
    }),
  ]),
  ...innocent('reversal_pattern', [
    obvious('one-reversal', {
      why: 'A single credit in error, reversed three banking days later',
      entries: (context) => creditDebitPairs(context, [0], REVERSAL),
    }),
    hard('goods-sent-back', {
      why: 'Purchases at a shop, two refunded in full and the others in part',
      entries: ({ random, credits, debits }) =>
        [0, -10, -20, -30].flatMap((step, k) => {
          const cents = random.centsBetween(60, 240);
          const refund = k < 2 ? cents : Math.round(cents / 2);
          return [
            ...debits([step], MERCHANTS[3], cents),
            ...credits([step + 4], MERCHANTS[3], refund, { description: 'REFUND' }),
          ];
        }),
    }),
    hard('returned-and-presented-again', {
      why: 'A bill returned for insufficient funds and presented again, three months in a row',
      entries: ({ debits }) =>
        [0, -21, -42].flatMap((step) =>
          debits([step], UTILITIES[1], [90, 160]).flatMap((bill) => [
            bill,
            ...debits([step + 1], UTILITIES[1], bill.cents, { notice: { code: 'R01', of: bill } }),
            ...debits([step + 4], UTILITIES[1], bill.cents, { description: 'RETRY PYMT' }),
          ]),
        ),
    }),
    hard('employer-sent-twice', {
      accounts: 5,
      persons: 'each',
      why: 'An employer’s file sent twice by mistake and reversed for five members on one day',
      entries: ({ random, credits, debits }) =>
        Array.from({ length: 5 }, () => {
          const cents = random.centsBetween(1_200, 2_100);
          const employer = EMPLOYERS.slice(0, 1);
          return [...credits([0, 0], employer, cents), ...debits([2], employer, cents, REVERSAL)];
        }),
    }),
  ]),
];

function creditDebitPairs(
  { random, stranger, credits, debits }: PatternContext,
  steps: readonly number[],
  debitDetails: Pick<DraftEntry, 'description'>,
) {
  const company = stranger();
  return steps.flatMap((step) => {
    const cents = random.centsBetween(640, 980);
    return [...credits([step], company, cents), ...debits([step + 3], company, cents, debitDetails)];
  });
}

const MAGAZINE = originator('HEARTLAND WEEKLY', 'WEB', 'SUBSCR');
const PARKING = originator('CITY OF ASHBURY', 'WEB', 'PARKING');
const PROPERTY_TAX = originator('CITY OF BELMORE', 'WEB', 'TAX');
const ROWING_CLUB = originator('ROWING CLUB', 'PPD', 'SEASON FEE');

export const UNAUTHORIZED_LOOK_ALIKES = [
  ...innocent('test_then_large', [
    obvious('trial-then-price', {
      why: 'A magazine for a dollar in the first weeks, then for $39.99 a month',
      entries: ({ debits }) => debits([-30, -22, 0], MAGAZINE, (k) => (k === 0 ? 100 : 3_999)),
    }),
    hard('parking-then-other-city-tax', {
      why: 'Parking for $3.50 in one city and property tax of $600 to $900 in another with a similar name',
      entries: ({ debits }) => [...debits([0], PARKING, 350), ...debits([3], PROPERTY_TAX, [600, 900])],
    }),
  ]),
  ...innocent('multiple_companies', [
    obvious('everybody-chips-in', {
      why: 'Five unfamiliar companies in a week, all sending credits',
      entries: ({ strangers, credits }) => credits([0, 1, 2, 3, 0], strangers(), [15, 40]),
    }),
  ]),
  ...innocent('unauthorized_ach', [
    hard('four-members-of-a-club', {
      accounts: 4,
      persons: 'each',
      background: noHistory,
      why: 'A club new to the institution debits four members on one day: one too few for a spray',
      entries: ({ debits }) => Array.from({ length: 4 }, () => debits([0], ROWING_CLUB, 9_500)),
    }),
  ]),
];

const NEW_BILLER = originator('GREENFIELD SOLAR', 'PPD', 'SOLAR BILL');
/** Each spray has its own company. */
const SPRAY_COMPANIES = ['AXL', 'BNV', 'CRO', 'DYT', 'EVK', 'FJU', 'GPW', 'HZQ'];

export const UNAUTHORIZED = [
  ...suspicious('unauthorized_ach', [
    obvious('returned-as-unauthorized', {
      why: 'A debit of $520 to $900 that the member had returned as not authorized (R10)',
      entries: (context) => debitAndReturn(context, 'R10', context.random.centsBetween(520, 900)),
    }),
    hard('authorization-revoked', {
      why: 'A single debit below $90, returned because the authorization was revoked (R07)',
      entries: (context) => debitAndReturn(context, 'R07', context.random.centsBetween(35, 88)),
    }),
    hard('corporate-debit-refused', {
      persons: 'business',
      why: 'A debit with a corporate SEC code that a business refused (R29)',
      entries: (context) => {
        const { random } = context;
        return debitAndReturn(context, 'R29', random.centsBetween(240, 460), random.pick(SUPPLIERS));
      },
    }),
    obvious('spray', {
      accounts: 6,
      persons: 'each',
      why: 'A company new to the institution debits five members on one day and a sixth on the next',
      entries: ({ random, debits }) => {
        const name = `${random.pick(SPRAY_COMPANIES)}${random.int(1_000, 9_999)} SVC`;
        const company = originator(name, 'WEB', 'MEMBERSHIP');
        return [0, 0, 0, 0, 0, 1].map((step) => debits([step], company, [38, 49]));
      },
    }),
  ]),
  ...innocent('unauthorized_ach', [
    obvious('no-money-that-day', {
      why: 'A bill returned for insufficient funds (R01)',
      entries: (context) => debitAndReturn(context, 'R01', context.random.centsBetween(110, 240)),
    }),
    hard('stopped-by-the-member', {
      why: 'A debit stopped by the member (R08), which does not mean that it was never authorized',
      entries: (context) => debitAndReturn(context, 'R08', context.random.centsBetween(30, 60)),
    }),
    hard('new-biller-of-the-region', {
      accounts: 6,
      persons: 'each',
      why: 'A new biller that gains six members over ten weeks, two weeks apart',
      entries: ({ random, debits }) =>
        [[-50, -29], [-40, -19], [-30, -9], [-20], [-10], [0]].map((steps) =>
          debits(steps, NEW_BILLER, random.centsBetween(70, 140)),
        ),
    }),
  ]),
];

function debitAndReturn(
  { stranger, debits }: PatternContext,
  code: string,
  cents: number,
  knownCompany?: Originator,
): DraftEntry[] {
  const unknown = stranger();
  const company = knownCompany ?? unknown;
  return debits([0], company, cents).flatMap((of) => [of, ...debits([2], company, cents, { notice: { code, of } })]);
}
