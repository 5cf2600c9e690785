import {
  BROKERAGE,
  COLLEGES,
  CONTRACTORS,
  INSURERS,
  MERCHANTS,
  MORTGAGES,
  originator,
  TELECOMS,
  UTILITIES,
  WALLETS,
} from '../originating-companies.ts';
import { hard, innocent, noHistory, obvious, pensionerHistory, suspicious } from './injected-pattern.ts';

export const ACCOUNT_TAKEOVER = [
  ...suspicious('account_takeover', [
    obvious('drained-in-two-days', {
      why: 'Two debits of $1,900 to $3,400 by two new companies on two days, on an account that spends about $84 a month',
      entries: ({ strangers, debits }) => debits([0, 1], strangers(), [1_900, 3_400]),
    }),
    hard('drained-in-small-steps', {
      why: 'Three debits of $680 to $900 by new companies in three banking days, and a large transfer by a familiar wallet',
      entries: ({ random, strangers, debits }) => {
        const stranger = strangers();
        const wallet = random.pick(WALLETS);
        return [
          ...debits([-60, -45, -33, -20], wallet, 4_000),
          ...debits([0, 1, 2], stranger, [680, 900]),
          ...debits([2], wallet, 60_000),
        ];
      },
    }),
  ]),
  ...innocent('account_takeover', [
    hard('moving-house', {
      why: 'New power, water, telephone, insurance, and mortgage bills within three weeks, all from billers of many members',
      entries: ({ random, debits }) =>
        debits([0, 3, 6, 9, 12], [UTILITIES[0], UTILITIES[2], TELECOMS[1], INSURERS[2], MORTGAGES[0]], (k) =>
          k === 4 ? random.centsBetween(1_300, 1_700) : random.centsBetween(80, 190),
        ),
    }),
    hard('contractor-paid-once', {
      why: 'One invoice of $4,200 to $5,900 from a contractor that no other member uses',
      entries: ({ random, debits }) => debits([0], () => random.pick(CONTRACTORS), [4_200, 5_900]),
    }),
  ]),
];

const DORMITORY = originator('VALLEY DORMITORY', 'WEB', 'HOUSING');
/** 3:15 a.m., when this institution posts its overnight batch. */
const NIGHT_BATCH = 195;

export const TAKEOVER_LOOK_ALIKES = [
  ...innocent('account_takeover', [
    hard('deposit-and-balance', {
      why: 'A contractor that no other member uses is paid a deposit and, three banking days later, the balance',
      entries: ({ random, debits }) =>
        debits([0, 3], random.pick(CONTRACTORS), (k) =>
          k === 0 ? random.centsBetween(1_400, 1_900) : random.centsBetween(2_200, 3_100),
        ),
    }),
    hard('tuition-twice-a-year', {
      why: 'Tuition of about $4,000 and a dormitory room, paid in one week, after the same payments four months earlier',
      entries: ({ random, debits }) => [
        ...debits([-85, 0], random.pick(COLLEGES), random.centsBetween(3_800, 4_300)),
        ...debits([-70, 2], DORMITORY, 185_000),
      ],
    }),
  ]),
  ...innocent('new_companies', [
    obvious('first-month-of-an-account', {
      background: noHistory,
      why: 'Every company is new in the first month of an account: seven companies that no other member uses',
      entries: ({ strangers, debits }) => debits([0, 2, 4, 6, 8, 10, 12], strangers(), [60, 320]),
    }),
    hard('always-new-company', {
      why: 'Three new companies debit $450 or more in a week, on an account with a new one about every three weeks',
      entries: ({ strangers, debits }) => debits([-62, -49, -36, -23, -10, 0, 2, 4], strangers(), [155, 210]),
    }),
  ]),
  ...innocent('timing_anomaly', [
    hard('everything-posts-at-night', {
      needsTime: true,
      background: (context) => pensionerHistory(context).map((draft) => ({ ...draft, minute: NIGHT_BATCH })),
      why: 'Three installments to a new company at 3:15 a.m., when all entries on this account are posted',
      entries: ({ stranger, debits }) => debits([0, 1, 2], stranger(), [190, 320], { minute: NIGHT_BATCH }),
    }),
  ]),
];

const PROBE = originator('KESTREL PAY 1', 'WEB', 'PAYMENT');
const TAKER = originator('KESTREL PAY 22', 'WEB', 'PAYMENT');

export const TEST_THEN_LARGE = [
  ...suspicious('test_then_large', [
    obvious('penny-then-thousands', {
      why: 'A debit below a dollar and, four banking days later, $1,400 to $2,800 by the same new company',
      entries: ({ random, stranger, debits }) =>
        debits([0, 4], stranger(), (k) => (k === 0 ? random.int(11, 98) : random.centsBetween(1_400, 2_800))),
    }),
    hard('probe-under-a-sister-name', {
      why: 'A credit of a few cents, then a debit of $520 to $900 by a company whose name begins with the same two words',
      entries: ({ random, credits, debits }) => [
        ...credits([0], PROBE, random.int(3, 99)),
        ...debits([5], TAKER, [520, 900]),
      ],
    }),
  ]),
  ...innocent('test_then_large', [
    hard('account-validated-for-investing', {
      why: 'Two micro-entries described as ACCTVERIFY, then $500 a month to a broker',
      entries: ({ random, calendar, anchor, credits, debitsOn }) => {
        const months = calendar.monthly(20, 'after').filter((day) => day > anchor + 2);
        const probes = credits([0, 0], BROKERAGE, () => random.int(4, 99), { description: 'ACCTVERIFY' });
        return probes.concat(debitsOn(months, BROKERAGE, 50_000));
      },
    }),
    hard('trifle-at-a-known-shop', {
      why: 'A purchase of three dollars, then one of about $600, at a shop that many members use',
      entries: ({ random, debits }) =>
        debits([0, 3], MERCHANTS[4], (k) => (k === 0 ? 299 : random.centsBetween(560, 680))),
    }),
  ]),
];
