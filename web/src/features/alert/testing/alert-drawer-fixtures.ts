import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import type { AlertContext, ReviewRequest, UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import type { Transaction, TransactionDetail } from '@clearwatch/contracts/transactions.dto';
import { screen } from '@testing-library/react';
import { anAlert, anAlertDetail, anEvidence, aUser } from '../../../testing/api-core-fixtures.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../../testing/fake-server-setups.ts';

export const REVIEW = 'PATCH /api/unusual-activities/7/review';
export const ASSIGNMENT = '/api/unusual-activities/7/assignment';

export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

/** Locked by another user for ten minutes. */
export function assignedToLena(over: Partial<UnusualActivityDetail> = {}): Partial<UnusualActivityDetail> {
  return { assigneeId: 2, assignee: 'lena', lockedUntil: inMinutes(10), ...over };
}

/** A gateway that stores the state of alert 7. */
export function anAlertReviewServer(
  alert: Partial<UnusualActivityDetail> = {},
  user: Partial<CurrentUser> = {},
): FakeServer {
  const me = aUser(user);
  let now = anAlertDetail(alert);
  const become = (changed: Partial<UnusualActivityDetail>) => {
    now = Object.assign({}, now, changed);
    return { body: now };
  };
  return aSignedInServer()
    .on('GET /api/auth/user', { body: me })
    .on('GET /api/unusual-activities', listAnswer([anAlert(alert)]))
    .on('GET /api/unusual-activities/7', () => ({ body: now }))
    .on('GET /api/unusual-activities/7/surroundings', {
      body: { firstDay: '2026-10-01', lastDay: '2026-11-18', days: [], otherAlerts: [] },
    })
    .on('GET /api/detection/suppressions', listAnswer([]))
    .on(`PUT ${ASSIGNMENT}`, () => become({ assigneeId: me.id, assignee: me.username, lockedUntil: inMinutes(15) }))
    .on(`DELETE ${ASSIGNMENT}`, () => become({ assigneeId: null, assignee: null, lockedUntil: null }))
    .on(REVIEW, ({ body }) => {
      const { outcome = null, note = null } = (body ?? {}) as ReviewRequest;
      return become({
        reviewed: true,
        reviewOutcome: outcome,
        reviewNote: note,
        reviewedBy: me.username,
        reviewedAt: new Date(2026, 10, 20, 9, 30).toISOString(),
        assigneeId: null,
        assignee: null,
        lockedUntil: null,
      });
    })
    .on('POST /api/unusual-activities/7/reopen', () =>
      become({ reviewed: false, reviewOutcome: null, reviewNote: null, reviewedBy: null, reviewedAt: null }),
    );
}

/** The dialog with this title. Found by text, because in tests antd gives all dialog and drawer titles the same id. */
export async function theDialog(title: string): Promise<HTMLElement> {
  const dialog = (await screen.findByText(title)).closest<HTMLElement>('[role="dialog"]');
  if (dialog === null) throw new Error(`No dialog has the title ${title}`);
  return dialog;
}

/** An entry record from a NACHA file and its addenda record. */
export const RECORD = '622091000019100000017        00009500004000123456     SAMPLE DANA             1121042880000001';
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

/** @param over fields of the transaction; `metadata` from a NACHA file adds a record */
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

export function anAlertContext(over: Partial<AlertContext> = {}): AlertContext {
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

/** A gateway with alert 7 and a trigger from a JSON file. */
export function anEvidenceServer(evidence: Partial<AlertEvidence> = {}): FakeServer {
  return aSignedInServer()
    .on('GET /api/unusual-activities/7', { body: anAlertDetail({ evidence: anEvidence(evidence) }) })
    .on('GET /api/unusual-activities/7/surroundings', { body: anAlertContext() })
    .on('GET /api/transactions/9001', { body: aTransactionDetail() });
}
