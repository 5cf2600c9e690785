import { type AnnotatedRecord, annotateRecords } from './annotate-nacha-records.ts';
import { aNachaFile } from './testing/nacha-fixtures.ts';

const PAYMENT = '705INVOICE 1042 OF MARCH'.padEnd(83).concat('0001', '0000001');

/** The entry and the addenda of a file with one entry of this class. */
function entryOf(sec: string, fields: Record<string, string> = {}, addenda: string[] = []): string[] {
  return aNachaFile([{ sec, entries: [{ fields, addenda }] }]).filter((line) => /^[67]/.test(line));
}

function valueIn({ fields }: AnnotatedRecord | undefined = { title: '', text: '', fields: [] }, name: string) {
  const found = fields.find((field) => field.name === name);
  return found && { from: found.from, to: found.to, value: found.value };
}

describe('entry records', () => {
  it('entry records are split into named fields with their columns', () => {
    const [record = '', ...addenda] = entryOf('PPD', { name: 'SAMPLE DANA' }, [PAYMENT]);
    const [entry, payment] = annotateRecords({ record, addenda, secCode: 'PPD', account: '100000017' });
    expect(entry?.title).toBe('entry');
    expect(valueIn(entry, 'account')).toEqual({ from: 13, to: 29, value: '100000017' });
    expect(valueIn(entry, 'amount')).toEqual({ from: 30, to: 39, value: '0000125000' });
    expect(valueIn(entry, 'name')).toEqual({ from: 55, to: 76, value: 'SAMPLE DANA' });
    expect(payment?.title).toBe('addenda 05');
    expect(valueIn(payment, 'information')?.value).toBe('INVOICE 1042 OF MARCH');
  });

  it.each(['PPD', 'CCD', 'CTX', 'IAT', 'POP', 'SHR', 'CIE', 'ADV', 'ACK'])(
    'entry records of class %s equal the file when their fields are joined',
    (sec) => {
      const [record = ''] = entryOf(sec);
      const [entry] = annotateRecords({ record, addenda: [], secCode: sec, account: '100000017' });
      expect(entry?.fields.map(({ content }) => content).join('')).toBe(record);
      expect(valueIn(entry, 'account')?.value).toBe('100000017');
    },
  );

  it('the entry of a notification of change about an international entry has the international layout', () => {
    const [record = ''] = entryOf('IAT');
    const [entry] = annotateRecords({ record, addenda: [], secCode: 'COR', account: '100000017' });
    expect(entry?.title).toBe('entry (IAT)');
  });

  it('a return has a separate field for the original amount only when it returns an international entry', () => {
    const addenda = ['799R03091000010000042'.padEnd(35).concat('0000125000NO ACCOUNT').padEnd(94)];
    const [returnOf, returnOfIat] = ['PPD', 'IAT'].map((sec) => {
      const [record = ''] = entryOf(sec);
      return annotateRecords({ record, addenda, secCode: sec, account: '100000017' })[1];
    });
    expect(valueIn(returnOf, 'information')?.value).toBe('0000125000NO ACCOUNT');
    expect(valueIn(returnOfIat, 'originalAmount')?.value).toBe('0000125000');
    expect(valueIn(returnOfIat, 'information')?.value).toBe('NO ACCOUNT');
  });

  it.each([
    ['of an unknown class', 'XYZ', '100000017'],
    ['whose account has changed', 'COR', '200000026'],
  ])('entry records %s have the standard layout', (_, secCode, account) => {
    const [record = ''] = entryOf('PPD');
    const [entry] = annotateRecords({ record, addenda: [], secCode, account });
    expect(entry?.title).toBe('entry');
  });

  it('entry records are padded with spaces when they are short', () => {
    const [record = ''] = entryOf('PPD');
    const [entry] = annotateRecords({
      record: record.slice(0, 60),
      addenda: [],
      secCode: 'PPD',
      account: '100000017',
    });
    expect(entry?.text).toHaveLength(94);
    expect(valueIn(entry, 'traceNumber')?.value).toBe('');
  });

  it('entry records keep their columns when these count UTF-8 characters', () => {
    const [record = ''] = entryOf('PPD', { name: 'PEÑA JOSÉ' });
    const raw = Buffer.from(record, 'utf8').toString('latin1');
    const [entry] = annotateRecords({ record: raw, addenda: [], secCode: 'PPD', account: '100000017' });
    expect(valueIn(entry, 'name')?.value).toBe('PEÑA JOSÉ');
    expect(valueIn(entry, 'traceNumber')?.value).toMatch(/^\d{15}$/);
  });

  it('entry records include an addenda of an unknown type without fields', () => {
    const [record = ''] = entryOf('PPD');
    const [, addenda] = annotateRecords({
      record,
      addenda: ['742WHAT IS THIS'],
      secCode: 'PPD',
      account: '100000017',
    });
    expect(addenda).toEqual({ title: 'addenda', text: '742WHAT IS THIS'.padEnd(94), fields: [] });
  });
});
