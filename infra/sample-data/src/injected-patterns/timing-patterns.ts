import { EMPLOYERS, WALLETS } from '../originating-companies.ts';
import { recurring } from '../personas/recurring-payments.ts';
import {
  creditEntry,
  debitEntry,
  type InjectedPattern,
  innocentPattern,
  noHistory,
  onBankingDays,
  saturdayBefore,
  suspiciousPattern,
  unfamiliarOriginators,
} from './injected-pattern.ts';

/** Debits while account and network are asleep. The night shows only in formats that have the time: JSON and CSV. */
export const TIMING_ANOMALY: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('timing_anomaly'),
    name: 'weekend-raid',
    difficulty: 'obvious',
    why: 'Four debits of $240 to $480 on one Saturday and Sunday, by a company that is new here',
    act: (stage) => {
      const [company] = unfamiliarOriginators(stage.random, 1);
      const first = saturdayBefore(stage, 0);
      return [
        [0, 0, 1, 1].map((step) => debitEntry(first + step, stage.random.centsBetween(240, 480), company)),
      ];
    },
  },
  {
    ...suspiciousPattern('timing_anomaly'),
    name: 'weekend-of-three',
    difficulty: 'hard',
    why: 'Three debits of $170 to $210 on a Saturday and a Sunday, just above $500 together',
    act: (stage) => {
      const companies = unfamiliarOriginators(stage.random, 2);
      const first = saturdayBefore(stage, 1);
      return [
        [0, 1, 1].map((step, k) =>
          debitEntry(first + step, stage.random.centsBetween(170, 210), companies[k === 2 ? 1 : 0]),
        ),
      ];
    },
  },
  {
    ...suspiciousPattern('timing_anomaly'),
    name: 'after-midnight',
    difficulty: 'hard',
    needsTime: true,
    why: 'Three debits of $190 to $420 between two and five at night; a NACHA file cannot tell',
    act: (stage) => {
      const [company] = unfamiliarOriginators(stage.random, 1);
      return [
        onBankingDays(stage, [0, 1, 2], (day) => ({
          ...debitEntry(day, stage.random.centsBetween(190, 420), company),
          minute: stage.random.int(125, 290),
        })),
      ];
    },
  },
  {
    ...innocentPattern('timing_anomaly'),
    name: 'pay-posted-at-night',
    difficulty: 'obvious',
    why: 'Pay that the overnight batch posts at a quarter past three',
    background: noHistory,
    act: ({ random, calendar }) => [
      recurring({
        random,
        days: calendar.everyWeeks(2, 5, 0),
        originator: random.pickSkewed(EMPLOYERS),
        direction: 'Credit',
        cents: random.centsBetween(1_350, 2_350),
      }).map((draft) => ({ ...draft, minute: 195 })),
    ],
  },
  {
    ...innocentPattern('timing_anomaly'),
    name: 'night-owl',
    difficulty: 'hard',
    why: 'Transfers after midnight by the wallet that the member has used all year',
    act: ({ random, calendar }) => {
      const wallet = random.pick(WALLETS);
      return [
        recurring({
          random,
          days: calendar.everyWeeks(2, 5, 0),
          originator: wallet,
          direction: 'Debit',
          cents: 18_000,
          stray: 0.3,
        }).map((draft) => ({ ...draft, minute: random.int(20, 200) })),
      ];
    },
  },
  {
    ...innocentPattern('timing_anomaly'),
    name: 'weekend-shift-paid',
    difficulty: 'hard',
    why: 'Credits, not debits, on three Saturdays',
    act: (stage) => {
      const [from] = unfamiliarOriginators(stage.random, 1);
      return [
        [2, 1, 0].map((weeks) =>
          creditEntry(saturdayBefore(stage, weeks), stage.random.centsBetween(180, 320), from, 'EVENT PAY'),
        ),
      ];
    },
  },
];

/** A company that posts on Saturdays and Sundays only, when ACH does not settle. */
export const WEEKEND_ONLY: readonly InjectedPattern[] = [
  {
    ...suspiciousPattern('weekend_only'),
    name: 'six-weekends',
    difficulty: 'obvious',
    why: 'Six debits of $60 to $120 by one company on five Saturdays and a Sunday, nothing on other days',
    act: (stage) => {
      const [company] = unfamiliarOriginators(stage.random, 1);
      return [
        [4, 3, 2, 1, 0, 0].map((weeks, k) =>
          debitEntry(
            saturdayBefore(stage, weeks) + (k === 5 ? 1 : 0),
            stage.random.centsBetween(60, 120),
            company,
          ),
        ),
      ];
    },
  },
  {
    ...suspiciousPattern('weekend_only'),
    name: 'five-on-three-weekends',
    difficulty: 'hard',
    why: 'Exactly five small debits on exactly three weekends',
    act: (stage) => {
      const [company] = unfamiliarOriginators(stage.random, 1);
      const days = [
        saturdayBefore(stage, 5),
        saturdayBefore(stage, 5) + 1,
        saturdayBefore(stage, 2),
        saturdayBefore(stage, 2) + 1,
      ];
      return [
        [...days, saturdayBefore(stage, 0)].map((day) =>
          debitEntry(day, stage.random.centsBetween(19, 42), company),
        ),
      ];
    },
  },
  {
    ...innocentPattern('weekend_only'),
    name: 'event-pay',
    difficulty: 'obvious',
    why: 'Event pay: credits on six Saturdays',
    act: (stage) => {
      const [from] = unfamiliarOriginators(stage.random, 1);
      return [
        [5, 4, 3, 2, 1, 0].map((weeks) =>
          creditEntry(saturdayBefore(stage, weeks), stage.random.centsBetween(120, 260), from, 'EVENT PAY'),
        ),
      ];
    },
  },
  {
    ...innocentPattern('weekend_only'),
    name: 'mostly-on-weekends',
    difficulty: 'hard',
    why: 'Five debits on Saturdays and one on a Tuesday by the same company',
    act: (stage) => {
      const [company] = unfamiliarOriginators(stage.random, 1);
      const days = [5, 4, 3, 2, 1].map((weeks) => saturdayBefore(stage, weeks));
      return [
        [...days, saturdayBefore(stage, 3) + 3].map((day) =>
          debitEntry(day, stage.random.centsBetween(25, 60), company),
        ),
      ];
    },
  },
];
