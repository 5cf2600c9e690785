import * as fc from 'fast-check';
import { addDays } from '../../calendar/day.ts';
import { formatCents } from '../../money/cents.ts';
import { aHistory, type HistoryBuilder } from './history-builder.ts';

/** First possible day of the random histories. */
export const HISTORIES_BEGIN = '2025-06-02';
const SENDERS = ['ACME', 'BLUE HARBOR', 'GREEN VALLEY', 'CITY WATER', 'RIVERTON SCHOOLS'];

/** One-year histories on two accounts with bursts and amounts near the rules' limits. */
export const randomHistories = fc
  .array(
    fc.record({
      account: fc.constantFrom('1000000001', '1000000002'),
      day: fc.oneof(fc.nat(300), fc.integer({ min: 200, max: 215 })),
      cents: fc.oneof(fc.integer({ min: 100, max: 2_000_000 }), fc.integer({ min: 800_000, max: 1_200_000 })),
      isCredit: fc.boolean(),
      company: fc.constantFrom(...SENDERS),
    }),
    { minLength: 20, maxLength: 70 },
  )
  .map((entries) => {
    const history = aHistory();
    for (const { account, day, cents, isCredit, company } of entries) {
      const amount = formatCents(cents);
      (isCredit ? history.account(account).credit(amount) : history.account(account).debit(amount))
        .from(company)
        .on(addDays(HISTORIES_BEGIN, day));
    }
    return history.entries();
  });

type Event = (history: HistoryBuilder, at: { day: number; cents: number; spacing: number }) => void;

const on = (day: number) => addDays(HISTORIES_BEGIN, day);

/** Each pattern either meets or narrowly misses the condition of one rule. */
const EVENTS: readonly Event[] = [
  // Credits from unfamiliar senders, passed on through a wallet.
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
  // Transfers in and out in nearly equal amounts.
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
  // Payments taken back.
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
  // Crypto and gambling.
  (history, { day, cents, spacing }) => {
    for (let turn = 0; turn < 3; turn += 1)
      history
        .debit(formatCents(70_000 + cents))
        .from(turn === 1 ? 'FANDUEL' : 'BITVAULT CRYPTO')
        .on(on(day + turn * spacing));
  },
  // Many debits on one day.
  (history, { day, cents }) => {
    for (let turn = 0; turn < 12; turn += 1)
      history
        .debit(formatCents(500 + (cents % 5_000)))
        .from(`SHOP ${turn % 3}`)
        .on(on(day));
  },
  // Debits by unfamiliar companies, some at night, one returned.
  (history, { day, cents, spacing }) => {
    for (let turn = 0; turn < 5; turn += 1)
      history
        .debit(formatCents(20_000 + cents))
        .from(`GRABBER ${turn} NO ${day}`)
        .on(on(day + (turn % (spacing + 1))))
        .atMinute(turn * 130);
    history.withAddenda('R10 NOT AUTHORIZED').withCode('26');
  },
  // A vendor payment that is passed on with an urgent description.
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
  // A bill for many times the usual amount.
  (history, { day, cents }) => {
    history
      .debit(formatCents(90_000 + cents))
      .from('CITY WATER')
      .on(on(day));
  },
  // Benefits from two states.
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
  // A probe and a large debit under the same name.
  (history, { day, cents, spacing }) => {
    history.debit('0.37').from(`NOVA TRADE ${day}`).on(on(day));
    history
      .debit(formatCents(90_000 + cents))
      .from(`NOVA TRADE ${day}`)
      .on(on(day + spacing));
  },
  // Round deposits and a large credit.
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
  // A company that debits only on weekends.
  (history, { day, cents }) => {
    for (let weekend = 0; weekend < 5; weekend += 1)
      history
        .debit(formatCents(3_000 + cents))
        .from('SUNDAY MEDIA')
        .on(on(day - (day % 7) + 5 + 7 * weekend));
  },
];

/** One-year histories on two accounts with a few bills and several patterns, often together. */
export const eventfulHistories = fc
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
      history.account(account).debit('80.00').from('CITY WATER').on(HISTORIES_BEGIN).again({ times: 4, everyDays: 20 });
    for (const { event, account, day, cents, spacing } of events)
      event(history.account(account), { day, cents, spacing });
    return history.entries();
  });

/** Groups of similar names, for probes under one name and debits under another. */
const SUSPICIOUS_COMPANIES = Array.from({ length: 30 }, (_, number) => `GRABBER ${number % 10} NO ${number}`);

/**
 * Accounts with a year of little activity and many debits by companies that appear once or twice, most of them within
 * two weeks. Some debits are at night, some are returned and some follow a probe.
 */
export const suspiciousDebitHistories = fc
  .array(
    fc.record({
      account: fc.constantFrom('1000000001', '1000000001', '1000000002'),
      day: fc.oneof(
        { weight: 1, arbitrary: fc.integer({ min: 70, max: 300 }) },
        { weight: 2, arbitrary: fc.integer({ min: 200, max: 214 }) },
      ),
      cents: fc.oneof(
        fc.integer({ min: 5, max: 499 }),
        fc.integer({ min: 2_000, max: 60_000 }),
        fc.integer({ min: 50_000, max: 300_000 }),
      ),
      isCredit: fc.constantFrom(true, false, false, false),
      company: fc.constantFrom(...SUSPICIOUS_COMPANIES),
      minute: fc.constantFrom(null, null, 130, 700),
      addenda: fc.constantFrom(null, null, null, null, null, 'R10 NOT AUTHORIZED', 'R01 NO FUNDS'),
      class: fc.constantFrom('PPD', 'WEB', 'TEL'),
    }),
    { minLength: 15, maxLength: 60 },
  )
  .map((entries) => {
    const history = aHistory();
    for (const account of ['1000000001', '1000000002']) {
      history
        .account(account)
        .debit('80.00')
        .from('CITY WATER')
        .on(HISTORIES_BEGIN)
        .again({ times: 10, everyDays: 30 });
    }
    for (const { account, day, cents, isCredit, company, minute, addenda, class: secCode } of entries) {
      const amount = formatCents(cents);
      (isCredit ? history.account(account).credit(amount) : history.account(account).debit(amount))
        .from(company)
        .ofClass(secCode)
        .on(addDays(HISTORIES_BEGIN, day));
      if (minute !== null) history.atMinute(minute);
      if (addenda !== null) history.withAddenda(addenda);
    }
    return history.entries();
  });
