import {
  aNachaFile,
  anAddenda,
  type TestBatch,
  type TestEntry,
} from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import { aDashboardRow, aFile, aRow } from './a-row.ts';

export const RETURN = anAddenda('99', { reasonCode: 'R01', originalTraceNumber: '091000010000042' });
const CHANGE = anAddenda('98', {
  changeCode: 'C01',
  originalTraceNumber: '091000010000042',
  correctedData: '1918171614',
});
export const NOTICES: TestBatch = {
  sec: 'COR',
  entries: [{ fields: { transactionCode: '21', amount: '0' }, addenda: [CHANGE] }],
};

/** mulberry32: the same numbers for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<T>(random: () => number, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to pick from');
  return value;
}

/** Rows of both shapes, some refused, some twice. */
export function someJson(random: () => number): string {
  const rows = Array.from({ length: 60 }, () => {
    const amount = pick(random, ['1.00', '2.50', '0.00', '9999999999.99', 'x']);
    return random() < 0.5
      ? aDashboardRow({ amount, accountId: pick(random, ['1', '2']) })
      : aRow({
          amount,
          check_tracer_number: pick(random, ['1', '2', '3']),
          transaction_code: pick(random, ['22', '23', '26', '27']),
          transaction_type: pick(random, ['Credit', 'Debit']),
        });
  });
  return aFile(rows);
}

/** Money, debits, prenotes, returns, a broken amount, and a batch of notices. */
export function someNacha(random: () => number): string {
  const entries = Array.from({ length: 40 }, (): TestEntry => {
    const account = pick(random, ['1', '2', '3']);
    return pick<TestEntry>(random, [
      { fields: { account, amount: pick(random, ['1', '250', '9999999999']) } },
      { fields: { account, transactionCode: '27', amount: pick(random, ['1', '250']) } },
      { fields: { account, transactionCode: '28', amount: '0' } },
      { fields: { account, transactionCode: '26', amount: '77' }, addenda: [RETURN] },
      { fields: { account, amount: '00CCC00004' } },
    ]);
  });
  return aNachaFile([{ sec: 'PPD', entries }, NOTICES]).join('\n');
}
