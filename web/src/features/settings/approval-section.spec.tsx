import type { ApprovalRequest } from '@clearwatch/contracts/approvals.dto';
import { screen, waitFor, within } from '@testing-library/react';
import { aUser } from '../../testing/api-core-fixtures.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

function aRequest(over: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return Object.assign(
    {
      id: 5,
      kind: 'role_change',
      state: 'pending',
      action: 'PUT /api/users/2',
      subject: 'dana',
      body: { role: 'Admin' },
      requestedById: 9,
      requestedBy: 'ben',
      requestedAt: '2026-11-20T08:00:00Z',
      expiresAt: '2026-11-23T08:00:00Z',
      decidedBy: null,
      decidedAt: null,
      failure: null,
    } as const,
    over,
  );
}

const SETTINGS = { approvals: ['role_change'], version: 3, savedBy: 'ben', savedAt: '2026-11-20T08:00:00Z' };

function aServerWith(...requests: ApprovalRequest[]): FakeServer {
  return aSignedInServer()
    .on('GET /api/settings/security', { body: SETTINGS })
    .on('GET /api/approvals', { body: requests });
}

describe('two-person approval', () => {
  it('users other than admins do not see the approval settings', async () => {
    const server = aServerWith().on('GET /api/auth/user', { body: aUser({ role: 'User' }) });
    openApp('/settings?section=security');
    expect(await screen.findByRole('heading', { name: 'Security' })).toBeVisible();
    expect(screen.queryByText('Two-person approval')).not.toBeInTheDocument();
    expect(server.requestsTo('GET /api/approvals')).toHaveLength(0);
  });

  it('an admin chooses the actions that need a second admin', async () => {
    const server = aServerWith().on('PUT /api/settings/security', { body: { ...SETTINGS, version: 4 } });
    const user = openApp('/settings?section=security');
    const undo = await screen.findByRole('checkbox', { name: 'Undo of an import' });
    expect(screen.getByRole('checkbox', { name: /^Role change/ })).toBeChecked();
    await user.click(undo);
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('Approval settings saved.')).toBeVisible();
    expect(server.requestsTo('PUT /api/settings/security')).toMatchObject([
      { body: { approvals: ['role_change', 'import_undo'], basedOn: 3 } },
    ]);
  });

  it('a change of the approval settings that waits for approval is not shown as an error', async () => {
    aServerWith().on('PUT /api/settings/security', {
      status: 202,
      body: aRequest(),
      headers: { 'X-Approval-Requested': '5' },
    });
    const user = openApp('/settings?section=security');
    await user.click(await screen.findByRole('checkbox', { name: /^Role change/ }));
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('Waiting for Approval')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: /^Role change/ })).toBeChecked();
  });

  it('a request shows what it would do, and another admin approves it', async () => {
    const server = aServerWith(aRequest()).on('POST /api/approvals/5/approve', {
      body: Object.assign(aRequest({ state: 'executed', decidedBy: 'admin' }), { activationCode: null }),
    });
    const user = openApp('/settings?section=security');
    const table = within(await screen.findByRole('table', { name: 'Approval requests' }));
    expect(table.getByText(/User dana · PUT \/api\/users\/2/)).toBeVisible();
    expect(table.getByText('{"role":"Admin"}')).toBeVisible();
    await user.click(table.getByRole('button', { name: /^Approve: Role change/ }));
    await waitFor(() => expect(server.requestsTo('POST /api/approvals/5/approve')).toHaveLength(1));
    expect(await screen.findAllByText('Approved')).not.toHaveLength(0);
  });

  it('the requester can only withdraw a request', async () => {
    const server = aServerWith(aRequest({ requestedById: 1, requestedBy: 'admin' })).on(
      'POST /api/approvals/5/reject',
      {
        body: aRequest({ state: 'withdrawn' }),
      },
    );
    const user = openApp('/settings?section=security');
    const withdraw = await screen.findByRole('button', { name: /^Withdraw: Role change/ });
    expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
    await user.click(withdraw);
    await waitFor(() => expect(server.requestsTo('POST /api/approvals/5/reject')).toHaveLength(1));
  });

  it('the approver of a two-factor reset sees the activation code', async () => {
    const reset = aRequest({ kind: 'two_factor_reset', action: 'POST /api/users/2/reset-two-factor', body: null });
    aServerWith(reset).on('POST /api/approvals/5/approve', {
      body: Object.assign({}, reset, { state: 'executed', activationCode: '7K2MA-94XQT' }),
    });
    const user = openApp('/settings?section=security');
    await user.click(await screen.findByRole('button', { name: /^Approve: Two-factor reset/ }));
    expect(await screen.findByText('7K2MA-94XQT')).toBeVisible();
  });

  it('an approved action that failed shows why', async () => {
    const failure = 'This user does not exist.';
    aServerWith(aRequest()).on('POST /api/approvals/5/approve', {
      body: Object.assign(aRequest({ state: 'failed', failure }), { activationCode: null }),
    });
    const user = openApp('/settings?section=security');
    await user.click(await screen.findByRole('button', { name: /^Approve: Role change/ }));
    expect(await screen.findByText('Action Failed')).toBeVisible();
    expect(screen.getByText(failure)).toBeVisible();
  });
});
