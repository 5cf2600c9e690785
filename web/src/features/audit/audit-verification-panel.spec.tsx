import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { anAuditEvent, aVerification } from '../../testing/api-core-fixtures.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const EXPORT = 'GET /api/audit-events/export';
const VERIFY = 'POST /api/audit-events/verify';

function aServerWithEvents(): FakeServer {
  return aSignedInServer()
    .on('GET /api/audit-events', listAnswer([anAuditEvent()]))
    .on('GET /api/users', listAnswer([]));
}

/** The names of downloaded files. */
function downloads(): string[] {
  const names: string[] = [];
  URL.createObjectURL = () => 'blob:audit';
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}

afterEach(() => jest.restoreAllMocks());

describe('export', () => {
  it('the audit log export downloads all matching events under the server’s file name', async () => {
    const files = downloads();
    const answer = heldAnswer({
      body: 'seq,at',
      headers: { 'Content-Disposition': 'attachment; filename="audit-log-2026-11-20.csv"' },
    });
    const server = aServerWithEvents().on(EXPORT, answer.respond);
    const user = openApp('/audit-log?search=dana&action=user');
    await screen.findByRole('table', { name: 'Audit events' });
    await user.dblClick(screen.getByRole('button', { name: /Export CSV/ }));
    expect(await screen.findByRole('button', { name: /Exporting/ })).toBeDisabled();
    answer.release();
    expect(await screen.findByText('Export Successful')).toBeVisible();
    expect(files).toEqual(['audit-log-2026-11-20.csv']);
    expect(server.requestsTo(EXPORT).map(({ path }) => path)).toEqual([
      '/api/audit-events/export?search=dana&action=user',
    ]);
  });

  it('a failed export of the audit log is reported and saves no file', async () => {
    const files = downloads();
    aServerWithEvents().on(EXPORT, { status: 503, body: 'The database is not available.' });
    const user = openApp('/audit-log');
    await screen.findByRole('table', { name: 'Audit events' });
    await user.click(screen.getByRole('button', { name: /Export CSV/ }));
    expect(await screen.findByText('Export Failed')).toBeVisible();
    expect(screen.getByText('The database is not available.')).toBeVisible();
    expect(files).toEqual([]);
  });
});

describe('verification', () => {
  const thePanel = async () => within(await screen.findByRole('region', { name: 'Integrity' }));

  it('verifying the audit log shows progress, then the intact range, check value and time', async () => {
    const answer = heldAnswer({ body: aVerification({ expiredMonths: 2 }) });
    const server = aServerWithEvents().on(VERIFY, answer.respond);
    const user = openApp('/audit-log');
    const panel = await thePanel();
    await user.dblClick(panel.getByRole('button', { name: /Verify/ }));
    expect(await panel.findByRole('button', { name: /Verifying/ })).toBeDisabled();
    answer.release();
    expect(await panel.findByText('The audit log is intact')).toBeVisible();
    expect(panel.getByText(/4,812 events, #1 to #4,812, checked Nov 20, 2026 09:30:05 UTC\./)).toHaveTextContent(
      'For 2 expired months, seals were checked instead of events.',
    );
    expect(panel.getByText(`4812:${'cd'.repeat(32)}`)).toBeVisible();
    expect(server.requestsTo(VERIFY)).toHaveLength(1);
  });

  it('verifying a broken audit log shows where the chain breaks, what it means and what to do', async () => {
    aServerWithEvents().on(VERIFY, {
      body: aVerification({
        intact: false,
        events: 812,
        brokenAt: {
          seq: 812,
          problem: 'altered',
          sentence: 'Event 812 from Nov 20, 2026 09:14 was altered after it was written.',
        },
      }),
    });
    const user = openApp('/audit-log');
    const panel = await thePanel();
    await user.click(panel.getByRole('button', { name: /Verify/ }));
    expect(await panel.findByText('The audit log is broken at event #812')).toBeVisible();
    expect(panel.getByText(/Event 812 from Nov 20, 2026 09:14 was altered/)).toBeVisible();
    expect(panel.getByText(/changed or moved after it was written/)).toBeVisible();
    expect(panel.getByText(/What to do: do not change anything\. Ask the operator to stop Clearwatch/)).toBeVisible();
    expect(panel.queryByText(/intact/)).not.toBeInTheDocument();
  });

  it('a verification that fails does not report the audit log as broken', async () => {
    const server = aServerWithEvents().on(VERIFY, { status: 503, body: 'The database is not available.' });
    const user = openApp('/audit-log');
    const panel = await thePanel();
    await user.click(panel.getByRole('button', { name: /Verify/ }));
    expect(await panel.findByText('The audit log could not be verified.')).toBeVisible();
    server.on(VERIFY, {
      body: aVerification({ events: 0, firstSeq: null, lastSeq: null, lastHash: null }),
    });
    await user.click(panel.getByRole('button', { name: 'Try again' }));
    expect(await panel.findByText('The audit log is intact')).toBeVisible();
    expect(panel.getByText(/0 events, checked/)).toBeVisible();
  });

  it('a verification of the audit log is listed as an event', async () => {
    const server = aServerWithEvents().on(VERIFY, { body: aVerification() });
    const user = openApp('/audit-log');
    await screen.findByText('Role changed');
    server.on('GET /api/audit-events', listAnswer([anAuditEvent({ seq: 813, action: 'audit.verified' })]));
    await user.click((await thePanel()).getByRole('button', { name: /Verify/ }));
    expect(await screen.findByText('Audit log verified')).toBeVisible();
  });
});
