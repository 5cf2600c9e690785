import type { LedgerRow } from '@clearwatch/domain/ledger/ledger-row';
import { acceptedLine, rejectedLine, STAGED_COLUMNS } from './import-copy-text.ts';

function anEntry(fields: Partial<LedgerRow> = {}): LedgerRow {
  return {
    company: 'ACME',
    lastName: 'Sample',
    firstName: 'Paula',
    middleInitial: null,
    accountNumber: '17',
    originalAccount: '17',
    transactionCode: '22',
    amountCents: 1_050,
    transactionType: 'Credit',
    entryKind: 'money',
    checkTracerNumber: null,
    addenda: null,
    batch: null,
    settlementDate: null,
    effectiveDate: null,
    postingDate: '2026-03-02',
    postingMinute: 0,
    entryDescription: null,
    class: null,
    metadata: null,
    ...fields,
  };
}

const fieldsOf = (line: string) =>
  Object.fromEntries(
    line
      .slice(0, -1)
      .split('\t')
      .map((value, index) => [STAGED_COLUMNS[index], value]),
  );

describe('lines of COPY text', () => {
  it('a line of COPY text fills every column', () => {
    for (const line of [
      acceptedLine({ row: 1, line: 1, entry: anEntry(), isUnique: false }),
      rejectedLine({ row: 1, line: 1, problems: [{ field: 'a', value: 'b', reason: 'c' }] }),
    ])
      expect(line.split('\t')).toHaveLength(STAGED_COLUMNS.length);
  });

  it('a line of COPY text writes money as decimal text, null as \\N and midnight as 0', () => {
    expect(fieldsOf(acceptedLine({ row: 7, line: 9, entry: anEntry(), isUnique: false }))).toMatchObject({
      row_number: '7',
      line: '9',
      problems: '\\N',
      amount: '10.50',
      has_trace: 'f',
      addenda: '\\N',
      posting_minute: '0',
      metadata: '\\N',
    });
  });

  it('a line of COPY text escapes COPY syntax in text and in metadata', () => {
    const line = acceptedLine({
      row: 1,
      line: 1,
      entry: anEntry({ company: 'a\tb\nc\rd\\N', metadata: { memberId: 'x"\\y' } }),
      isUnique: false,
    });

    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(fieldsOf(line)).toMatchObject({
      company: 'a\\tb\\nc\\rd\\\\N',
      metadata: '{"memberId":"x\\\\"\\\\\\\\y"}',
    });
  });

  it('a line of COPY text replaces characters that PostgreSQL cannot store', () => {
    const { problems } = fieldsOf(
      rejectedLine({ row: 1, line: 1, problems: [{ field: 'a\0', value: '\ud800\0', reason: 'r' }] }),
    );

    expect(JSON.parse(problems ?? '')).toEqual({
      source: null,
      list: [{ field: 'a␀', value: '�␀', reason: 'r' }],
    });
  });

  it('a line of COPY text keeps the source of a rejected row unless it is too long', () => {
    const sourceOf = (source: string) => {
      const { problems } = fieldsOf(rejectedLine({ row: 1, line: 1, problems: [], source }));
      return JSON.parse((problems ?? '').replaceAll('\\\\', '\\')).source;
    };

    expect(sourceOf('{"a":"b"}')).toBe('{"a":"b"}');
    expect(sourceOf('x'.repeat(16_384))).toHaveLength(16_384);
    expect(sourceOf('x'.repeat(16_385))).toBeNull();
  });
});
