import * as fc from 'fast-check';
import { type ReturnRateName, type ReturnTally, returnRates } from './company-return-rates.ts';

const tally = (counts: Partial<ReturnTally>): ReturnTally => ({
  debits: 1000,
  unauthorized: 0,
  administrative: 0,
  all: 0,
  ...counts,
});
const above = (counts: Partial<ReturnTally>) => {
  const rates = returnRates(tally(counts));
  return (Object.keys(rates) as ReturnRateName[]).filter((name) => rates[name].isAbove);
};

describe('return rates', () => {
  it("a company's return rates are percentages of its debits", () => {
    const rates = returnRates(tally({ unauthorized: 4, administrative: 20, all: 150 }));
    expect(rates.unauthorized.percent).toBe(0.4);
    expect(rates.administrative.percent).toBe(2);
    expect(rates.overall.percent).toBe(15);
  });

  it.each([
    [{ debits: 600, unauthorized: 3, all: 3 }, []],
    [{ debits: 599, unauthorized: 3, all: 3 }, ['unauthorized']],
    [{ debits: 200, administrative: 6, all: 6 }, []],
    [{ debits: 199, administrative: 6, all: 6 }, ['administrative']],
    [{ debits: 40, all: 6 }, []],
    [{ debits: 39, all: 6 }, ['overall']],
  ])('a return rate is above its limit only when it exceeds it: %j', (counts, names) => {
    expect(above(counts)).toEqual(names);
  });

  it('a return rate needs a minimum number of returns: two unauthorized of ten do not count', () => {
    expect(above({ debits: 10, unauthorized: 2, all: 2 })).toEqual([]);
    expect(above({ debits: 50, administrative: 4, all: 4 })).toEqual([]);
    expect(above({ debits: 20, all: 4 })).toEqual([]);
    expect(above({ debits: 50, administrative: 5, all: 5 })).toEqual(['administrative']);
    expect(above({ debits: 20, unauthorized: 3, all: 5 })).toEqual(['unauthorized', 'overall']);
  });

  it('return rates without debits are null, and returns of debits outside the ledger count as debits', () => {
    expect(returnRates(tally({ debits: 0 })).overall.percent).toBeNull();
    expect(returnRates(tally({ debits: 0, unauthorized: 3, all: 4 })).unauthorized.percent).toBe(75);
  });

  it("a company's return rates are at most 100, and the overall rate is never the smallest", () => {
    const counts = fc.record({
      debits: fc.nat(10_000),
      unauthorized: fc.nat(500),
      administrative: fc.nat(500),
    });
    fc.assert(
      fc.property(counts, fc.nat(500), ({ debits, unauthorized, administrative }, others) => {
        const all = unauthorized + administrative + others;
        const rates = returnRates({ debits, unauthorized, administrative, all });
        const overall = rates.overall.percent ?? 0;
        expect(overall).toBeLessThanOrEqual(100);
        expect(overall).toBeGreaterThanOrEqual(rates.unauthorized.percent ?? 0);
        expect(overall).toBeGreaterThanOrEqual(rates.administrative.percent ?? 0);
      }),
    );
  });
});
