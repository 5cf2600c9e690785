import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import type { AlertContext } from '@clearwatch/contracts/alerts.dto';
import type { Transaction, TransactionDetail } from '@clearwatch/contracts/transactions.dto';
import { aDetail, anEvidence } from '../../../../testing/a-ledger.ts';
import { aSignedInServer } from '../../../../testing/a-server.ts';
import type { FakeServer } from '../../../../testing/fake-server.ts';

/** The entry's line of a NACHA file, and its addenda. */
export const RECORD =
  '622091000019100000017        00009500004000123456     SAMPLE DANA             1121042880000001';
export const ADDENDA = '705INVOICE 1042'.padEnd(83).concat('0001', '0000001');

type Entry = AlertEvidence['entries'][number];

export function anEntry(over: Partial<Entry> = {}): Entry {
  return Object.assign(
    {
      transactionId: '9001',
      accountNumber: '4000123456',
      company: 'Example Payroll Co',
      day: '2026-11-12',
      amount: '9500.00',
      transactionType: 'Credit',
      part: null,
      entryDescription: 'DEPOSIT',
      traceNumber: null,
      source: { importId: '3', line: 1204 },
    } as const,
    over,
  );
}

/** @param over the entry; with `metadata` of a NACHA file it has a record */
export function aTransactionDetail(over: Partial<Transaction> = {}): TransactionDetail {
  const line = over.line ?? 1204;
  return {
    member: {
      id: 1,
      firstName: 'Dana',
      lastName: 'Sample',
      company: 'Example Payroll Co',
      accountNumber: '100000017',
      totalCredits: '15000.60',
      totalDebits: '99.05',
    },
    transaction: Object.assign(
      {
        id: 9001,
        company: 'Example Payroll Co',
        lastName: 'Sample',
        firstName: 'Dana',
        middleInitial: null,
        memberName: 'Dana Sample',
        accountNumber: '100000017',
        originalAccount: '100000017',
        transactionCode: '22',
        amount: '9500.00',
        transactionType: 'Credit',
        entryKind: 'money',
        returnedWith: null,
        checkTracerNumber: null,
        addenda: null,
        batch: '1',
        settlementDate: '2026-11-12',
        effectiveDate: null,
        postingDate: null,
        entryDescription: null,
        class: 'PPD',
        metadata: null,
        transactionHash: '0123456789abcdef'.repeat(4),
        importId: 3,
        line,
        createdAt: '2026-11-20T09:30:00Z',
      } as const,
      over,
    ),
    source: { importId: 3, fileName: 'october.ach', digest: 'ab'.repeat(32), line },
    returns: [],
    original: null,
  };
}

export function theSurroundings(over: Partial<AlertContext> = {}): AlertContext {
  return Object.assign(
    {
      firstDay: '2026-10-01',
      lastDay: '2026-11-18',
      days: [
        { day: '2026-10-05', credits: '1200.00', debits: '80.25' },
        { day: '2026-11-12', credits: '9500.00', debits: '0.00' },
      ],
      otherAlerts: [],
    },
    over,
  );
}

/** A gateway with alert 7, whose trigger came from a JSON file. */
export function anEvidenceServer(evidence: Partial<AlertEvidence> = {}): FakeServer {
  return aSignedInServer()
    .on('GET /api/unusual-activities/7', { body: aDetail({ evidence: anEvidence(evidence) }) })
    .on('GET /api/unusual-activities/7/surroundings', { body: theSurroundings() })
    .on('GET /api/transactions/9001', { body: aTransactionDetail() });
}
