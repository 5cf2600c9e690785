import { parseCents } from '@clearwatch/domain/money/cents';
import { CopiedLines, EntryParser } from './copied-entries.ts';

const COLUMNS = [
  ['7', '4000000001', 'Netflix.com', 'Jane', 'Doe', '2026-03-02', '540', '1234.56', 'Debit', 'money', 'SUBSCR', null],
  ['WEB', '27', '091000019', '3', '12'],
].flat();

const parsed = (changes: Record<number, string | null>, parser = new EntryParser()) =>
  parser.make(copied(COLUMNS.map((column, index) => (index in changes ? (changes[index] ?? null) : column))));

const copied = (columns: (string | null)[]) =>
  new CopiedLines(`${columns.map((column) => column ?? '\\N').join('\t')}\n`);

describe('copied entries', () => {
  it('an entry read from copied columns has the values of the columns', () => {
    expect(parsed({})).toEqual({
      id: '7',
      accountNumber: '4000000001',
      company: 'Netflix.com',
      companyKey: 'NETFLIX',
      receiverName: 'Jane Doe',
      day: '2026-03-02',
      epochDay: 20_514,
      minuteOfDay: 540,
      amountCents: 123_456,
      transactionType: 'Debit',
      entryKind: 'money',
      entryDescription: 'SUBSCR',
      addenda: null,
      class: 'WEB',
      transactionCode: '27',
      traceNumber: '091000019',
      importId: '3',
      line: 12,
    });
  });

  it('an entry read from copied columns contains nothing from the previous entry', () => {
    const parser = new EntryParser();
    parsed({}, parser);
    expect(parsed({ 1: '4000000002', 3: null, 5: null, 6: null, 10: null, 12: null, 15: '4' }, parser)).toMatchObject({
      accountNumber: '4000000002',
      receiverName: 'Doe',
      day: null,
      epochDay: null,
      minuteOfDay: null,
      entryDescription: null,
      class: null,
      importId: '4',
    });
    expect(parsed({ 3: null, 4: null }, parser).receiverName).toBeNull();
    expect(parsed({}, parser)).toMatchObject({ receiverName: 'Jane Doe', importId: '3' });
  });

  it.each(['0.00', '0.05', '12.30', '9999999999.99', '7', '7.5', '-1.00'])(
    'an entry read from copied columns has the exact cents of %s',
    (amount) => {
      expect(parsed({ 7: amount }).amountCents).toBe(parseCents(amount));
    },
  );

  it.each(['NaN', 'Infinity', '1,000.00', '.50', '1e3.00'])(
    'an entry read from copied columns is refused with an amount of %s',
    (amount) => {
      expect(() => parsed({ 7: amount })).toThrow(RangeError);
    },
  );

  it('an entry read from copied columns is refused without a company', () => {
    expect(() => parsed({ 2: null })).toThrow(TypeError);
  });
});
