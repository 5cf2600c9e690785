import { checkedOptions, SAMPLE } from '../options.ts';
import { BankingCalendar } from '../world/banking-calendar.ts';
import { PATTERNS } from './catalogue.ts';
import { type Plant, planPlants } from './plan.ts';

function plantsOf(accounts: number): Plant[] {
  const window = checkedOptions({ ...SAMPLE, accounts });
  return planPlants(window, new BankingCalendar(window.lastDay, window.days));
}

describe('what is planted', () => {
  it('is one in sixteen accounts where that gives each pattern its place', () => {
    expect(plantsOf(SAMPLE.accounts).length).toBeGreaterThanOrEqual(PATTERNS.length);
    expect(plantsOf(SAMPLE.accounts).length).toBeLessThanOrEqual(SAMPLE.accounts / 16);
  });

  it('is each pattern once where they fit when they stand closer, so that the sample need not grow with them', () => {
    const accounts = 13 * PATTERNS.length;
    const plants = plantsOf(accounts);
    expect(plants.map(({ pattern }) => pattern)).toEqual(PATTERNS);
    const places = plants.map(({ firstOrdinal }) => firstOrdinal);
    // An account with a holder of its own for each of six still leaves room to the next plant.
    expect(Math.min(...places.map((place, k) => (places[k + 1] ?? accounts) - place))).toBeGreaterThan(6);
  });

  it('keeps its usual distance where all of them would not fit', () => {
    expect(plantsOf(11 * PATTERNS.length)).toHaveLength(Math.floor((11 * PATTERNS.length) / 16));
  });
});
