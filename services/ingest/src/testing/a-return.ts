import { anAddenda, type TestBatch, type TestEntry } from '@clearwatch/domain/nacha/testing/nacha-fixtures';

/** An entry, what comes back about it, and the batches they stand in: plausible unless a test says otherwise. */

export const TRACE = '121042880000042';
const on = (day: string): Record<string, string> => ({ effectiveEntryDate: day, settlementDate: '' });

/** A debit of $25 on account 7 under `TRACE`. */
export const debit = (fields: Record<string, string> = {}): TestEntry => ({
  fields: { account: '7', transactionCode: '27', amount: '2500', traceNumber: TRACE, ...fields },
});
/** What came back about it, with an addenda 99. */
export const back = (
  addenda: Record<string, string> = {},
  fields: Record<string, string> = {},
): TestEntry => ({
  fields: { account: '7', transactionCode: '26', amount: '2500', traceNumber: '091000010000001', ...fields },
  addenda: [anAddenda('99', { reasonCode: 'R01', originalTraceNumber: TRACE, ...addenda })],
});
export const notice = (addenda: Record<string, string> = {}): TestEntry => ({
  fields: { account: '7', transactionCode: '26', amount: '0', traceNumber: '091000010000002' },
  addenda: [
    anAddenda('98', {
      changeCode: 'C01',
      originalTraceNumber: TRACE,
      correctedData: '1918171614',
      ...addenda,
    }),
  ],
});
export const batch = (day: string, ...entries: TestEntry[]): TestBatch => ({
  sec: 'PPD',
  header: on(day),
  entries,
});
export const corrections = (day: string, ...entries: TestEntry[]): TestBatch => ({
  ...batch(day, ...entries),
  sec: 'COR',
});
