import { CRYPTO_EXCHANGES, GAMBLING, originator } from '../originating-companies.ts';
import { hard, innocent, obvious, suspicious } from './injected-pattern.ts';

const CASH_ADVANCE = originator('PAYDAY FAST CASH', 'WEB', 'ADVANCE');
const ABROAD = originator('ATLANTIC SVCS', 'IAT', 'SERVICES');
const FOREIGN_PENSION = originator('NS PENSION FUND', 'IAT', 'PENSION');
const REMITTER = originator('Q MONEY TRANSFER', 'WEB', 'SEND MONEY');

export const HIGH_RISK = [
  ...suspicious('high_risk_pattern', [
    obvious('all-into-crypto', {
      why: 'Four purchases of $1,100 to $1,700 at crypto exchanges within ten days, with none before',
      entries: ({ random, debits }) => debits([0, 1, 3, 6], () => random.pick(CRYPTO_EXCHANGES), [1_100, 1_700]),
    }),
    hard('casino-and-cash-advance', {
      why: 'Two debits of $760 to $880, by a casino and a payday lender, just above $1,500 in total in two weeks',
      entries: ({ debits }) => debits([0, 7], [GAMBLING[0], CASH_ADVANCE], [760, 880]),
    }),
    hard('drawn-from-abroad', {
      why: 'Three international debits of $540 to $690 in nine days by a company whose name reveals nothing',
      entries: ({ debits }) => debits([0, 3, 6], ABROAD, [540, 690]),
    }),
  ]),
  ...innocent('high_risk_pattern', [
    obvious('pension-from-abroad', {
      why: 'A foreign pension, credited every month as an international entry',
      entries: ({ random, calendar, creditsOn }) =>
        creditsOn(calendar.monthly(25, 'after'), FOREIGN_PENSION, random.centsBetween(640, 1_150)),
    }),
    obvious('fifty-a-month-in-crypto', {
      why: 'Fifty dollars a month to a crypto exchange, all year',
      entries: ({ random, calendar, debitsOn }) =>
        debitsOn(calendar.monthly(5, 'after'), random.pick(CRYPTO_EXCHANGES), 5_000),
    }),
    obvious('small-bets', {
      why: 'A bet of twenty dollars every other Saturday in the season, debited on Mondays',
      entries: ({ random, calendar, debitsOn }) =>
        debitsOn(calendar.everyWeeks(2, 1, 0).slice(-10), random.pick(GAMBLING), 2_000),
    }),
    hard('family-abroad', {
      why: '$800 to family abroad each month, and once a second time for a wedding: large, but hardly more than usual',
      entries: ({ calendar, anchor, debitsOn }) => {
        const days = calendar.monthly(12, 'after');
        const near = days.findLast((day) => day <= anchor) ?? days[0] ?? anchor;
        return debitsOn([...days, calendar.shift(near, 6)], REMITTER, 80_000);
      },
    }),
  ]),
];
