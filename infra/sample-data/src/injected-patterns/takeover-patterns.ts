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
import {
  creditEntry,
  debitEntry,
  type InjectedPattern,
  innocentPattern,
  noHistory,
  onBankingDays,
  pensionerHistory,
  suspiciousPattern,
  unfamiliarOriginators,
} from './injected-pattern.ts';

/** An account that is emptied to where it never paid before. */
export const ACCOUNT_TAKEOVER: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('account_takeover'),
    name: 'drained-in-two-days',
    difficulty: 'obvious',
    why: 'Two debits of $1,900 to $3,400 to two new companies on two days, on an account that spends $84 a month',
    act: (stage) => {
      const to = unfamiliarOriginators(stage.random, 2);
      return [
        onBankingDays(stage, [0, 1], (day, k) =>
          debitEntry(day, stage.random.centsBetween(1_900, 3_400), to[k === 0 ? 0 : 1]),
        ),
      ];
    },
  },
  {
    ...suspiciousPattern('account_takeover'),
    name: 'drained-in-small-steps',
    difficulty: 'hard',
    why: 'Three debits of $680 to $900 to new companies in three banking days, and a large transfer by a wallet in use',
    act: (stage) => {
      const { calendar, random, anchor } = stage;
      const to = unfamiliarOriginators(random, 3);
      const wallet = random.pick(WALLETS);
      const usual = [-60, -45, -33, -20].map((step) =>
        debitEntry(calendar.shift(anchor, step), 4_000, wallet),
      );
      const taken = to.map((company, k) =>
        debitEntry(calendar.shift(anchor, k), random.centsBetween(680, 900), company),
      );
      return [[...usual, ...taken, debitEntry(calendar.shift(anchor, 2), 60_000, wallet)]];
    },
  },
  {
    ...innocentPattern('account_takeover'),
    name: 'moving-house',
    difficulty: 'hard',
    why: 'New power, water, telephone, insurance and mortgage within three weeks, all billers that many members have',
    act: (stage) => {
      const companies = [UTILITIES[0], UTILITIES[2], TELECOMS[1], INSURERS[2], MORTGAGES[0]];
      return [
        companies.flatMap((company, k) =>
          company === undefined
            ? []
            : onBankingDays(stage, [3 * k], (day) =>
                debitEntry(
                  day,
                  stage.random.centsBetween(k === 4 ? 1_300 : 80, k === 4 ? 1_700 : 190),
                  company,
                ),
              ),
        ),
      ];
    },
  },
  {
    ...innocentPattern('account_takeover'),
    name: 'contractor-paid-once',
    difficulty: 'hard',
    why: 'One invoice of $4,200 to $5,900 by a contractor nobody else here uses',
    act: ({ random, anchor }) => [
      [debitEntry(anchor, random.centsBetween(4_200, 5_900), random.pick(CONTRACTORS))],
    ],
  },
];

const DORMITORY = originator('VALLEY DORMITORY', 'WEB', 'HOUSING');
/** A quarter past three: when this institution posts whatever came in the evening. */
const NIGHT_BATCH = 195;

/** Debits of companies that an account never had, with an ordinary reason. */
export const TAKEOVER_LOOK_ALIKES: readonly InjectedPattern[] = [
  {
    ...innocentPattern('account_takeover'),
    name: 'deposit-and-balance',
    difficulty: 'hard',
    why: 'A contractor nobody else here uses is paid a deposit and, three banking days later, the balance',
    act: (stage) => {
      const contractor = stage.random.pick(CONTRACTORS);
      return [
        onBankingDays(stage, [0, 3], (day, k) =>
          debitEntry(
            day,
            stage.random.centsBetween(k === 0 ? 1_400 : 2_200, k === 0 ? 1_900 : 3_100),
            contractor,
          ),
        ),
      ];
    },
  },
  {
    ...innocentPattern('account_takeover'),
    name: 'tuition-twice-a-year',
    difficulty: 'hard',
    why: 'Tuition of about $4,000 and a room in the dormitory, paid in one week, as half a year before',
    act: (stage) => {
      const college = stage.random.pick(COLLEGES);
      const cents = stage.random.centsBetween(3_800, 4_300);
      return [
        [
          ...onBankingDays(stage, [-85, 0], (day) => debitEntry(day, cents, college)),
          ...onBankingDays(stage, [-70, 2], (day) => debitEntry(day, 185_000, DORMITORY)),
        ],
      ];
    },
  },
  {
    ...innocentPattern('new_companies'),
    name: 'first-month-of-an-account',
    difficulty: 'obvious',
    background: noHistory,
    why: 'Everybody is new in the first month of an account: seven companies that nobody else here uses',
    act: (stage) => [
      unfamiliarOriginators(stage.random, 7).flatMap((company, k) =>
        onBankingDays(stage, [2 * k], (day) => debitEntry(day, stage.random.centsBetween(60, 320), company)),
      ),
    ],
  },
  {
    ...innocentPattern('new_companies'),
    name: 'always-somebody-new',
    difficulty: 'hard',
    why: 'Three new companies in a week with $450 and more, on an account that meets a new one every third week',
    act: (stage) => {
      const companies = unfamiliarOriginators(stage.random, 8);
      const days = [-62, -49, -36, -23, -10, 0, 2, 4];
      return [
        onBankingDays(stage, days, (day, k) =>
          debitEntry(day, stage.random.centsBetween(155, 210), companies[k] ?? companies[0]),
        ),
      ];
    },
  },
  {
    ...innocentPattern('timing_anomaly'),
    name: 'everything-posts-at-night',
    difficulty: 'hard',
    needsTime: true,
    background: (stage) => pensionerHistory(stage).map((draft) => ({ ...draft, minute: NIGHT_BATCH })),
    why: 'Three instalments to a new company at a quarter past three, when all entries of this account are posted',
    act: (stage) => {
      const [company] = unfamiliarOriginators(stage.random, 1);
      return [
        onBankingDays(stage, [0, 1, 2], (day) => ({
          ...debitEntry(day, stage.random.centsBetween(190, 320), company),
          minute: NIGHT_BATCH,
        })),
      ];
    },
  },
];

const PROBE = originator('KESTREL PAY 1', 'WEB', 'PAYMENT');
const TAKER = originator('KESTREL PAY 22', 'WEB', 'PAYMENT');

/** A tiny entry that asks whether the account is alive, then a debit that is not tiny. */
export const TEST_THEN_LARGE: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('test_then_large'),
    name: 'penny-then-thousands',
    difficulty: 'obvious',
    why: 'A debit below a dollar and, four banking days later, $1,400 to $2,800 by the same new company',
    act: (stage) => {
      const { random } = stage;
      const [company] = unfamiliarOriginators(random, 1);
      return [
        onBankingDays(stage, [0, 4], (day, k) =>
          debitEntry(day, k === 0 ? random.int(11, 98) : random.centsBetween(1_400, 2_800), company),
        ),
      ];
    },
  },
  {
    ...suspiciousPattern('test_then_large'),
    name: 'probe-under-a-sister-name',
    difficulty: 'hard',
    why: 'A credit of some cents, then $520 to $900 drawn by a company whose name begins with the same two words',
    act: (stage) => [
      onBankingDays(stage, [0, 5], (day, k) =>
        k === 0
          ? creditEntry(day, stage.random.int(3, 99), PROBE)
          : debitEntry(day, stage.random.centsBetween(520, 900), TAKER),
      ),
    ],
  },
  {
    ...innocentPattern('test_then_large'),
    name: 'account-validated-for-investing',
    difficulty: 'hard',
    why: 'Two micro-entries described as ACCTVERIFY, then $500 a month to a broker',
    act: (stage) => {
      const { calendar, random, anchor } = stage;
      const probes = onBankingDays(stage, [0, 0], (day) =>
        creditEntry(day, random.int(4, 99), BROKERAGE, 'ACCTVERIFY'),
      );
      const months = calendar.monthly(20, 'after').filter((day) => day > anchor + 2);
      return [probes.concat(months.map((day) => debitEntry(day, 50_000, BROKERAGE)))];
    },
  },
  {
    ...innocentPattern('test_then_large'),
    name: 'trifle-at-a-known-shop',
    difficulty: 'hard',
    why: 'A purchase of three dollars, then one of $600, at a shop that many members use',
    act: (stage) => {
      const shop = MERCHANTS[4] ?? BROKERAGE;
      return [
        onBankingDays(stage, [0, 3], (day, k) =>
          debitEntry(day, k === 0 ? 299 : stage.random.centsBetween(560, 680), shop),
        ),
      ];
    },
  },
];
