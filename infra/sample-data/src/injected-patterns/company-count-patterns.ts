import {
  INSURERS,
  MERCHANTS,
  TELECOMS,
  UNFAMILIAR_TELEPHONE_ORIGINATORS,
  UTILITIES,
} from '../originating-companies.ts';
import { hard, innocent, obvious, shopperHistory, suspicious } from './injected-pattern.ts';

export const MULTIPLE_COMPANIES = [
  ...suspicious('multiple_companies', [
    obvious('number-in-circulation', {
      why: 'Eight companies new to the account debit $20 to $60 each within three banking days, most authorized by telephone',
      entries: ({ random, strangers, debits }) => {
        const start = random.int(0, UNFAMILIAR_TELEPHONE_ORIGINATORS.length - 6);
        const stranger = strangers();
        const callers = UNFAMILIAR_TELEPHONE_ORIGINATORS.slice(start, start + 6);
        return debits([0, 1, 2, 0, 1, 2, 0, 1], [...callers, stranger(0), stranger(1)], [20, 60]);
      },
    }),
    hard('five-trifles', {
      why: 'Five new companies debit $4 to $11 each within three banking days',
      entries: ({ strangers, debits }) => debits([0, 1, 2, 0, 1], strangers(), [4, 11]),
    }),
  ]),
  ...innocent('multiple_companies', [
    hard('first-bill-day', {
      background: shopperHistory,
      why: 'First bills from five companies within three days, all companies that many members pay',
      entries: ({ debits }) => {
        const billers = [...UTILITIES.slice(3, 5), ...TELECOMS.slice(2, 4), ...INSURERS.slice(0, 1)];
        return debits([0, 1, 2, 0, 1], billers, [60, 180]);
      },
    }),
    hard('four-trifles', {
      why: 'Four new companies with small amounts: one too few for the rule',
      entries: ({ strangers, debits }) => debits([0, 1, 2, 0], strangers(), [9, 38]),
    }),
  ]),
];

export const NEW_COMPANIES = [
  ...suspicious('new_companies', [
    obvious('three-new-in-a-week', {
      why: 'Three debits of $230 to $390 by three companies new to the account, within five banking days',
      entries: ({ strangers, debits }) => debits([0, 2, 4], strangers(), [230, 390]),
    }),
    hard('four-new-barely-enough', {
      why: 'Four debits of $115 to $140 by four new companies, just above $450 in total',
      entries: ({ strangers, debits }) => debits([0, 1, 2, 3], strangers(), [115, 140]),
    }),
  ]),
  ...innocent('new_companies', [
    obvious('travel-week', {
      why: 'Five small purchases in a week at shops that many members use',
      entries: ({ debits }) => debits([0, 1, 2, 3, 0], MERCHANTS.slice(5, 10), [12, 58]),
    }),
    hard('small-subscriptions', {
      why: 'Three new subscriptions of $10 to $20 a month, started in one week',
      entries: ({ strangers, debits }) => {
        const stranger = strangers();
        return [0, 1, 2].flatMap((k) => debits([k, k + 10], stranger(k), 995 + 500 * k, { description: 'SUBSCR' }));
      },
    }),
  ]),
];
