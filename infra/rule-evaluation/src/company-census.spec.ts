import { UNKNOWN_COMPANY_KEY } from '@clearwatch/domain/detection/company-key';
import { aHistory } from '@clearwatch/domain/detection/testing/history-builder';
import { UNKNOWN_COMPANY } from '@clearwatch/domain/ledger/ledger-row';
import { CompanyCensus } from './company-census.ts';

/** One debit by the company for each account, on the given day. */
function debitsOf(company: string, accounts: Readonly<Record<string, string>>) {
  const history = aHistory();
  for (const [account, day] of Object.entries(accounts)) history.account(account).debit('20.00').from(company).on(day);
  return history.entries();
}

function censusOf(...groups: ReturnType<typeof debitsOf>[]) {
  const census = new CompanyCensus();
  for (const entry of groups.flat()) census.add(entry);
  return census.institution();
}

const OLD = debitsOf('OLD BILLER', { a: '2025-01-06', b: '2025-02-03', c: '2025-03-03' });

describe('CompanyCensus', () => {
  it('the company census reports the accounts of a company, its first day, and whether it is known', () => {
    const { companies, ledgerFirstDay } = censusOf(OLD);
    expect(companies.accountsUsing('OLD BILLER')).toBe(3);
    expect(companies.firstSeen('OLD BILLER')).toBe('2025-01-06');
    expect(companies.isKnown('OLD BILLER')).toBe(true);
    expect(ledgerFirstDay).toBe('2025-01-06');
  });

  it('the company census reports nothing about a company without entries', () => {
    const { companies } = censusOf(OLD);
    expect([
      companies.accountsUsing('ABSENT'),
      companies.firstSeen('ABSENT'),
      companies.isKnown('ABSENT'),
      companies.isSpray('ABSENT'),
      companies.debitsOnArrival('ABSENT'),
    ]).toEqual([0, null, false, false, null]);
  });

  it('the company census reports nothing about entries without a company, however many accounts have them', () => {
    const spray = { a: '2025-06-02', b: '2025-06-02', c: '2025-06-03', d: '2025-06-03', e: '2025-06-04' };
    const { companies } = censusOf(OLD, debitsOf(UNKNOWN_COMPANY, spray));
    expect([
      companies.accountsUsing(UNKNOWN_COMPANY_KEY),
      companies.firstSeen(UNKNOWN_COMPANY_KEY),
      companies.isSpray(UNKNOWN_COMPANY_KEY),
      companies.debitsOnArrival(UNKNOWN_COMPANY_KEY),
    ]).toEqual([0, null, false, null]);
    expect(companies.isKnown(UNKNOWN_COMPANY_KEY)).toBe(true);
  });

  it('the company census reports a spray when a company debits five accounts within three days of its first entry', () => {
    const spray = { a: '2025-06-02', b: '2025-06-02', c: '2025-06-03', d: '2025-06-03', e: '2025-06-04' };
    const { companies } = censusOf(OLD, debitsOf('SUDDEN LLC', spray));
    expect(companies.debitsOnArrival('SUDDEN')).toEqual({ accounts: 5, atOnce: 5 });
    expect(companies.isSpray('SUDDEN')).toBe(true);
    expect(companies.isKnown('SUDDEN')).toBe(false);
    const late = censusOf(OLD, debitsOf('SUDDEN LLC', { ...spray, e: '2025-06-05' }));
    expect(late.companies.isSpray('SUDDEN')).toBe(false);
  });

  it('the company census counts only debits for a spray, each account from its first debit', () => {
    const first = { a: '2025-06-04', b: '2025-06-02', c: '2025-06-03' };
    const again = debitsOf('SUDDEN', { a: '2025-06-05', b: '2025-06-09' });
    const credit = aHistory().account('d').credit('20.00').from('SUDDEN').on('2025-06-02').entries();
    const sentBack = aHistory().account('e').debit('20.00').from('SUDDEN').withCode('26').on('2025-06-03');
    const { companies } = censusOf(
      OLD,
      debitsOf('SUDDEN', { c: '2025-06-30' }),
      again,
      debitsOf('SUDDEN', first),
      credit,
      sentBack.entries(),
    );
    expect(companies.debitsOnArrival('SUDDEN')).toEqual({ accounts: 3, atOnce: 3 });
    expect(companies.accountsUsing('SUDDEN')).toBe(5);
    expect(companies.firstSeen('SUDDEN')).toBe('2025-06-02');
  });

  it('a company is known when four fifths of its accounts arrived over more than ten days or it stays for months', () => {
    const arrived = (...days: string[]) => {
      const accounts = Object.fromEntries(days.map((day, at) => [`account ${at}`, day]));
      return censusOf(OLD, debitsOf('CROWD', accounts)).companies.isKnown('CROWD');
    };
    expect(arrived('2025-06-02', '2025-06-02', '2025-06-02', '2025-06-13', '2025-06-02')).toBe(false);
    expect(arrived('2025-06-02', '2025-06-13', '2025-06-02', '2025-06-13', '2025-06-02')).toBe(true);
    expect(arrived('2025-06-02', '2025-06-12', '2025-06-02', '2025-06-13', '2025-06-02')).toBe(false);
    const together = debitsOf('CROWD', { a: '2025-06-02', b: '2025-06-02', c: '2025-06-02' });
    const until = (day: string) =>
      censusOf(OLD, together, debitsOf('CROWD', { a: '2025-07-02' }), debitsOf('CROWD', { a: day }));
    expect(until('2025-07-31').companies.isKnown('CROWD')).toBe(false);
    expect(until('2025-08-01').companies.isKnown('CROWD')).toBe(true);
  });

  it('the company census counts accounts without dated entries for the ledger and for the company', () => {
    const strangers = (number: number) =>
      Array.from({ length: number }, (_, at) =>
        aHistory().account(`stranger ${at}`).debit('1.00').from('OTHERS').withoutDate().entries(),
      );
    const knownAmong = (number: number) => censusOf(OLD, ...strangers(number)).companies.isKnown('OLD BILLER');
    expect([knownAmong(747), knownAmong(748)]).toEqual([true, false]);
    const { companies } = censusOf(OLD, ...strangers(1));
    expect([companies.accountsUsing('OTHERS'), companies.firstSeen('OTHERS')]).toEqual([1, null]);
    expect(companies.debitsOnArrival('OTHERS')).toEqual({ accounts: 0, atOnce: 0 });
  });

  it('the company census merges spellings of one company', () => {
    const { companies } = censusOf(OLD, debitsOf('Old Biller, Inc.', { d: '2025-04-07' }));
    expect(companies.accountsUsing('OLD BILLER')).toBe(4);
  });

  it('the company census reports the share of weekend entries', () => {
    const weekend = debitsOf('MARKET', { a: '2025-06-07', b: '2025-06-08' });
    expect(censusOf(OLD, weekend).weekendShare).toBeCloseTo(2 / 5);
  });

  it('the company census fails without a dated entry', () => {
    expect(() => new CompanyCensus().institution()).toThrow('without dated entries');
  });
});
