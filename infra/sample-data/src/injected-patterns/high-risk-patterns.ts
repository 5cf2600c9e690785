import { CRYPTO_EXCHANGES, GAMBLING, type Originator, originator } from '../originating-companies.ts';
import { recurring } from '../personas/recurring-payments.ts';
import {
  debitEntry,
  type InjectedPattern,
  innocentPattern,
  onBankingDays,
  suspiciousPattern,
} from './injected-pattern.ts';

const CASH_ADVANCE = originator('PAYDAY FAST CASH', 'WEB', 'ADVANCE');
const ABROAD = originator('ATLANTIC SVCS', 'IAT', 'SERVICES');
const FOREIGN_PENSION = originator('NS PENSION FUND', 'IAT', 'PENSION');
const REMITTER = originator('Q MONEY TRANSFER', 'WEB', 'SEND MONEY');

/** Money that suddenly goes to lines of business with a high risk. */
export const HIGH_RISK: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('high_risk_pattern'),
    name: 'all-into-crypto',
    difficulty: 'obvious',
    why: 'Four purchases of $1,100 to $1,700 at crypto exchanges within ten days, never one before',
    act: (stage) => [
      onBankingDays(stage, [0, 1, 3, 6], (day) =>
        debitEntry(day, stage.random.centsBetween(1_100, 1_700), stage.random.pick(CRYPTO_EXCHANGES)),
      ),
    ],
  },
  {
    ...suspiciousPattern('high_risk_pattern'),
    name: 'casino-and-cash-advance',
    difficulty: 'hard',
    why: 'Two debits of $760 to $880, a casino and a payday lender, just above $1,500 in two weeks',
    act: (stage) => [
      onBankingDays(stage, [0, 7], (day, k) =>
        debitEntry(
          day,
          stage.random.centsBetween(760, 880),
          k === 0 ? (GAMBLING[0] as Originator) : CASH_ADVANCE,
        ),
      ),
    ],
  },
  {
    ...suspiciousPattern('high_risk_pattern'),
    name: 'drawn-from-abroad',
    difficulty: 'hard',
    why: 'Three international debits of $540 to $690 in nine days by a company whose name says nothing',
    act: (stage) => [
      onBankingDays(stage, [0, 3, 6], (day) => debitEntry(day, stage.random.centsBetween(540, 690), ABROAD)),
    ],
  },
  {
    ...innocentPattern('high_risk_pattern'),
    name: 'pension-from-abroad',
    difficulty: 'obvious',
    why: 'A foreign pension, credited every month as an international entry',
    act: ({ random, calendar }) => [
      recurring({
        random,
        days: calendar.monthly(25, 'after'),
        originator: FOREIGN_PENSION,
        direction: 'Credit',
        cents: random.centsBetween(640, 1_150),
      }),
    ],
  },
  {
    ...innocentPattern('high_risk_pattern'),
    name: 'fifty-a-month-in-crypto',
    difficulty: 'obvious',
    why: 'Fifty dollars a month to an exchange, all year',
    act: ({ random, calendar }) => [
      recurring({
        random,
        days: calendar.monthly(5, 'after'),
        originator: random.pick(CRYPTO_EXCHANGES),
        direction: 'Debit',
        cents: 5_000,
      }),
    ],
  },
  {
    ...innocentPattern('high_risk_pattern'),
    name: 'small-bets',
    difficulty: 'obvious',
    why: 'A bet of twenty dollars every other Saturday of the season, drawn on Mondays',
    act: ({ random, calendar }) => [
      recurring({
        random,
        days: calendar.everyWeeks(2, 1, 0).slice(-10),
        originator: random.pick(GAMBLING),
        direction: 'Debit',
        cents: 2_000,
      }),
    ],
  },
  {
    ...innocentPattern('high_risk_pattern'),
    name: 'family-abroad',
    difficulty: 'hard',
    why: '$800 to the family abroad each month, and once a second time for a wedding: large, but hardly more than ever',
    act: ({ random, calendar, anchor }) => {
      const monthly = recurring({
        random,
        days: calendar.monthly(12, 'after'),
        originator: REMITTER,
        direction: 'Debit',
        cents: 80_000,
      });
      const near = monthly.findLast(({ day }) => day <= anchor) ?? monthly[0];
      return [near === undefined ? monthly : [...monthly, { ...near, day: calendar.shift(near.day, 6) }]];
    },
  },
];
