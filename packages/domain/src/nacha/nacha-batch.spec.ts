import { aNachaFile, PAYROLL_BATCH, PURCHASE_BATCH, readNacha } from './testing/nacha-fixtures.ts';

describe('NACHA batches', () => {
  test('a NACHA batch loses only its own entries when its header cannot be read', () => {
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

  test('a NACHA batch loses only its own entries when its header is missing', () => {
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

  test('a NACHA batch loses only its own entries when its header is too long', () => {
    const file = aNachaFile([PAYROLL_BATCH, PURCHASE_BATCH]);
    file[1] = `${file[1]}XY`;
    const { entries, problems } = readNacha(file);
    expect(entries).toMatchObject([{ company: 'ACME STORE' }]);
    expect(problems).toContainEqual(expect.objectContaining({ rule: 'record_too_long', severity: 'warning', line: 2 }));
    expect(problems).toContainEqual(expect.objectContaining({ rule: 'batch_header_unreadable', line: 2 }));
  });

  test('a NACHA batch is read with a warning for each wrong header field', () => {
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

  test('a NACHA batch may have an SEC code in lower case', () => {
    const { entries, problems } = readNacha(aNachaFile([{ ...PAYROLL_BATCH, header: { secCode: 'ppd' } }]));
    expect(problems).toEqual([]);
    expect(entries[0]?.batch.secCode).toBe('PPD');
  });

  test('a NACHA batch with an unknown SEC code is read with the standard layout and a warning', () => {
    const { entries, problems } = readNacha(aNachaFile([{ ...PAYROLL_BATCH, sec: 'XYZ' }]));
    expect(entries).toHaveLength(2);
    expect(problems).toMatchObject([{ rule: 'unknown_class', line: 2, columns: { from: 51, to: 53 }, value: 'XYZ' }]);
  });

  test('a NACHA batch may settle in the next year', () => {
    const header = { effectiveEntryDate: '261231', settlementDate: '004' };
    expect(readNacha(aNachaFile([{ ...PAYROLL_BATCH, header }])).entries[0]?.batch.settlementDate).toBe('2027-01-04');
  });

  test('a NACHA batch without an effective date gets its settlement year from the file date', () => {
    const header = { effectiveEntryDate: '', settlementDate: '062' };
    const { entries, problems } = readNacha(aNachaFile([{ ...PAYROLL_BATCH, header }], { fileCreationDate: '260105' }));
    expect(problems).toEqual([]);
    expect(entries[0]?.batch).toMatchObject({ effectiveDate: null, settlementDate: '2026-03-03' });
  });

  test('a NACHA batch with invalid dates is read without them', () => {
    const header = { effectiveEntryDate: '260230', settlementDate: '400' };
    const { entries, problems } = readNacha(aNachaFile([{ ...PAYROLL_BATCH, header }]));
    expect(problems).toMatchObject([
      { rule: 'invalid_date', value: '260230' },
      { rule: 'invalid_date', value: '400' },
    ]);
    expect(entries[0]?.batch).toMatchObject({ effectiveDate: null, settlementDate: null });
  });
});
