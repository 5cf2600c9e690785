import { looksLikeNacha } from './nacha-reader.ts';
import { aNachaFile, PAYROLL_BATCH, PURCHASE_BATCH, readNacha } from './testing/nacha-fixtures.ts';

describe('NACHA file recognition', () => {
  const [header = '', batch = '', entry = '', ...rest] = aNachaFile([{ sec: 'PPD', entries: [{}] }]);

  test.each([
    ['lines', [header, batch, entry, ...rest].join('\n')],
    ['no line ends', [header, batch, entry, ...rest].join('')],
    ['blank lines before it', `\r\n\r\n${header}\r\n`],
    ['a transmission line before it', `$$ADD ID=ACMEBANK\n${header}\n`],
    ['no file header', [batch, entry, ...rest].join('\n')],
    ['no file header and no line ends', [batch, entry, ...rest].join('')],
    ['entries only', `${entry}\n${entry}`],
    ['a name as the destination', header.replace(' 091000019', ' ACMEBANK ')],
    ['a priority code other than 01', header.replace('101', '100')],
    ['ten digits as the destination', header.replace(' 091000019', '0091000019')],
  ])('a NACHA file with %s is recognized by its content', (_, file) => {
    expect(looksLikeNacha(file)).toBe(true);
  });

  test.each([
    '',
    'hello',
    '5,6,7',
    '101',
    '1012 Main Street',
    '[{"a":1}]',
    '622,PAULA,SAMPLE',
    '5220 a letter to the credit union',
    `see 101 091000019`,
    `see ${'5220'.padEnd(50)}PPD`,
    `see ${entry}`,
    `in $$ADD ID=ACMEBANK\n${header}`,
    ['not ', header, '\n', header].join(''),
  ])('the text "%s" is not recognized as a NACHA file', (text) => {
    expect(looksLikeNacha(text)).toBe(false);
  });
});

const FILL = '9'.repeat(94);

const rulesOf = (file: readonly string[]): string[] => readNacha(file).problems.map(({ rule }) => rule);
const linesOf = (file: readonly string[]): number[] => readNacha(file).entries.map(({ record }) => record.line);
const without = (file: readonly string[], type: string): string[] => file.filter((record) => !record.startsWith(type));

describe('NACHA files', () => {
  test('a NACHA file returns its entries and a receipt for every batch and for the file', () => {
    const { items, problems } = readNacha([...aNachaFile([PAYROLL_BATCH, PURCHASE_BATCH]), FILL, FILL]);
    expect(problems).toEqual([]);
    expect(items.map(({ type }) => type)).toEqual(['entry', 'entry', 'batch', 'entry', 'batch', 'file']);
    expect(items[2]).toMatchObject({
      batch: 1,
      file: 1,
      headerLine: 2,
      controlLine: 5,
      companyName: 'ACME PAYROLL',
      secCode: 'PPD',
      declared: { entryAddendaCount: 2, entryHash: 18_200_002, debitCents: 999, creditCents: 125_000 },
      balanced: true,
      differences: [],
    });
    expect(items[5]).toMatchObject({
      file: 1,
      batches: 2,
      declaredBatches: 2,
      headerLine: 1,
      controlLine: 9,
      balanced: true,
    });
  });

  test.each(['\n', '\r\n', '\r', ''])('a NACHA file reads the same with line ends %j', (end) => {
    const records = [...aNachaFile([PAYROLL_BATCH, PURCHASE_BATCH]), FILL];
    const read = readNacha(records.join(end));
    expect(read.entries.map(({ record }) => record.text)).toEqual(
      readNacha(records).entries.map(({ record }) => record.text),
    );
    expect(read.problems).toEqual([]);
  });

  test('a NACHA file may be followed by others in the same upload', () => {
    const { items, problems } = readNacha([
      ...aNachaFile([PAYROLL_BATCH]),
      FILL,
      ...aNachaFile([PURCHASE_BATCH]),
      FILL,
    ]);
    expect(problems).toEqual([]);
    expect(items.filter(({ type }) => type === 'file')).toMatchObject([
      { file: 1, balanced: true },
      { file: 2, balanced: true },
    ]);
  });

  test('a NACHA file without a control may be followed by another that begins with its header', () => {
    const { items, problems } = readNacha([
      ...without(aNachaFile([PAYROLL_BATCH]), '9'),
      ...aNachaFile([PURCHASE_BATCH]),
    ]);
    expect(problems).toMatchObject([{ rule: 'file_control_missing', line: 5 }]);
    expect(items.filter(({ type }) => type === 'file')).toMatchObject([
      { file: 1, headerLine: 1, controlLine: null, declaredBatches: null },
      { file: 2, headerLine: 6, controlLine: 10, declaredBatches: 1, balanced: true },
    ]);
  });

  test('a NACHA file may begin with a header of which only the record type is valid', () => {
    const [header = '', ...rest] = aNachaFile([PAYROLL_BATCH], { fileCreationDate: '261301' });
    const { items, problems } = readNacha([`1XX${header.slice(3)}`, ...rest]);
    expect(problems).toMatchObject([
      { rule: 'malformed_field', severity: 'warning', line: 1, field: 'priorityCode' },
      { rule: 'invalid_date', severity: 'warning', line: 1, value: '261301' },
    ]);
    expect(items.at(-1)).toMatchObject({ type: 'file', headerLine: 1, balanced: true });
  });

  test('a NACHA file without a header or control is read with a warning', () => {
    const file = aNachaFile([PAYROLL_BATCH]);
    expect(rulesOf(without(file, '1'))).toEqual(['file_header_missing']);
    expect(rulesOf(without(file, '9'))).toEqual(['file_control_missing']);
    expect(rulesOf(without(without(file, '9'), '1'))).toEqual(['file_header_missing', 'file_control_missing']);
    expect(linesOf(without(without(file, '9'), '1'))).toEqual([2, 3]);
    expect(readNacha(without(without(file, '9'), '1')).items.at(-1)).toMatchObject({
      headerLine: null,
      controlLine: null,
      counted: { entryAddendaCount: 2 },
    });
  });

  test('a NACHA batch without a control is read with a warning, and its totals are known', () => {
    const { items, problems } = readNacha(without(aNachaFile([PAYROLL_BATCH]), '8'));
    expect(problems.map(({ rule }) => rule)).toContain('batch_control_missing');
    expect(items[2]).toMatchObject({
      controlLine: null,
      declared: null,
      balanced: null,
      counted: { creditCents: 125_000 },
    });
  });

  test('a NACHA file continues with the next batch after a batch without a control', () => {
    const file = aNachaFile([PAYROLL_BATCH, PURCHASE_BATCH]);
    file.splice(4, 1);
    const { items, problems } = readNacha(file);
    expect(problems).toContainEqual(expect.objectContaining({ rule: 'batch_control_missing', line: 2 }));
    expect(items.filter(({ type }) => type === 'batch')).toMatchObject([
      { batch: 1, balanced: null, counted: { entryAddendaCount: 2 } },
      { batch: 2, balanced: true },
    ]);
    expect(items.at(-1)).toMatchObject({ type: 'file', batches: 2, balanced: true });
  });

  test('a NACHA file with transmission lines before it is read with a warning', () => {
    const { items, problems } = readNacha(['$$ADD ID=ACMEBANK', ...aNachaFile([PAYROLL_BATCH])]);
    expect(problems).toMatchObject([
      { rule: 'unknown_record_type', severity: 'warning', line: 1, columns: { from: 1, to: 1 } },
    ]);
    expect(items.map(({ type }) => type)).not.toContain('rejected');
  });

  test('a NACHA file continues after a record of an unknown type', () => {
    const file = aNachaFile([PAYROLL_BATCH]);
    file.splice(3, 0, 'HELLO', '1 THIS IS NO HEADER');
    const { items, entries, problems } = readNacha(file);
    expect(entries).toHaveLength(2);
    expect(items.filter(({ type }) => type === 'rejected')).toMatchObject([
      { record: { line: 4 }, problems: [{ rule: 'unknown_record_type' }] },
      { record: { line: 5 }, problems: [{ rule: 'unknown_record_type' }] },
    ]);
    expect(problems).toMatchObject([
      { rule: 'unknown_record_type', severity: 'error', line: 4, value: 'H' },
      { rule: 'unknown_record_type', severity: 'error', line: 5, value: '1' },
    ]);
  });

  test('a NACHA file continues after an addenda without an entry and a control without a batch', () => {
    const file = aNachaFile([PAYROLL_BATCH]);
    file.splice(2, 0, '705LOST'.padEnd(94));
    file.splice(-1, 0, file.at(-2) ?? '');
    const { problems } = readNacha(file);
    expect(problems).toContainEqual(
      expect.objectContaining({
        rule: 'addenda_without_entry',
        sentence: 'this addenda record does not follow an entry; it is not imported',
      }),
    );
    expect(problems).toContainEqual(
      expect.objectContaining({ rule: 'batch_header_missing', line: 7, columns: { from: 1, to: 94 } }),
    );
    expect(linesOf(file)).toEqual([4, 5]);
  });

  test('addenda beyond the limit of one NACHA entry are left out', () => {
    const remark = '705MORE'.padEnd(83).concat('0001', '0000001');
    const addenda = Array.from({ length: 10_000 }, () => remark);
    const { items, entries } = readNacha(
      aNachaFile([{ sec: 'CTX', entries: [{ fields: { addendaCount: '9999' }, addenda }] }]),
    );
    expect(entries[0]?.addenda).toHaveLength(9_999);
    expect(items.filter(({ type }) => type === 'rejected')).toMatchObject([
      {
        problems: [
          {
            rule: 'addenda_count',
            sentence: 'an entry can have at most 9999 addenda records; this one is not imported',
          },
        ],
      },
    ]);
  });

  test('a NACHA file loses only one entry to a line that is too long', () => {
    const file = aNachaFile([PAYROLL_BATCH]);
    file[2] = `${file[2] ?? ''}XY`;
    const { items, entries } = readNacha(file);
    expect(entries).toHaveLength(1);
    expect(items[0]).toMatchObject({ type: 'rejected', problems: [{ rule: 'record_too_long', line: 3 }] });
  });

  test('a NACHA file keeps two equal entries', () => {
    const { entries } = readNacha(
      aNachaFile([
        {
          sec: 'PPD',
          entries: [{ fields: { traceNumber: '121042880000001' } }, { fields: { traceNumber: '121042880000001' } }],
        },
      ]),
    );
    expect(entries).toHaveLength(2);
  });

  test('a NACHA file is rejected when it is empty or contains no record', () => {
    expect(() => readNacha('')).toThrow(/empty/);
    expect(() => readNacha('\n \n')).toThrow(/empty/);
    expect(() => readNacha('hello\nworld')).toThrow(/contains no NACHA records/);
    expect(() => readNacha(Buffer.alloc(10 << 20, 'A'))).toThrow(/contains no NACHA records/);
  });

  test('a NACHA file keeps only the first thousand problems', () => {
    const entries = Array.from({ length: 1_500 }, () => ({ fields: { checkDigit: '0' } }));
    const { problems } = readNacha(aNachaFile([{ sec: 'PPD', entries }]));
    expect(problems).toHaveLength(1_000);
    expect(problems[0]).toMatchObject({ severity: 'warning', rule: 'check_digit', line: 3 });
  });
});
