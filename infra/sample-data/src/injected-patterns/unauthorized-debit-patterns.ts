import {
  EMPLOYERS,
  MERCHANTS,
  type Originator,
  originator,
  SUPPLIERS,
  UTILITIES,
} from '../originating-companies.ts';
import type { DraftEntry } from '../sample-entry.ts';
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

/** Pay and take back, again and again. */
export const REVERSALS: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('reversal_pattern'),
    name: 'four-reversals',
    difficulty: 'obvious',
    why: 'One company pays $640 to $980 four times in seven weeks and reverses each within three banking days',
    act: (stage) => [creditDebitPairs(stage, [0, -9, -18, -27], 'REVERSAL')],
  },
  {
    ...suspiciousPattern('reversal_pattern'),
    name: 'three-without-the-word',
    difficulty: 'hard',
    why: 'Three times paid and taken back in the same amount; nothing says REVERSAL',
    act: (stage) => [creditDebitPairs(stage, [0, -12, -25])],
  },
  {
    ...innocentPattern('reversal_pattern'),
    name: 'one-reversal',
    difficulty: 'obvious',
    why: 'A single credit in error, reversed the next day',
    act: (stage) => [creditDebitPairs(stage, [0], 'REVERSAL')],
  },
  {
    ...innocentPattern('reversal_pattern'),
    name: 'goods-sent-back',
    difficulty: 'hard',
    why: 'Purchases and refunds of a shop: two in full, the others in part',
    act: (stage) => {
      const shop = MERCHANTS[3] as Originator;
      return [
        [0, -10, -20, -30].flatMap((step, k) => {
          const cents = stage.random.centsBetween(60, 240);
          const refund = k < 2 ? cents : Math.round(cents / 2);
          return [
            ...onBankingDays(stage, [step], (day) => debitEntry(day, cents, shop)),
            ...onBankingDays(stage, [step + 4], (day) => creditEntry(day, refund, shop, 'REFUND')),
          ];
        }),
      ];
    },
  },
  {
    ...innocentPattern('reversal_pattern'),
    name: 'returned-and-presented-again',
    difficulty: 'hard',
    why: 'A bill that came back for want of money and was presented once more, three months in a row',
    act: (stage) => {
      const company = UTILITIES[1] as Originator;
      return [
        [0, -21, -42].flatMap((step) => {
          const cents = stage.random.centsBetween(90, 160);
          const [bill] = onBankingDays(stage, [step], (day) => debitEntry(day, cents, company));
          if (bill === undefined) return [];
          const back = onBankingDays(stage, [step + 1], (day) => {
            return { ...debitEntry(day, cents, company), notice: { code: 'R01', of: bill } };
          });
          const again = onBankingDays(stage, [step + 4], (day) =>
            debitEntry(day, cents, company, 'RETRY PYMT'),
          );
          return [bill, ...back, ...again];
        }),
      ];
    },
  },
  {
    ...innocentPattern('reversal_pattern'),
    name: 'employer-sent-twice',
    difficulty: 'hard',
    accounts: 5,
    persons: 'each',
    background: pensionerHistory,
    why: 'An employer’s file sent twice by mistake and reversed for five members on one day',
    act: (stage) => {
      const employer = EMPLOYERS[0] as Originator;
      return Array.from({ length: 5 }, () => {
        const cents = stage.random.centsBetween(1_200, 2_100);
        return [
          ...onBankingDays(stage, [0, 0], (day) => creditEntry(day, cents, employer)),
          ...onBankingDays(stage, [2], (day) => debitEntry(day, cents, employer, 'REVERSAL')),
        ];
      });
    },
  },
];

function creditDebitPairs(stage: PatternStage, steps: readonly number[], word?: string) {
  const [company] = unfamiliarOriginators(stage.random, 1);
  return steps.flatMap((step) => {
    const cents = stage.random.centsBetween(640, 980);
    return [
      ...onBankingDays(stage, [step], (day) => creditEntry(day, cents, company)),
      ...onBankingDays(stage, [step + 3], (day) => debitEntry(day, cents, company, word)),
    ];
  });
}

const MAGAZINE = originator('HEARTLAND WEEKLY', 'WEB', 'SUBSCR');
const PARKING = originator('CITY OF ASHBURY', 'WEB', 'PARKING');
const PROPERTY_TAX = originator('CITY OF BELMORE', 'WEB', 'TAX');
const ROWING_CLUB = originator('ROWING CLUB', 'PPD', 'SEASON FEE');

/** Trifles, crowds and arrivals that are what they say. */
export const UNAUTHORIZED_LOOK_ALIKES: readonly InjectedPattern[] = [
  {
    ...innocentPattern('test_then_large'),
    name: 'trial-then-price',
    difficulty: 'obvious',
    why: 'A magazine for a dollar in the first weeks, then for $39.99 a month',
    act: (stage) => [
      onBankingDays(stage, [-30, -22, 0], (day, k) => debitEntry(day, k === 0 ? 100 : 3_999, MAGAZINE)),
    ],
  },
  {
    ...innocentPattern('test_then_large'),
    name: 'parking-then-another-citys-tax',
    difficulty: 'hard',
    why: 'Parking for $3.50 in one city and $600 to $900 of property tax in another, whose names begin alike',
    act: (stage) => [
      onBankingDays(stage, [0, 3], (day, k) =>
        k === 0
          ? debitEntry(day, 350, PARKING)
          : debitEntry(day, stage.random.centsBetween(600, 900), PROPERTY_TAX),
      ),
    ],
  },
  {
    ...innocentPattern('multiple_companies'),
    name: 'everybody-chips-in',
    difficulty: 'obvious',
    why: 'Five strangers in a week, all of whom pay in',
    act: (stage) => [
      unfamiliarOriginators(stage.random, 5).flatMap((company, k) =>
        onBankingDays(stage, [k % 4], (day) => creditEntry(day, stage.random.centsBetween(15, 40), company)),
      ),
    ],
  },
  {
    ...innocentPattern('unauthorized_ach'),
    name: 'four-members-of-a-club',
    difficulty: 'hard',
    accounts: 4,
    persons: 'each',
    background: noHistory,
    why: 'A club that has never been here debits four members on one day: one too few for a spray',
    act: (stage) =>
      Array.from({ length: 4 }, () =>
        onBankingDays(stage, [0], (day) => debitEntry(day, 9_500, ROWING_CLUB)),
      ),
  },
];

const NEW_BILLER = originator('GREENFIELD SOLAR', 'PPD', 'SOLAR BILL');
/** Each spray has a company that comes up nowhere else. */
const SPRAY_COMPANIES = ['AXL', 'BNV', 'CRO', 'DYT', 'EVK', 'FJU', 'GPW', 'HZQ'];

/** Debits that nobody authorized, as their returns or their spread over accounts show. */
export const UNAUTHORIZED: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('unauthorized_ach'),
    name: 'returned-as-unauthorized',
    difficulty: 'obvious',
    why: 'A debit of $520 to $900 that the member had returned as not authorized (R10)',
    act: (stage) => [debitAndReturn(stage, 'R10', stage.random.centsBetween(520, 900))],
  },
  {
    ...suspiciousPattern('unauthorized_ach'),
    name: 'authorization-revoked',
    difficulty: 'hard',
    why: 'A single debit below $90, returned because the authorization was revoked (R07)',
    act: (stage) => [debitAndReturn(stage, 'R07', stage.random.centsBetween(35, 88))],
  },
  {
    ...suspiciousPattern('unauthorized_ach'),
    name: 'corporate-debit-refused',
    difficulty: 'hard',
    persons: 'business',
    why: 'A debit in a corporate class that a business refused (R29)',
    act: (stage) => [
      debitAndReturn(stage, 'R29', stage.random.centsBetween(240, 460), stage.random.pick(SUPPLIERS)),
    ],
  },
  {
    ...suspiciousPattern('unauthorized_ach'),
    name: 'spray',
    difficulty: 'obvious',
    accounts: 6,
    persons: 'each',
    why: 'A company that has never been here debits five members on one day and a sixth on the next',
    act: (stage) => {
      const { random } = stage;
      const sprayer = `${random.pick(SPRAY_COMPANIES)}${random.int(1_000, 9_999)} SVC`;
      const company = originator(sprayer, 'WEB', 'MEMBERSHIP');
      return Array.from({ length: 6 }, (_, k) =>
        onBankingDays(stage, [k === 5 ? 1 : 0], (day) =>
          debitEntry(day, random.centsBetween(38, 49), company),
        ),
      );
    },
  },
  {
    ...innocentPattern('unauthorized_ach'),
    name: 'no-money-that-day',
    difficulty: 'obvious',
    why: 'A bill returned for insufficient funds (R01)',
    act: (stage) => [debitAndReturn(stage, 'R01', stage.random.centsBetween(110, 240))],
  },
  {
    ...innocentPattern('unauthorized_ach'),
    name: 'stopped-by-the-member',
    difficulty: 'hard',
    why: 'A debit of a gym stopped by the member (R08), which is not the same as never authorized',
    act: (stage) => [debitAndReturn(stage, 'R08', stage.random.centsBetween(30, 60))],
  },
  {
    ...innocentPattern('unauthorized_ach'),
    name: 'new-biller-of-the-region',
    difficulty: 'hard',
    accounts: 6,
    persons: 'each',
    why: 'A new biller that wins six members over ten weeks, two weeks apart',
    act: (stage) =>
      Array.from({ length: 6 }, (_, k) => {
        const start = -50 + 10 * k;
        const cents = stage.random.centsBetween(70, 140);
        return onBankingDays(stage, start > -21 ? [start] : [start, start + 21], (day) =>
          debitEntry(day, cents, NEW_BILLER),
        );
      }),
  },
];

function debitAndReturn(stage: PatternStage, code: string, cents: number, from?: Originator): DraftEntry[] {
  const [stranger] = unfamiliarOriginators(stage.random, 1);
  const company = from ?? stranger;
  const of = debitEntry(stage.anchor, cents, company);
  const back = onBankingDays(stage, [2], (day) => ({
    ...debitEntry(day, cents, company),
    notice: { code, of },
  }));
  return [of, ...back];
}
