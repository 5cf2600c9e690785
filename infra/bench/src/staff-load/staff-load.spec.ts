import { Random } from '@clearwatch/sample-data/seeded-random';
import { classifyAnswer, LOAD_PROFILES, secondsOf, shortenedTo, visitsPerSecond } from './load-profiles.ts';
import { checkMemoryGrowth, checkThresholds } from './measure-load.ts';
import { LoadResults, percentile, visitArrivals } from './play-visits.ts';
import { type Catalogue, chooseVisit, STAFF_VISITS } from './staff-visits.ts';

const FULL: Catalogue = {
  alert: [{ id: 7 }],
  member: [{ id: 3, firstName: 'Ann', lastName: "O'Sample & Co", accountNumber: '1000000001' }],
  company: [{ company: 'CITY WATER/GAS' }],
};
const randomOf = (seed: number) => {
  const random = new Random(seed, 0);
  return () => random.next();
};

describe('arrivals', () => {
  it('are as many as staff open screens, stage by stage, and the same for a seed', () => {
    const stages = [
      { staff: 400, seconds: 500 },
      { staff: 400, seconds: 500 },
    ];
    const all = [...visitArrivals({ startStaff: 0, stages }, randomOf(1))];
    const rising = all.filter((at) => at < 500).length;
    const steady = 400 * visitsPerSecond() * 500;
    expect(all).toEqual([...visitArrivals({ startStaff: 0, stages }, randomOf(1))]);
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    // Within four standard deviations of a Poisson count.
    expect(Math.abs(rising - steady / 2)).toBeLessThan(4 * Math.sqrt(steady / 2));
    expect(Math.abs(all.length - rising - steady)).toBeLessThan(4 * Math.sqrt(steady));
  });

  it('last as long as they are let, and never longer than they are', () => {
    const { stress, soak, smoke } = LOAD_PROFILES;
    expect([stress, soak, smoke].map((profile) => shortenedTo(4, profile) * secondsOf(profile))).toEqual([
      240, 240, 20,
    ]);
  });

  it('keep their rate when the time is shortened', () => {
    const whole = { startStaff: 200, stages: [{ staff: 200, seconds: 1_000 }] };
    const [long, short] = [1, 0.1].map((shorten) => [...visitArrivals(whole, randomOf(2), shorten)]);
    expect(Math.max(...(short ?? []))).toBeLessThan(100);
    expect((long?.length ?? 0) / (short?.length ?? 1)).toBeGreaterThan(8);
    expect((long?.length ?? 0) / (short?.length ?? 1)).toBeLessThan(12);
  });
});

describe('a visit', () => {
  it('is chosen by its weight, with values of the ledger in its paths', () => {
    const random = randomOf(3);
    const chosen = Array.from({ length: 2_000 }, () => chooseVisit(FULL, random));
    const weights = STAFF_VISITS.reduce((sum, { weight }) => sum + weight, 0);
    for (const { name, weight } of STAFF_VISITS) {
      const count = chosen.filter(({ visit }) => visit.name === name).length;
      const expected = (2_000 * weight) / weights;
      expect([name, Math.abs(count - expected) < 5 * Math.sqrt(expected)]).toEqual([name, true]);
    }
    const paths = new Set(chosen.flatMap(({ requests }) => requests.map(({ path }) => path)));
    expect(paths).toContain("/api/members/detail/Ann/O'Sample%20%26%20Co?member=3");
    expect(paths).toContain('/api/companies/CITY%20WATER%2FGAS/details');
    expect([...paths].filter((path) => path.includes('{'))).toEqual([]);
  });

  it('is none of what an empty ledger does not hold', () => {
    const nothing: Catalogue = { alert: [], member: [], company: [] };
    const random = randomOf(4);
    const names = new Set(Array.from({ length: 500 }, () => chooseVisit(nothing, random).visit.name));
    expect([...names].toSorted()).toEqual([
      'alerts',
      'companies',
      'dashboard',
      'imports',
      'members',
      'transaction report',
      'what one was told',
    ]);
  });
});

describe('what came of a load', () => {
  it('counts an answer that asks to come back as refused, and only that', () => {
    expect([200, 202, 429, 503, 500, 401, 404, 0].map((status) => classifyAnswer(status, false))).toEqual([
      'answered',
      'answered',
      'refused',
      'error',
      'error',
      'error',
      'error',
      'error',
    ]);
    expect(classifyAnswer(503, true)).toBe('refused');
  });

  it('takes the value that so many do not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([50, 95, 99, 100]);
    expect(percentile([], 0.5)).toBeNaN();
  });

  it('of a soak is missed by a process that goes on growing', () => {
    const halfway = new Map(Object.entries({ gateway: 200, ingest: 180 }));
    const after = new Map(Object.entries({ gateway: 264, ingest: 245 }));
    const judged = checkMemoryGrowth(LOAD_PROFILES.soak, { halfway, after });
    expect(judged.map(({ found, isMet }) => [found, isMet])).toEqual([
      ['64 MB', true],
      ['65 MB', false],
    ]);
    expect(checkMemoryGrowth(LOAD_PROFILES.load, { halfway, after })).toEqual([]);
  });

  it('is met at the limit, missed above it, by one error and by nothing at all', () => {
    const missed = (tally: LoadResults) =>
      checkThresholds(LOAD_PROFILES.load, tally)
        .filter(({ isMet }) => !isMet)
        .map(({ what }) => what);
    const tally = new LoadResults();
    expect(missed(tally)).toEqual(['no errors']);
    const played = { name: 'GET /api/metrics/30', kind: 'figures', verdict: 'answered' } as const;
    tally.add({ ...played, milliseconds: 100 });
    expect(missed(tally)).toEqual([]);
    tally.add({ ...played, milliseconds: 101 });
    expect(missed(tally)).toEqual(['p95 of figures at most 100 ms']);
    tally.add({ ...played, verdict: 'error', milliseconds: 1 });
    tally.add({ ...played, verdict: 'refused', milliseconds: 1 });
    expect(missed(tally)).toEqual(['p95 of figures at most 100 ms', 'no errors', 'at most 0 % refused']);
  });
});
