import { BankingCalendar } from '../banking-calendar.ts';
import { checkLedgerOptions, DEFAULT_LEDGER_OPTIONS } from '../ledger-options.ts';
import { PATTERN_CATALOG, type PlacedPattern, planPatterns } from './plan-patterns.ts';

function plantsOf(accounts: number): PlacedPattern[] {
  const window = checkLedgerOptions({ ...DEFAULT_LEDGER_OPTIONS, accounts });
  return planPatterns(window, new BankingCalendar(window.lastDay, window.days));
}

describe('what is planted', () => {
  it('is one in sixteen accounts where that gives each pattern its place', () => {
    expect(plantsOf(DEFAULT_LEDGER_OPTIONS.accounts).length).toBeGreaterThanOrEqual(PATTERN_CATALOG.length);
    expect(plantsOf(DEFAULT_LEDGER_OPTIONS.accounts).length).toBeLessThanOrEqual(
      DEFAULT_LEDGER_OPTIONS.accounts / 16,
    );
  });

  it('is each pattern once where they fit when they stand closer, so that the sample need not grow with them', () => {
    const accounts = 13 * PATTERN_CATALOG.length;
    const plants = plantsOf(accounts);
    expect(plants.map(({ pattern }) => pattern)).toEqual(PATTERN_CATALOG);
    const places = plants.map(({ firstOrdinal }) => firstOrdinal);
    // An account with a holder of its own for each of six still leaves room to the next plant.
    expect(Math.min(...places.map((place, k) => (places[k + 1] ?? accounts) - place))).toBeGreaterThan(6);
  });

  it('keeps its usual distance where all of them would not fit', () => {
    expect(plantsOf(11 * PATTERN_CATALOG.length)).toHaveLength(
      Math.floor((11 * PATTERN_CATALOG.length) / 16),
    );
  });
});
