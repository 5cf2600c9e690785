import type { LedgerOptions } from '../options.ts';
import { plantedBehaviours } from '../plants/planted-behaviours.ts';
import { isoText, parseIsoDay, weekday } from '../world/epoch-day.ts';
import { federalHolidays } from '../world/federal-holidays.ts';
import { generateLedger } from './generate-ledger.ts';

const SAMPLE: LedgerOptions = { seed: 1, transactions: 13_190, accounts: 2_583, lastDay: '2026-11-18' };
const sample = [...generateLedger(SAMPLE)];
const accountsOf = (entries: typeof sample) => new Set(entries.map((entry) => entry.accountNumber));

describe('a generated ledger', () => {
  it('has exactly the entries and accounts asked for', () => {
    expect(sample).toHaveLength(13_190);
    expect(accountsOf(sample).size).toBe(2_583);
  });

  it.each([
    [1, 1],
    [7, 7],
    [1_000, 100],
    [5_000, 4_999],
    [20_000, 60],
  ])('keeps the count with %i entries on %i accounts', (transactions, accounts) => {
    const entries = [...generateLedger({ ...SAMPLE, transactions, accounts })];
    expect(entries).toHaveLength(transactions);
    expect(accountsOf(entries).size).toBe(accounts);
  });

  it('is the same for the same seed and another for another', () => {
    expect([...generateLedger(SAMPLE)]).toEqual(sample);
    const other = [...generateLedger({ ...SAMPLE, seed: 2 })];
    expect(other).toHaveLength(13_190);
    expect(other).not.toEqual(sample);
  });

  it('posts on banking days only, none after the last day', () => {
    const holidays = new Set([2025, 2026].flatMap(federalHolidays).map(isoText));
    const days = [...new Set(sample.map((entry) => entry.postingDate))];
    const closed = days.filter((day) => weekday(parseIsoDay(day)) % 6 === 0 || holidays.has(day));
    expect(closed).toEqual([]);
    expect(days.toSorted().at(-1)).toBe('2026-11-18');
  });

  it('covers more than a year', () => {
    const first = sample.map((entry) => entry.postingDate).toSorted()[0];
    expect(first && first < '2025-10-10').toBe(true);
  });

  it('ends on the last banking day when the last day is closed', () => {
    const entries = [...generateLedger({ ...SAMPLE, lastDay: '2026-11-15' })];
    const last = entries
      .map((entry) => entry.postingDate)
      .toSorted()
      .at(-1);
    expect(last).toBe('2026-11-13');
  });

  it('comes ordered by account, each account oldest first and in one piece', () => {
    const pairs = sample.slice(1).map((entry, k) => [sample[k], entry] as const);
    const within = pairs.filter(([before, entry]) => before?.accountNumber === entry.accountNumber);
    expect(pairs.length - within.length).toBe(2_582);
    expect(within.every(([before, entry]) => before && before.postingDate <= entry.postingDate)).toBe(true);
  });

  it('gives every entry its own trace number and a positive amount that fits numeric(12,2)', () => {
    expect(new Set(sample.map((entry) => entry.traceNumber)).size).toBe(sample.length);
    expect(sample.every((entry) => /^\d{15}$/.test(entry.traceNumber))).toBe(true);
    expect(sample.every((e) => Number.isSafeInteger(e.cents) && e.cents > 0 && e.cents < 10 ** 12)).toBe(
      true,
    );
  });

  it('makes entries as they are asked for, not all at once', () => {
    const entries = generateLedger({ ...SAMPLE, transactions: 100_000_000, accounts: 50_000 });
    const [first] = entries;
    expect(first?.accountNumber).toMatch(/^\d{9}$/);
  });

  it.each([
    [{ transactions: 10, accounts: 11 }, /transactions must be/],
    [{ accounts: 0 }, /accounts must be/],
    [{ lastDay: '2026-02-30' }, /Not a day/],
    [{ days: 60 }, /days must be/],
    [{ seed: 1.5 }, /seed must be/],
  ])('refuses %j by name', (change, message) => {
    expect(() => [...generateLedger({ ...SAMPLE, ...change })]).toThrow(message);
  });
});

describe('planted behaviours', () => {
  const labels = plantedBehaviours(SAMPLE);

  it('cover the three rules, obvious and hard, guilty and innocent', () => {
    const kinds = new Set(labels.map((l) => `${l.activityType} ${l.verdict} ${l.difficulty}`));
    for (const rule of ['structuring', 'velocity_anomaly', 'large_credit']) {
      for (const verdict of ['suspicious', 'innocent']) {
        expect(kinds).toContain(`${rule} ${verdict} obvious`);
        expect(kinds).toContain(`${rule} ${verdict} hard`);
      }
    }
  });

  it('are in the ledger exactly as their labels say', () => {
    for (const label of labels) {
      const entries = sample.filter((entry) => entry.behaviour === label.id);
      expect(entries).toHaveLength(label.entries);
      expect(entries.reduce((sum, entry) => sum + entry.cents, 0)).toBe(label.cents);
      expect([...accountsOf(entries)].toSorted()).toEqual([...label.accountNumbers].toSorted());
      const days = entries.map((entry) => entry.postingDate).toSorted();
      expect([days[0], days.at(-1)]).toEqual([label.firstDay, label.lastDay]);
    }
  });

  it('belong to members whose full name nobody else has', () => {
    for (const label of labels) {
      const names = new Set(
        sample
          .filter((entry) => label.accountNumbers.includes(entry.accountNumber))
          .map((entry) => `${entry.firstName} ${entry.lastName}`),
      );
      expect(names.size).toBe(1);
      const namesakes = sample.filter((entry) => names.has(`${entry.firstName} ${entry.lastName}`));
      expect(accountsOf(namesakes).size).toBe(label.accountNumbers.length);
    }
  });

  it('begin after the 45 days detectors need to warm up, if suspicious', () => {
    const guilty = labels.filter((label) => label.verdict === 'suspicious');
    expect(guilty.every((label) => label.firstDay > '2025-11-10')).toBe(true);
  });

  it('leave a small ledger its ordinary accounts', () => {
    expect(plantedBehaviours({ ...SAMPLE, transactions: 40, accounts: 40 })).toEqual([]);
  });
});
