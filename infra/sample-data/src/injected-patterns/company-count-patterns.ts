import {
  INSURERS,
  MERCHANTS,
  TELECOMS,
  UNFAMILIAR_TELEPHONE_ORIGINATORS,
  UTILITIES,
} from '../originating-companies.ts';
import {
  debitEntry,
  type InjectedPattern,
  innocentPattern,
  onBankingDays,
  shopperHistory,
  suspiciousPattern,
  unfamiliarOriginators,
} from './injected-pattern.ts';

/** An account number that goes from hand to hand. */
export const MULTIPLE_COMPANIES: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('multiple_companies'),
    name: 'number-in-circulation',
    difficulty: 'obvious',
    why: 'Eight companies that are new here debit $20 to $60 each within three banking days, most of them by telephone',
    act: (stage) => {
      const start = stage.random.int(0, UNFAMILIAR_TELEPHONE_ORIGINATORS.length - 6);
      const companies = [
        ...UNFAMILIAR_TELEPHONE_ORIGINATORS.slice(start, start + 6),
        ...unfamiliarOriginators(stage.random, 2),
      ];
      return [
        companies.flatMap((company, k) =>
          onBankingDays(stage, [k % 3], (day) => debitEntry(day, stage.random.centsBetween(20, 60), company)),
        ),
      ];
    },
  },
  {
    ...suspiciousPattern('multiple_companies'),
    name: 'five-trifles',
    difficulty: 'hard',
    why: 'Five new companies debit $4 to $11 each within three banking days',
    act: (stage) => [
      unfamiliarOriginators(stage.random, 5).flatMap((company, k) =>
        onBankingDays(stage, [k % 3], (day) => debitEntry(day, stage.random.centsBetween(4, 11), company)),
      ),
    ],
  },
  {
    ...innocentPattern('multiple_companies'),
    name: 'first-bill-day',
    difficulty: 'hard',
    background: shopperHistory,
    why: 'Five bills within three days for the first time, all of companies that many members pay',
    act: (stage) => {
      const billers = [...UTILITIES.slice(3, 5), ...TELECOMS.slice(2, 4), ...INSURERS.slice(0, 1)];
      return [
        billers.flatMap((company, k) =>
          onBankingDays(stage, [k % 3], (day) =>
            debitEntry(day, stage.random.centsBetween(60, 180), company),
          ),
        ),
      ];
    },
  },
  {
    ...innocentPattern('multiple_companies'),
    name: 'four-trifles',
    difficulty: 'hard',
    why: 'Four new companies with small sums are one too few',
    act: (stage) => [
      unfamiliarOriginators(stage.random, 4).flatMap((company, k) =>
        onBankingDays(stage, [k % 3], (day) => debitEntry(day, stage.random.centsBetween(9, 38), company)),
      ),
    ],
  },
];

/** A burst of billers that a stable account never had. */
export const NEW_COMPANIES: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('new_companies'),
    name: 'three-new-in-a-week',
    difficulty: 'obvious',
    why: 'Three debits of $230 to $390 by three companies that are new here, within five banking days',
    act: (stage) => {
      const companies = unfamiliarOriginators(stage.random, 3);
      return [
        companies.flatMap((company, k) =>
          onBankingDays(stage, [2 * k], (day) =>
            debitEntry(day, stage.random.centsBetween(230, 390), company),
          ),
        ),
      ];
    },
  },
  {
    ...suspiciousPattern('new_companies'),
    name: 'four-new-barely-enough',
    difficulty: 'hard',
    why: 'Four debits of $115 to $140 by four new companies, just above $450 together',
    act: (stage) => {
      const companies = unfamiliarOriginators(stage.random, 4);
      return [
        companies.flatMap((company, k) =>
          onBankingDays(stage, [k], (day) => debitEntry(day, stage.random.centsBetween(115, 140), company)),
        ),
      ];
    },
  },
  {
    ...innocentPattern('new_companies'),
    name: 'travel-week',
    difficulty: 'obvious',
    why: 'Five small purchases in a week at shops that many members use',
    act: (stage) => [
      MERCHANTS.slice(5, 10).flatMap((shop, k) =>
        onBankingDays(stage, [k % 4], (day) => debitEntry(day, stage.random.centsBetween(12, 58), shop)),
      ),
    ],
  },
  {
    ...innocentPattern('new_companies'),
    name: 'small-subscriptions',
    difficulty: 'hard',
    why: 'Three new subscriptions of $10 to $25 a month, begun in one week',
    act: (stage) => {
      const companies = unfamiliarOriginators(stage.random, 3);
      return [
        companies.flatMap((company, k) =>
          onBankingDays(stage, [k, k + 10], (day) => debitEntry(day, 995 + 500 * k, company, 'SUBSCR')),
        ),
      ];
    },
  },
];
