import { aNachaFile, PAYROLL_BATCH, PURCHASE_BATCH, readNacha } from './testing/nacha-fixtures.ts';

describe('a NACHA file', () => {
  test('of which a batch header cannot be read loses the entries of that batch only', () => {
    const file = aNachaFile([{ ...PAYROLL_BATCH, header: { secCode: '1 ?' } }, PURCHASE_BATCH]);
    const { items, entries } = readNacha(file);
    expect(entries).toMatchObject([{ company: 'ACME STORE' }]);
    expect(items.filter(({ type }) => type === 'rejected')).toMatchObject([
      { problems: [{ rule: 'batch_header_unreadable', line: 3 }] },
      { problems: [{ rule: 'batch_header_unreadable', line: 4 }] },
    ]);
    expect(readNacha(file).problems.map(({ rule, line }) => [rule, line])).toContainEqual([
      'batch_header_unreadable',
      2,
    ]);
    expect(readNacha(file).problems.map(({ rule, line }) => [rule, line])).toContainEqual([
      'batch_header_unreadable',
      4,
    ]);
    expect(items.at(-1)).toMatchObject({ type: 'file', balanced: true });
  });

  test('of which a batch header is missing loses the entries of that batch only', () => {
    const file = aNachaFile([PAYROLL_BATCH, PURCHASE_BATCH]);
    file.splice(1, 1);
    const { items, entries } = readNacha(file);
    expect(entries).toMatchObject([{ company: 'ACME STORE' }]);
    expect(items[0]).toMatchObject({
      type: 'rejected',
      problems: [{ rule: 'batch_header_missing', severity: 'error' }],
    });
    expect(items[2]).toMatchObject({
      type: 'batch',
      batch: 1,
      companyName: '',
      headerLine: null,
      balanced: true,
    });
  });

  test('whose batch header is too long loses the entries of that batch only', () => {
    const file = aNachaFile([PAYROLL_BATCH, PURCHASE_BATCH]);
    file[1] = `${file[1]}XY`;
    const { entries, problems } = readNacha(file);
    expect(entries).toMatchObject([{ company: 'ACME STORE' }]);
    expect(problems).toContainEqual(
      expect.objectContaining({ rule: 'record_too_long', severity: 'warning', line: 2 }),
    );
    expect(problems).toContainEqual(expect.objectContaining({ rule: 'batch_header_unreadable', line: 2 }));
  });

  test('with fields of a batch header that are wrong is read with a warning each', () => {
    const header = { serviceClass: '999', originatingDfi: ' 1210428' };
    const file = aNachaFile([{ ...PAYROLL_BATCH, header }]);
    file[1] = `${file[1]?.slice(0, 87)}00000X1`;
    const { entries, problems } = readNacha(file);
    expect(entries).toMatchObject([{ batch: { originatingDfi: '1210428' } }, {}]);
    expect(problems.filter(({ line }) => line === 2)).toMatchObject([
      { rule: 'malformed_field', field: 'batchNumber' },
      { rule: 'service_class', field: 'serviceClass', value: '999' },
    ]);
  });

  test('with a class in small letters is read as the class', () => {
    const { entries, problems } = readNacha(aNachaFile([{ ...PAYROLL_BATCH, header: { secCode: 'ppd' } }]));
    expect(problems).toEqual([]);
    expect(entries[0]?.batch.secCode).toBe('PPD');
  });

  test('with a class that does not exist is read with the usual layout and a warning', () => {
    const { entries, problems } = readNacha(aNachaFile([{ ...PAYROLL_BATCH, sec: 'XYZ' }]));
    expect(entries).toHaveLength(2);
    expect(problems).toMatchObject([
      { rule: 'unknown_class', line: 2, columns: { from: 51, to: 53 }, value: 'XYZ' },
    ]);
  });

  test('takes the settlement day into the next year', () => {
    const header = { effectiveEntryDate: '261231', settlementDate: '004' };
    expect(readNacha(aNachaFile([{ ...PAYROLL_BATCH, header }])).entries[0]?.batch.settlementDate).toBe(
      '2027-01-04',
    );
  });

  test('reads the settlement day by the date of the file when no date is given in the batch', () => {
    const header = { effectiveEntryDate: '', settlementDate: '062' };
    const { entries, problems } = readNacha(
      aNachaFile([{ ...PAYROLL_BATCH, header }], { fileCreationDate: '260105' }),
    );
    expect(problems).toEqual([]);
    expect(entries[0]?.batch).toMatchObject({ effectiveDate: null, settlementDate: '2026-03-03' });
  });

  test('with dates that do not exist is read without them', () => {
    const header = { effectiveEntryDate: '260230', settlementDate: '400' };
    const { entries, problems } = readNacha(aNachaFile([{ ...PAYROLL_BATCH, header }]));
    expect(problems).toMatchObject([
      { rule: 'invalid_date', value: '260230' },
      { rule: 'invalid_date', value: '400' },
    ]);
    expect(entries[0]?.batch).toMatchObject({ effectiveDate: null, settlementDate: null });
  });
});
