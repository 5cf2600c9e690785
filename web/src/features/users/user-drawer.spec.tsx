import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { anAuditEvent, aSession, aStaffUser } from '../../testing/api-core-fixtures.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const oneself = aStaffUser({ id: 1, username: 'admin', role: 'Admin' });

function aServerWithDana(): FakeServer {
  return aSignedInServer()
    .on('GET /api/users', listAnswer([oneself, aStaffUser()]))
    .on('GET /api/users/2/sessions', {
      body: [aSession({ isCurrent: false, address: '10.20.1.88', browser: 'Edge on Windows' })],
    })
    .on('GET /api/users/2/activity', { body: [anAuditEvent()] })
    .on('GET /api/users/1/sessions', { body: [aSession({})] })
    .on('GET /api/users/1/activity', { body: [] });
}

async function open(user: UserEvent, username: string) {
  await user.click(await screen.findByRole('button', { name: username }));
  return within(await screen.findByRole('dialog', { name: username }));
}

describe('user details', () => {
  it('user details show the sessions of the user', async () => {
    aServerWithDana();
    const user = openApp('/user-management');
    const drawer = await open(user, 'dana');
    expect(await drawer.findByText('Edge on Windows')).toBeInTheDocument();
    expect(drawer.getByText('10.20.1.88')).toBeInTheDocument();
  });

  it('user details end all sessions of the user after a confirmation', async () => {
    const server = aServerWithDana().on('DELETE /api/users/2/sessions', () => {
      server.on('GET /api/users/2/sessions', { body: [] });
      return { body: { ended: 1 } };
    });
    const user = openApp('/user-management');
    const drawer = await open(user, 'dana');
    await drawer.findByText('Edge on Windows');
    await user.click(drawer.getByRole('button', { name: 'End All Sessions' }));
    const question = await screen.findByText(/"dana" will be signed out everywhere/);
    const dialog = question.closest<HTMLElement>('[role="dialog"]') ?? question;
    await user.click(within(dialog).getByRole('button', { name: 'End All Sessions' }));
    expect(await screen.findByText('Sessions ended successfully')).toBeVisible();
    expect(await drawer.findByText('Not signed in anywhere.')).toBeInTheDocument();
    await waitFor(() => expect(drawer.getByRole('button', { name: 'End All Sessions' })).toBeDisabled());
  });

  it('user details refer users to their own account for their own sessions', async () => {
    aServerWithDana();
    const user = openApp('/user-management');
    const drawer = await open(user, 'admin');
    expect(await drawer.findByText('End your own sessions under Account & Security.')).toBeInTheDocument();
    expect(drawer.queryByRole('button', { name: 'End All Sessions' })).not.toBeInTheDocument();
  });

  it('user details show events by and about the user', async () => {
    aServerWithDana().on('GET /api/users/2/activity', {
      body: [
        anAuditEvent({ seq: 9 }),
        anAuditEvent({
          seq: 8,
          action: 'alert.reviewed',
          actorId: 2,
          actorName: 'dana',
          subjectType: 'alert',
          subjectId: '17',
          subjectLabel: null,
          detail: { outcome: 'false_positive' },
        }),
      ],
    });
    const user = openApp('/user-management');
    const drawer = await open(user, 'dana');
    const table = within(await drawer.findByRole('table', { name: 'Recent activity for dana' }));
    expect(table.getByText('Role changed')).toHaveTextContent('Role changedby admin · From: User · To: Admin');
    expect(table.getByText('Alert reviewed')).toHaveTextContent('Alert reviewedAlert #17 · Outcome: false positive');
    expect(table.getAllByText('Nov 20, 2026 09:14:07 UTC')).toHaveLength(2);
  });

  it('user details link to the audit log events about the user', async () => {
    const server = aServerWithDana().on('GET /api/audit-events', listAnswer([anAuditEvent()]));
    const user = openApp('/user-management');
    const drawer = await open(user, 'dana');
    await user.click(drawer.getByRole('link', { name: 'Events about dana' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible();
    await screen.findByText('Role changed');
    expect(server.requestsTo('GET /api/audit-events')[0]?.path).toBe(
      '/api/audit-events?subjectType=user&subjectId=2&page=1&pageSize=50',
    );
  });

  it('user details restore the focus when they close', async () => {
    aServerWithDana();
    const user = openApp('/user-management');
    const drawer = await open(user, 'dana');
    await drawer.findByText('Edge on Windows');
    expect(window.location.search).toBe('?user=2');
    await user.click(drawer.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'dana' })).toHaveFocus());
    expect(window.location.search).toBe('');
  });

  it('user details open when the address contains the user', async () => {
    aServerWithDana();
    openApp('/user-management?user=2');
    expect(await screen.findByRole('dialog', { name: 'dana' })).toBeInTheDocument();
  });
});
