import { BankingCalendar } from '../banking-calendar.ts';
import { checkLedgerOptions, DEFAULT_LEDGER_OPTIONS } from '../ledger-options.ts';
import { PATTERN_CATALOG, type PlacedPattern, planPatterns } from './plan-patterns.ts';

function plannedPatterns(accounts: number): PlacedPattern[] {
  const window = checkLedgerOptions({ ...DEFAULT_LEDGER_OPTIONS, accounts });
  return planPatterns(window, new BankingCalendar(window.lastDay, window.days));
}

describe('planPatterns', () => {
  it('injected patterns use at most one in sixteen accounts when every pattern fits', () => {
    expect(plannedPatterns(DEFAULT_LEDGER_OPTIONS.accounts).length).toBeGreaterThanOrEqual(PATTERN_CATALOG.length);
    expect(plannedPatterns(DEFAULT_LEDGER_OPTIONS.accounts).length).toBeLessThanOrEqual(
      DEFAULT_LEDGER_OPTIONS.accounts / 16,
    );
  });

  it('each injected pattern is placed once at a shorter distance when that fits them all', () => {
    const accounts = 13 * PATTERN_CATALOG.length;
    const planned = plannedPatterns(accounts);
    expect(planned.map(({ pattern }) => pattern)).toEqual(PATTERN_CATALOG);
    const places = planned.map(({ firstOrdinal }) => firstOrdinal);
    // A pattern needs up to six accounts of different members.
    expect(Math.min(...places.map((place, k) => (places[k + 1] ?? accounts) - place))).toBeGreaterThan(6);
  });

  it('injected patterns keep the usual distance when they do not all fit', () => {
    expect(plannedPatterns(11 * PATTERN_CATALOG.length)).toHaveLength(Math.floor((11 * PATTERN_CATALOG.length) / 16));
  });
});
