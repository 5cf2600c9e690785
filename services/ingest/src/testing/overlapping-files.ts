import { aNachaFile, anAddenda, type TestEntry } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import { aDashboardRow, aFile, aRow } from './a-row.ts';

/** Numbers from 0 to below 1. */
export type Random = () => number;

const pick = <T>(random: Random, values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to pick from');
  return value;
};
const several = <T>(random: Random, most: number, make: () => T): T[] =>
  Array.from({ length: 1 + Math.floor(random() * most) }, make);

/**
 * Files of a small world, in which the same row comes again and again: in one file and in several, under one trace number
 * and under none, with other columns beside its identity, with names, without, of several persons, on one day or on none.
 * The smaller the world, the more is the same.
 */
export function overlappingFiles(random: Random): () => string {
  const account = () => pick(random, ['1', '2', '3']);
  const day = () => pick(random, ['2026-03-02', '2026-03-02', '2026-03-03', '2026-03-05', '']);
  const size = pick(random, [1, 3, 6]);
  const nachaShare = pick(random, [0.2, 0.8]);
  const rows = [
    ...several(random, size, () =>
      aRow({
        account_number: account(),
        original_account: pick(random, ['1', '2', '77', '78']),
        last_name: pick(random, ['Sample', 'Núñez', 'Other']),
        posting_date: day() || undefined,
        amount: pick(random, ['1.00', '2.50', '0.00', '9999999999.99']),
        transaction_code: pick(random, ['22', '23', '26', '27']),
        transaction_type: pick(random, ['Credit', 'Debit']),
      }),
    ),
    ...several(random, 2, () =>
      aDashboardRow({ accountId: account(), memberName: pick(random, ['Ann', 'Bo Li']) }),
    ),
  ];
  const batches = several(random, size, () => aBatch(random, account()));
  return () => {
    if (random() < nachaShare)
      return aNachaFile(several(random, 4, () => pick(random, batches)())).join('\n');
    const file = several(random, 9, () => pick(random, rows));
    if (random() < 0.2) file.push(aRow({ amount: '?' }));
    return random() < 0.1 ? JSON.stringify(file) : aFile(file);
  };
}

/** One batch, whose entries say something else each time beside what makes them the same. */
function aBatch(random: Random, account: string) {
  const sec = pick(random, ['PPD', 'POS', 'COR']);
  const day = pick(random, ['061', '062']);
  const isReturn = sec === 'PPD' && random() < 0.3;
  const amount = sec === 'COR' ? '0' : pick(random, ['250', '777']);
  const addenda =
    sec === 'COR'
      ? [anAddenda('98', { changeCode: 'C01', originalTraceNumber: '121042880000001', correctedData: '19' })]
      : [anAddenda('99', { reasonCode: 'R01', originalTraceNumber: '121042880000001' })];
  const transactionCode = sec === 'COR' ? '21' : isReturn ? '26' : pick(random, ['22', '27']);
  return () => {
    const entry = (): TestEntry => ({
      fields: {
        account,
        amount,
        transactionCode,
        traceNumber: isReturn ? '121042880000099' : '121042880000001',
        ...(sec === 'PPD' ? { discretionaryData: pick(random, ['', 'A1', 'B2']) } : {}),
      },
      addenda: sec === 'COR' || isReturn ? addenda : [],
    });
    return { sec, header: { settlementDate: day, batchNumber: '1' }, entries: several(random, 3, entry) };
  };
}
