import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import type { LedgerRow } from './ledger-row.ts';
import { hasTraceNumber, identityHash, occurrenceHash } from './transaction-identity.ts';

const row: LedgerRow = {
  company: 'ACME',
  lastName: 'Example',
  firstName: 'Robin',
  middleInitial: null,
  accountNumber: '1000000001',
  originalAccount: '1000000001',
  transactionCode: '22',
  amountCents: 250,
  transactionType: 'Credit',
  entryKind: 'money',
  checkTracerNumber: '091000010000001',
  addenda: null,
  batch: null,
  settlementDate: null,
  effectiveDate: null,
  postingDate: '2026-03-02',
  postingMinute: null,
  entryDescription: 'FARE',
  class: 'PPD',
  metadata: null,
};

describe('transaction identity', () => {
  test('the identity of a transaction is the same for equal rows from any source', () => {
    expect(identityHash({ ...row, metadata: { rawRecord: '622…', line: '7' } })).toBe(identityHash({ ...row }));
  });

  test('the identity of a transaction is a lowercase UUID', () => {
    expect(identityHash(row)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  test.each([
    { company: 'ACME ' },
    { amountCents: 251 },
    { transactionType: 'Debit' },
    { checkTracerNumber: '091000010000002' },
    { postingMinute: 0 },
    { postingDate: '2026-03-03' },
    { settlementDate: '2026-03-02' },
    { middleInitial: '' },
    { metadata: { routingNumber: '091000019' } },
    { metadata: { memberId: 'M-17' } },
    { metadata: { identification: 'EMP 17' } },
  ] as Partial<LedgerRow>[])('the identity of a transaction differs with %j', (change) => {
    expect(identityHash({ ...row, ...change })).not.toBe(identityHash(row));
  });

  test('the identity of a transaction differs for two receivers when all other fields are equal', () => {
    const one = { ...row, metadata: { routingNumber: '091000019', identification: 'EMP 17' } };
    const other = { ...row, metadata: { routingNumber: '091000019', identification: 'EMP 18' } };
    expect(identityHash(one)).not.toBe(identityHash(other));
  });

  test('the identity of a transaction without an identification equals the one that earlier versions stored', () => {
    expect(identityHash(row)).toBe('d9263fc6-f106-df94-d7ad-d9219bdc3601');
  });

  test('the identity of a transaction differs when text moves from one field to the next', () => {
    const text = fc.string({ maxLength: 5 });
    fc.assert(
      fc.property(text, text, text, text, (company, lastName, otherCompany, otherLastName) => {
        fc.pre(company !== otherCompany || lastName !== otherLastName);
        const other = identityHash({ ...row, company: otherCompany, lastName: otherLastName });
        expect(identityHash({ ...row, company, lastName })).not.toBe(other);
      }),
    );
  });

  test('the identity of the n-th equal transaction is the one that PostgreSQL computes with md5', () => {
    const identity = identityHash(row);
    expect(occurrenceHash(identity, 1)).toBe(identity);
    const md5 = createHash('md5').update(`${identity}:2`).digest('hex');
    expect(occurrenceHash(identity, 2).replaceAll('-', '')).toBe(md5);
    expect(() => occurrenceHash(identity, 0)).toThrow(RangeError);
  });

  test('equal transactions with a trace number count as one entry', () => {
    expect(hasTraceNumber(row)).toBe(true);
    expect(hasTraceNumber({ ...row, checkTracerNumber: null })).toBe(false);
  });
});
