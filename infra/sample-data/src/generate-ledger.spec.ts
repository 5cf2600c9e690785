import { ACTIVITY_TYPES } from '@clearwatch/contracts/alerts';
import { federalReserveHolidays } from '@clearwatch/domain/calendar/banking-days';
import { weekdayOf } from '@clearwatch/domain/calendar/day';
import { generateLedger } from './generate-ledger.ts';
import { injectedBehaviors } from './injected-patterns/injected-behaviors.ts';
import { PATTERN_CATALOG } from './injected-patterns/plan-patterns.ts';
import type { LedgerOptions } from './ledger-options.ts';

const SAMPLE: LedgerOptions = { seed: 1, transactions: 13_190, accounts: 2_583, lastDay: '2026-11-18' };
const sample = [...generateLedger(SAMPLE)];
const accountsOf = (entries: typeof sample) => new Set(entries.map((entry) => entry.accountNumber));

describe('ledger generation', () => {
  it('a generated ledger has exactly the requested number of entries and accounts', () => {
    expect(sample).toHaveLength(13_190);
    expect(accountsOf(sample).size).toBe(2_583);
  });

  it.each([
    [1, 1],
    [7, 7],
    [1_000, 100],
    [5_000, 4_999],
    [20_000, 60],
  ])('a generated ledger can have %i entries on %i accounts', (transactions, accounts) => {
    const entries = [...generateLedger({ ...SAMPLE, transactions, accounts })];
    expect(entries).toHaveLength(transactions);
    expect(accountsOf(entries).size).toBe(accounts);
  });

  it('a generated ledger depends only on the seed', () => {
    expect([...generateLedger(SAMPLE)]).toEqual(sample);
    const other = [...generateLedger({ ...SAMPLE, seed: 2 })];
    expect(other).toHaveLength(13_190);
    expect(other).not.toEqual(sample);
  });

  it('a generated ledger has ordinary entries on banking days only, and no entries after the last day', () => {
    const holidays = new Set([2025, 2026].flatMap((year) => [...federalReserveHolidays(year)]));
    const closed = sample.filter(({ postingDate }) => weekdayOf(postingDate) % 6 === 0 || holidays.has(postingDate));
    expect(closed.every(({ behavior }) => behavior !== null)).toBe(true);
    // Frequent weekend entries would disable the weekend rule.
    expect(closed.length / sample.length).toBeLessThan(0.05);
    const days = sample.map(({ postingDate }) => postingDate);
    expect(days.toSorted().at(-1)).toBe('2026-11-18');
  });

  it('a generated ledger covers more than a year', () => {
    const first = sample.map((entry) => entry.postingDate).toSorted()[0];
    expect(first && first < '2025-10-10').toBe(true);
  });

  it('a generated ledger ends on the last banking day when the requested last day is closed', () => {
    const entries = [...generateLedger({ ...SAMPLE, lastDay: '2026-11-15' })];
    const last = entries
      .map((entry) => entry.postingDate)
      .toSorted()
      .at(-1);
    expect(last).toBe('2026-11-13');
  });

  it('a generated ledger is ordered by account, then by posting date', () => {
    const pairs = sample.slice(1).map((entry, k) => [sample[k], entry] as const);
    const within = pairs.filter(([before, entry]) => before?.accountNumber === entry.accountNumber);
    expect(pairs.length - within.length).toBe(2_582);
    expect(within.every(([before, entry]) => before && before.postingDate <= entry.postingDate)).toBe(true);
  });

  it('a generated ledger gives each entry a unique trace number, and each money entry an amount for numeric(12,2)', () => {
    expect(new Set(sample.map((entry) => entry.traceNumber)).size).toBe(sample.length);
    expect(sample.every((entry) => /^\d{15}$/.test(entry.traceNumber))).toBe(true);
    expect(sample.every(({ cents }) => Number.isSafeInteger(cents) && cents < 10 ** 12)).toBe(true);
    const withoutAmount = sample.filter(({ cents }) => cents <= 0);
    expect(withoutAmount.every((e) => e.cents === 0 && (/[38]$/.test(e.transactionCode) || e.secCode === 'COR'))).toBe(
      true,
    );
  });

  it('the ledger generator creates entries lazily', () => {
    const entries = generateLedger({ ...SAMPLE, transactions: 100_000_000, accounts: 50_000 });
    const [first] = entries;
    expect(first?.accountNumber).toMatch(/^\d{9}$/);
  });

  it.each([
    [{ transactions: 10, accounts: 11 }, /transactions must be/],
    [{ accounts: 0 }, /accounts must be/],
    [{ lastDay: '2026-02-30' }, /lastDay must be/],
    [{ days: 60 }, /days must be/],
    [{ seed: 1.5 }, /seed must be/],
  ])('the ledger generator rejects %j and names the option', (change, message) => {
    expect(() => [...generateLedger({ ...SAMPLE, ...change })]).toThrow(message);
  });
});

describe('ordinary accounts', () => {
  const namesOf = Map.groupBy(
    sample.filter(({ behavior }) => behavior === null),
    ({ accountNumber }) => accountNumber,
  );
  const people = [...namesOf.values()].map((entries) => new Set(entries.map((e) => `${e.firstName} ${e.lastName}`)));

  it('a generated ledger includes joint accounts, namesakes, and members with a changed name or several accounts', () => {
    const lastNames = (of: string, names: Set<string>) =>
      new Set([...names].map((name) => name.split(' ').at(of === 'last' ? -1 : 0)));
    const two = people.filter((names) => names.size === 2);
    expect(two.filter((names) => lastNames('last', names).size === 1).length).toBeGreaterThan(10);
    expect(two.filter((names) => lastNames('first', names).size === 1).length).toBeGreaterThan(3);
    const memberNumbers = Map.groupBy(namesOf.keys(), (account) => account.slice(0, 7));
    expect([...memberNumbers.values()].filter((accounts) => accounts.length > 1).length).toBeGreaterThan(300);
    const membersOfName = Map.groupBy(sample, (e) => `${e.firstName} ${e.lastName}`);
    const shared = [...membersOfName.values()].filter(
      (entries) => new Set(entries.map(({ accountNumber }) => accountNumber.slice(0, 7))).size > 1,
    );
    expect(shared.length).toBeGreaterThan(50);
  });

  it('a generated ledger includes pay, benefits, bills, cards, wallets, businesses, prenotes, returns, and NOCs', () => {
    const described = new Set(sample.map(({ entryDescription }) => entryDescription));
    for (const word of 'PAYROLL,XXSOC SEC,MTG PYMT,ELEC PYMT,CRCARDPMT,SETTLEMENT,VENDOR PMT,RETRY PYMT'.split(','))
      expect(described).toContain(word);
    const codes = new Set(sample.flatMap(({ notice }) => (notice === null ? [] : [notice.code])));
    for (const code of ['R01', 'R08', 'R10', 'C01', 'C05']) expect(codes).toContain(code);
  });
});

describe('injected behaviors', () => {
  const labels = injectedBehaviors(SAMPLE);

  it.each(ACTIVITY_TYPES)(
    'a generated ledger includes at least two behaviors of type %s, one of them hard, and two look-alikes',
    (type) => {
      const ofType = labels.filter(({ activityType }) => activityType === type);
      const suspicious = ofType.filter(({ verdict }) => verdict === 'suspicious');
      expect(suspicious.length).toBeGreaterThanOrEqual(2);
      expect(suspicious.map(({ difficulty }) => difficulty)).toContain('hard');
      expect(ofType.length - suspicious.length).toBeGreaterThanOrEqual(2);
    },
  );

  it('a generated ledger includes every pattern of the catalog', () => {
    const injected = new Set(labels.map(({ pattern }) => pattern));
    expect(PATTERN_CATALOG.filter(({ name }) => !injected.has(name))).toEqual([]);
    expect(new Set(PATTERN_CATALOG.map(({ name }) => name)).size).toBe(PATTERN_CATALOG.length);
  });

  it('the entries of injected behaviors match their labels exactly', () => {
    for (const label of labels) {
      const entries = sample.filter((entry) => entry.behavior === label.id);
      expect(entries).toHaveLength(label.entries);
      expect(entries.reduce((sum, entry) => sum + entry.cents, 0)).toBe(label.cents);
      expect([...accountsOf(entries)].toSorted()).toEqual([...label.accountNumbers].toSorted());
      expect(entries.map(({ traceNumber }) => traceNumber)).toEqual(label.traceNumbers);
      const days = entries.map((entry) => entry.postingDate).toSorted();
      expect([days[0], days.at(-1)]).toEqual([label.firstDay, label.lastDay]);
    }
  });

  it('the members with injected behaviors have unique full names', () => {
    const accountsOfName = new Map<string, Set<string>>();
    for (const { firstName, lastName, accountNumber } of sample) {
      const name = `${firstName} ${lastName}`;
      accountsOfName.set(name, (accountsOfName.get(name) ?? new Set()).add(accountNumber));
    }
    for (const { accountNumbers } of labels)
      for (const { firstName, lastName, accountNumber } of sample) {
        if (!accountNumbers.includes(accountNumber)) continue;
        const namesakes = accountsOfName.get(`${firstName} ${lastName}`) ?? new Set();
        expect([...namesakes].filter((other) => !accountNumbers.includes(other))).toEqual([]);
      }
  });

  it('suspicious injected behaviors begin after the 45 warm-up days of the detectors', () => {
    const guilty = labels.filter((label) => label.verdict === 'suspicious');
    expect(guilty.every((label) => label.firstDay > '2025-11-10')).toBe(true);
  });

  it('a generated ledger that is too small has no injected behaviors', () => {
    expect(injectedBehaviors({ ...SAMPLE, transactions: 40, accounts: 40 })).toEqual([]);
  });
});
