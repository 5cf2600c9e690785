import { pastRetention } from './past-retention.ts';

const dated = (
  postingDate: string | null,
  settlementDate: string | null = null,
  effectiveDate: string | null = null,
) => ({ postingDate, settlementDate, effectiveDate });
const KEPT = { keptYears: 7, firstKeptDay: '2019-11-22', wasPurged: false };

describe('an entry that an import brings', () => {
  it('is taken on the first kept day and refused the day before, with the reason and how to keep it', () => {
    expect(pastRetention(dated('2019-11-22'), KEPT)).toBeNull();
    expect(pastRetention(dated('2019-11-21'), KEPT)).toEqual({
      field: 'posting_date',
      value: '2019-11-21',
      reason:
        'is older than the retention period of 7 years: entries before 2019-11-22 are not kept. To keep it, ask the operator to set TRANSACTIONS_KEPT_YEARS to a longer period, then import the file again.',
    });
  });

  it('is as old as the day that counts in the ledger', () => {
    expect(pastRetention(dated('2019-11-22', '2019-11-20'), KEPT)).toBeNull();
    expect(pastRetention(dated(null, '2019-11-20'), KEPT)).toMatchObject({ value: '2019-11-20' });
    expect(pastRetention(dated(null, null, '2019-11-20'), KEPT)).toMatchObject({ value: '2019-11-20' });
  });

  it('without a date is taken, unless entries of its file have been purged', () => {
    expect(pastRetention(dated(null), KEPT)).toBeNull();
    expect(pastRetention(dated(null), { ...KEPT, wasPurged: true })?.reason).toContain('has no date');
    expect(pastRetention(dated('2026-01-01'), { ...KEPT, wasPurged: true })).toBeNull();
  });
});
