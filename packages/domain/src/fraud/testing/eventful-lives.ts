import * as fc from 'fast-check';
import { addDays } from '../../calendar/day.ts';
import { formatCents } from '../../money/cents.ts';
import { aHistory, type HistoryBuilder } from './a-history.ts';
import { LIVES_BEGIN } from './lives.ts';

type Event = (history: HistoryBuilder, at: { day: number; cents: number; spacing: number }) => void;

const on = (day: number) => addDays(LIVES_BEGIN, day);

/** Each is what one of the rules looks for, sometimes just short of it. */
const EVENTS: readonly Event[] = [
  // Money that comes from strangers and goes on by wallet.
  (history, { day, cents, spacing }) => {
    for (let turn = 0; turn < 2; turn += 1) {
      history
        .credit(formatCents(200_000 + cents))
        .from(`SENDER ${turn}`)
        .on(on(day + turn));
      history
        .debit(formatCents(190_000 + cents))
        .from('ZELLE')
        .on(on(day + turn + spacing));
    }
  },
  // Equal transfers to and fro.
  (history, { day, cents, spacing }) => {
    for (let turn = 0; turn < 4; turn += 1) {
      history
        .credit(formatCents(90_000 + cents))
        .from('COAST BANK')
        .described('TRANSFER');
      history.on(on(day + turn * 5));
      history
        .debit(formatCents(91_000 + cents))
        .from('COAST BANK')
        .described('TRANSFER');
      history.on(on(day + turn * 5 + spacing));
    }
  },
  // Paid and taken back.
  (history, { day, cents, spacing }) => {
    for (let turn = 0; turn < 3; turn += 1) {
      history
        .credit(formatCents(5_000 + cents))
        .from('PAYER')
        .on(on(day + turn * 14));
      history
        .debit(formatCents(5_000 + cents))
        .from('PAYER')
        .described('REVERSAL');
      history.on(on(day + turn * 14 + spacing));
    }
  },
  // Coins, and bets.
  (history, { day, cents, spacing }) => {
    for (let turn = 0; turn < 3; turn += 1)
      history
        .debit(formatCents(70_000 + cents))
        .from(turn === 1 ? 'FANDUEL' : 'BITVAULT CRYPTO')
        .on(on(day + turn * spacing));
  },
  // A crowded day.
  (history, { day, cents }) => {
    for (let turn = 0; turn < 12; turn += 1)
      history
        .debit(formatCents(500 + (cents % 5_000)))
        .from(`SHOP ${turn % 3}`)
        .on(on(day));
  },
  // Strangers who help themselves, some by night, one sent back.
  (history, { day, cents, spacing }) => {
    for (let turn = 0; turn < 5; turn += 1)
      history
        .debit(formatCents(20_000 + cents))
        .from(`GRABBER ${turn} NO ${day}`)
        .on(on(day + (turn % (spacing + 1))))
        .atMinute(turn * 130);
    history.withAddenda('R10 NOT AUTHORIZED').withCode('26');
  },
  // A vendor payment that is sent on, and words that press.
  (history, { day, cents, spacing }) => {
    history
      .credit(formatCents(600_000 + cents))
      .from(`MARLIN YARDS ${day}`)
      .ofClass('CCD');
    history.described('VENDOR PMT').on(on(day));
    history
      .debit(formatCents(350_000 + cents))
      .from('CASH APP')
      .described('URGENT')
      .on(on(day + spacing));
  },
  // A bill of many times its size.
  (history, { day, cents }) => {
    history
      .debit(formatCents(90_000 + cents))
      .from('CITY WATER')
      .on(on(day));
  },
  // Benefits of two states.
  (history, { day, cents, spacing }) => {
    history
      .credit(formatCents(30_000 + cents))
      .from('CA EDD')
      .described('UI BENEFIT')
      .on(on(day));
    history
      .credit(formatCents(40_000 + cents))
      .from('WA ESD')
      .described('UI BENEFIT');
    history.on(on(day + 4 * spacing));
  },
  // A trifle and a large debit of one family of names.
  (history, { day, cents, spacing }) => {
    history.debit('0.37').from(`NOVA TRADE ${day}`).on(on(day));
    history
      .debit(formatCents(90_000 + cents))
      .from(`NOVA TRADE ${day}`)
      .on(on(day + spacing));
  },
  // Round deposits, and a large one.
  (history, { day, spacing }) => {
    for (let turn = 0; turn < 4; turn += 1)
      history
        .credit('2600.00')
        .from('DEPOSITOR')
        .on(on(day + turn * spacing));
    history
      .credit('15000.00')
      .from(`ESTATE ${day}`)
      .on(on(day + 40));
  },
  // An originator of weekends.
  (history, { day, cents }) => {
    for (let weekend = 0; weekend < 5; weekend += 1)
      history
        .debit(formatCents(3_000 + cents))
        .from('SUNDAY MEDIA')
        .on(on(day - (day % 7) + 5 + 7 * weekend));
  },
];

/** Lives of a year on two accounts with a few bills, in which several things happen that rules look at, often together. */
export const eventfulLives = fc
  .array(
    fc.record({
      event: fc.constantFrom(...EVENTS),
      account: fc.constantFrom('1000000001', '1000000001', '1000000002'),
      day: fc.oneof(fc.integer({ min: 90, max: 290 }), fc.integer({ min: 200, max: 214 })),
      cents: fc.nat(150_000),
      spacing: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 2, maxLength: 7 },
  )
  .map((events) => {
    const history = aHistory();
    for (const account of ['1000000001', '1000000002'])
      history
        .account(account)
        .debit('80.00')
        .from('CITY WATER')
        .on(LIVES_BEGIN)
        .again({ times: 4, everyDays: 20 });
    for (const { event, account, day, cents, spacing } of events)
      event(history.account(account), { day, cents, spacing });
    return history.entries();
  });
