import type { EvidenceEntry } from '@clearwatch/contracts/alerts';
import { firstRetainedDay, formatRemovedCounts, retentionProblem, showsExpiringEntries } from './retention-period.ts';

describe('retention period', () => {
  it.each([
    ['2026-11-22', 7, '2019-11-22'],
    ['2026-01-01', 7, '2019-01-01'],
    ['2031-02-28', 7, '2024-02-28'],
    // February 29 is kept on the last day of February and expires on March 1.
    ['2031-03-01', 7, '2024-03-01'],
    ['2028-02-29', 7, '2021-02-28'],
    ['2028-02-29', 4, '2024-02-29'],
    ['2026-11-22', 5, '2021-11-22'],
  ])('the first retained day on %s with %i years of retention is %s', (today, years, day) => {
    expect(firstRetainedDay(today, years)).toBe(day);
  });
});

const dated = (
  postingDate: string | null,
  settlementDate: string | null = null,
  effectiveDate: string | null = null,
) => ({ postingDate, settlementDate, effectiveDate });
const SEVEN_YEARS = { retentionYears: 7, firstRetainedDay: '2019-11-22', wasPurged: false };

describe('imported entries', () => {
  it('an imported entry is accepted on the first retained day and rejected with an explanation the day before', () => {
    expect(retentionProblem(dated('2019-11-22'), SEVEN_YEARS)).toBeNull();
    expect(retentionProblem(dated('2019-11-21'), SEVEN_YEARS)).toEqual({
      field: 'posting_date',
      value: '2019-11-21',
      reason:
        'is older than the retention period of 7 years: entries before 2019-11-22 are not kept. To keep it, ask your operator to set a longer retention period, then import the file again.',
    });
  });

  it('the age of an imported entry is counted from its ledger date', () => {
    expect(retentionProblem(dated('2019-11-22', '2019-11-20'), SEVEN_YEARS)).toBeNull();
    expect(retentionProblem(dated(null, '2019-11-20'), SEVEN_YEARS)).toMatchObject({ value: '2019-11-20' });
    expect(retentionProblem(dated(null, null, '2019-11-20'), SEVEN_YEARS)).toMatchObject({
      value: '2019-11-20',
    });
  });

  it('an imported entry without a date is accepted, unless entries of its file were purged', () => {
    expect(retentionProblem(dated(null), SEVEN_YEARS)).toBeNull();
    expect(retentionProblem(dated(null), { ...SEVEN_YEARS, wasPurged: true })?.reason).toContain('has no date');
    expect(retentionProblem(dated('2026-01-01'), { ...SEVEN_YEARS, wasPurged: true })).toBeNull();
  });
});

describe('purge summary', () => {
  it('the summary of a purge lists record types with singular and plural', () => {
    const removed = [
      { what: 'entries', count: 1_200 },
      { what: 'files', count: 1 },
    ];
    expect(formatRemovedCounts(removed)).toBe('1,200 entries, 1 file removed');
  });

  it.each([
    ['entries', '1 entry', '2 entries'],
    ['imports', '1 import', '2 imports'],
    ['documents', '1 document', '2 documents'],
    ['files', '1 file', '2 files'],
    ['alerts', '1 alert', '2 alerts'],
    ['suppressions', '1 suppression', '2 suppressions'],
    ['runs', '1 analysis', '2 analyses'],
    ['reports', '1 report', '2 reports'],
    ['events', '1 event', '2 events'],
  ])('the summary of a purge calls %s "%s" or "%s"', (what, one, two) => {
    expect(formatRemovedCounts([{ what, count: 1 }])).toBe(`${one} removed`);
    expect(formatRemovedCounts([{ what, count: 2 }])).toBe(`${two} removed`);
  });

  it('the summary of a purge says so if there was nothing to remove', () => {
    expect(formatRemovedCounts([])).toBe('nothing to remove');
  });

  it('the summary of a purge uses the key of a record type without a name', () => {
    expect(formatRemovedCounts([{ what: 'pictures', count: 2 }])).toBe('2 pictures removed');
  });
});

const showing = (...days: string[]) => ({ entries: days.map((day) => ({ day })) as EvidenceEntry[] });
const NOW = { today: '2026-11-22', retentionYears: 7 };

describe('findings', () => {
  it('a finding that shows an entry expiring today or tomorrow is not raised', () => {
    expect(showsExpiringEntries(showing('2026-11-01', '2019-11-21'), NOW)).toBe(true);
    expect(showsExpiringEntries(showing('2019-11-22'), NOW)).toBe(true);
  });

  it('a finding is raised if all its entries are kept past tomorrow', () => {
    expect(showsExpiringEntries(showing('2019-11-23', '2026-11-22'), NOW)).toBe(false);
  });
});
