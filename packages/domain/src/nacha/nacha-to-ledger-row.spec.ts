import { identityHash } from '../ledger/transaction-identity.ts';
import { nachaEntryToLedgerRow } from './nacha-to-ledger-row.ts';
import {
  aNachaFile,
  anAddenda,
  onlyEntry,
  readNacha,
  type TestBatch,
  type TestEntry,
} from './testing/nacha-fixtures.ts';

const CONTEXT = { latestDay: '2027-12-31' };
const rowOf = (sec: string, entry: TestEntry, header: TestBatch['header'] = {}) =>
  nachaEntryToLedgerRow(onlyEntry(aNachaFile([{ sec, header, entries: [entry] }])), CONTEXT);

describe('NACHA ledger rows', () => {
  test('the ledger row of a NACHA entry has all fields of the file and the record itself', () => {
    const information = anAddenda('05', {
      information: 'MARCH WAGES',
      addendaSequence: '1',
      entrySequence: '1',
    });
    const file = aNachaFile([
      {
        sec: 'PPD',
        entries: [{ fields: { name: 'SAMPLE, PAULA M', identification: 'EMP 17' }, addenda: [information] }],
      },
    ]);
    expect(nachaEntryToLedgerRow(onlyEntry(file), CONTEXT)).toEqual({
      company: 'ACME PAYROLL',
      lastName: 'SAMPLE',
      firstName: 'PAULA',
      middleInitial: 'M',
      accountNumber: '100000017',
      originalAccount: '100000017',
      transactionCode: '22',
      amountCents: 125_000,
      transactionType: 'Credit',
      entryKind: 'money',
      checkTracerNumber: '121042880000001',
      addenda: 'MARCH WAGES',
      batch: '0000001',
      settlementDate: '2026-03-03',
      effectiveDate: '2026-03-03',
      postingDate: null,
      postingMinute: null,
      entryDescription: 'PAYROLL',
      class: 'PPD',
      metadata: {
        routingNumber: '091000019',
        companyIdentification: '1234567890',
        originatingDfi: '12104288',
        batchLine: '2',
        record: file[2],
        addendaRecords: information,
        receiverName: 'SAMPLE, PAULA M',
        identification: 'EMP 17',
      },
    });
  });

  test.each([
    ['PPD', { name: 'PAULA SAMPLE' }, { firstName: 'PAULA', lastName: 'SAMPLE' }],
    ['CCD', { name: 'ACME HARDWARE LLC' }, { firstName: '', lastName: 'ACME HARDWARE LLC' }],
    ['ARC', {}, { firstName: '', lastName: '' }],
    ['SHR', { cardAccount: '4000001234567899' }, { firstName: '', lastName: '' }],
  ])('a NACHA entry of class %s is named in the ledger as far as the file allows', (sec, fields, name) => {
    expect(rowOf(sec, { fields })).toMatchObject(name);
  });

  test('the ledger addenda of a return begin with the reason code, which the rules read', () => {
    const reason = anAddenda('99', {
      reasonCode: 'R10',
      originalTraceNumber: '091000010000042',
      information: 'SIGNED STATEMENT',
    });
    expect(rowOf('PPD', { fields: { transactionCode: '26' }, addenda: [reason] })).toMatchObject({
      entryKind: 'return',
      addenda:
        'R10 Originator unknown or not authorized by the receiver; original trace 091000010000042; SIGNED STATEMENT',
      metadata: { noticeCode: 'R10', originalTraceNumber: '091000010000042' },
    });
  });

  test('the ledger addenda of a return with an unknown reason and no information have no empty parts', () => {
    const reason = anAddenda('99', { reasonCode: 'R99', originalTraceNumber: '091000010000042' });
    const row = rowOf('PPD', { fields: { transactionCode: '26' }, addenda: [reason] });
    expect(row.addenda).toBe('R99; original trace 091000010000042');
    expect(row.metadata).not.toHaveProperty('refusalCode');
  });

  test('the ledger addenda of a notification of change without corrected data have no empty parts', () => {
    const change = anAddenda('98', { changeCode: 'C13', originalTraceNumber: '091000010000042' });
    const row = rowOf('COR', { fields: { transactionCode: '21', amount: '0' }, addenda: [change] });
    expect(row.addenda).toBe('C13 Error in the addenda; original trace 091000010000042');
    expect(row.metadata).not.toHaveProperty('refusalCode');
  });

  test('fields that are blank in a NACHA file have no value in the ledger row', () => {
    const row = rowOf('ARC', {}, { secCode: 'XYZ' });
    expect(row).toMatchObject({ addenda: null, firstName: '', lastName: '' });
    for (const name of ['addendaRecords', 'receiverName', 'identification', 'kind', 'noticeCode'])
      expect(row.metadata).not.toHaveProperty(name);
    expect(rowOf('IAT', {})).toMatchObject({ company: 'Unknown originator' });
  });

  test('the ledger addenda of a notification of change include the correction', () => {
    const change = anAddenda('98', {
      changeCode: 'C01',
      originalTraceNumber: '091000010000042',
      correctedData: '1918171614',
    });
    expect(rowOf('COR', { fields: { transactionCode: '21', amount: '0' }, addenda: [change] })).toMatchObject({
      entryKind: 'notification_of_change',
      addenda: 'C01 Incorrect account number; original trace 091000010000042; 1918171614',
    });
  });

  test('the ledger addenda of a refused notification of change include the reason and the refused code', () => {
    const refusal = anAddenda('98', {
      refusedCode: 'C62',
      originalTraceNumber: '091000010000042',
      correctedData: '1918171614',
      changeCode: 'C01',
    });
    const row = rowOf('COR', { fields: { transactionCode: '21', amount: '0' }, addenda: [refusal] });
    expect(row.addenda).toBe('C62 refuses C01 Incorrect trace number; original trace 091000010000042; 1918171614');
    expect(row.metadata).toMatchObject({
      kind: 'refused_notification',
      refusalCode: 'C62',
      noticeCode: 'C01',
      originalTraceNumber: '091000010000042',
    });
  });

  test.each([
    ['ADV', { transactionCode: '81' }, 'zero_dollar', 'advice'],
    ['PPD', { transactionCode: '23', amount: '0' }, 'prenote', undefined],
    ['PPD', { transactionCode: '24', amount: '0' }, 'zero_dollar', undefined],
  ])('a NACHA entry of class %s with %j moves no money', (sec, fields, entryKind, kind) => {
    const row = rowOf(sec, { fields });
    expect(row.entryKind).toBe(entryKind);
    expect(row.metadata?.['kind']).toBe(kind);
  });

  test('a NACHA entry has no ledger date when the file dates it after the end of next year', () => {
    expect(rowOf('PPD', {}, { effectiveEntryDate: '450101', settlementDate: '' })).toMatchObject({
      effectiveDate: null,
      settlementDate: null,
    });
    expect(rowOf('PPD', {}, { effectiveEntryDate: '271231', settlementDate: '001' })).toMatchObject({
      effectiveDate: '2027-12-31',
      settlementDate: null,
    });
  });

  test('a NACHA entry has the same identity wherever it is in its file', () => {
    const entry = { fields: { account: '7', traceNumber: '121042880000042' } };
    const [first] = readNacha(aNachaFile([{ sec: 'PPD', entries: [entry] }])).entries;
    const [, second] = readNacha(aNachaFile([{ sec: 'PPD', entries: [{}, entry] }])).entries;
    if (first === undefined || second === undefined) throw new Error('both files hold the entry');
    expect(identityHash(nachaEntryToLedgerRow(first, CONTEXT))).toBe(
      identityHash(nachaEntryToLedgerRow(second, CONTEXT)),
    );
  });
});
