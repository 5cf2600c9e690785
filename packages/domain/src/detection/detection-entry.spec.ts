import { compareEntries, type DatedEntry, isDated } from './detection-entry.ts';
import { aHistory } from './testing/history-builder.ts';

/** Sort criteria in order, each with an earlier and a later value. */
const DECIDES: readonly [Partial<DatedEntry>, Partial<DatedEntry>][] = [
  [{ epochDay: 20_000 }, { epochDay: 20_001 }],
  [{ minuteOfDay: 1439 }, { minuteOfDay: null }],
  [{ minuteOfDay: 9 }, { minuteOfDay: 10 }],
  [{ transactionType: 'Credit' }, { transactionType: 'Debit' }],
  [{ companyKey: 'ACME' }, { companyKey: 'BLUE HARBOR' }],
  [{ amountCents: 999 }, { amountCents: 1000 }],
  [{ traceNumber: null }, { traceNumber: '091000010000001' }],
  [{ traceNumber: '091000010000001' }, { traceNumber: '091000010000002' }],
  [{ entryDescription: null }, { entryDescription: 'BILL' }],
  [{ entryDescription: 'BILL' }, { entryDescription: 'RENT' }],
  [{ addenda: null }, { addenda: 'INVOICE 1' }],
  [{ addenda: 'INVOICE 1' }, { addenda: 'INVOICE 2' }],
  [{ receiverName: null }, { receiverName: 'Robin Example' }],
  [{ receiverName: 'Kim Example' }, { receiverName: 'Robin Example' }],
  [{ class: null }, { class: 'PPD' }],
  [{ class: 'PPD' }, { class: 'WEB' }],
  [{ company: 'ACME' }, { company: 'Acme' }],
  [{ accountNumber: '1' }, { accountNumber: '2' }],
  [{ id: '9' }, { id: '10' }],
  [{ id: '10' }, { id: '11' }],
];

const [entry] = aHistory().debit('5.00').on('2026-03-02').entries().filter(isDated);

/** Two entries that differ in one criterion; all later criteria have the opposite order. */
function pairDecidedAt(place: number): { earlier: DatedEntry; later: DatedEntry } {
  if (entry === undefined) throw new Error('there is one');
  const pair = { earlier: { ...entry }, later: { ...entry } };
  const decided = new Set(Object.keys(DECIDES[place]?.[0] ?? {}));
  for (const [low, high] of DECIDES.slice(place + 1)) {
    if (Object.keys(low).some((field) => decided.has(field))) continue;
    Object.assign(pair.earlier, high);
    Object.assign(pair.later, low);
  }
  Object.assign(pair.earlier, DECIDES[place]?.[0]);
  Object.assign(pair.later, DECIDES[place]?.[1]);
  return pair;
}

describe('entry order', () => {
  test.each(DECIDES.map(([earlier, later], place) => [earlier, later, place] as const))(
    'the entry order puts %j before %j regardless of later criteria',
    (_, __, place) => {
      const { earlier, later } = pairDecidedAt(place);
      expect(Math.sign(compareEntries(earlier, later))).toBe(-1);
      expect(Math.sign(compareEntries(later, earlier))).toBe(1);
    },
  );

  test('the entry order treats an entry as equal to itself', () => {
    const { earlier } = pairDecidedAt(0);
    expect(compareEntries(earlier, { ...earlier })).toBe(0);
  });
});
