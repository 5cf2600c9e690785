import { MERCHANTS } from '../world/companies.ts';
import { innocent, onDays, strangers, suspicious } from './kinds.ts';
import { debit, type Pattern } from './pattern.ts';

/** A burst of billers that a stable account never had. */
export const NEW_COMPANIES: readonly Pattern[] = [
  {
    ...suspicious('new_companies'),
    name: 'three-new-in-a-week',
    difficulty: 'obvious',
    why: 'Three debits of $230 to $390 by three companies that are new here, within five banking days',
    act: (stage) => {
      const companies = strangers(stage.random, 3);
      return [
        companies.flatMap((company, k) =>
          onDays(stage, [2 * k], (day) => debit(day, stage.random.centsBetween(230, 390), company)),
        ),
      ];
    },
  },
  {
    ...suspicious('new_companies'),
    name: 'four-new-barely-enough',
    difficulty: 'hard',
    why: 'Four debits of $115 to $140 by four new companies, just above $450 together',
    act: (stage) => {
      const companies = strangers(stage.random, 4);
      return [
        companies.flatMap((company, k) =>
          onDays(stage, [k], (day) => debit(day, stage.random.centsBetween(115, 140), company)),
        ),
      ];
    },
  },
  {
    ...innocent('new_companies'),
    name: 'travel-week',
    difficulty: 'obvious',
    why: 'Five small purchases in a week at shops that many members use',
    act: (stage) => [
      MERCHANTS.slice(5, 10).flatMap((shop, k) =>
        onDays(stage, [k % 4], (day) => debit(day, stage.random.centsBetween(12, 58), shop)),
      ),
    ],
  },
  {
    ...innocent('new_companies'),
    name: 'small-subscriptions',
    difficulty: 'hard',
    why: 'Three new subscriptions of $10 to $25 a month, begun in one week',
    act: (stage) => {
      const companies = strangers(stage.random, 3);
      return [
        companies.flatMap((company, k) =>
          onDays(stage, [k, k + 10], (day) => debit(day, 995 + 500 * k, company, 'SUBSCR')),
        ),
      ];
    },
  },
];
