import { defaultPolicy } from '@clearwatch/domain/detection/policy-document';
import { drill } from './drill.ts';
import { figuresOf, missedGoals } from './drill-figures.ts';
import { generatedLedger } from './generated-ledger.ts';
import { tellDrill } from './tell-drill.ts';

const ledgerOf = (seed: number, size = 1) =>
  generatedLedger({ seed, transactions: 13_190 * size, accounts: 2_583 * size, lastDay: '2026-11-18' });

/** Seeds that no rule was tried on while it was written. */
describe('the rules, on a credit union they have never seen', () => {
  it.each([1_001, 1_002])('reach every goal of a drill (seed %i)', async (seed) => {
    const result = await drill(ledgerOf(seed, 2), defaultPolicy());
    // What was missed or noise stands in the failure.
    expect(missedGoals(figuresOf([result])).map((goal) => `${goal}\n${tellDrill([result])}`)).toEqual([]);
  });

  it('find what is planted of every type', async () => {
    const { types } = await drill(ledgerOf(1_003, 2), defaultPolicy());
    expect(types.filter(({ obvious, hard }) => obvious.found + hard.found === 0)).toEqual([]);
  });
});

describe('a drill', () => {
  it('on the same generated ledger gives the same result', async () => {
    const [first, second] = [
      await drill(ledgerOf(3), defaultPolicy()),
      await drill(ledgerOf(3), defaultPolicy()),
    ];
    expect(tellDrill([second])).toBe(tellDrill([first]));
  });
});
