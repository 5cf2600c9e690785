import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { aStaffUser } from '../../testing/api-core-fixtures.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { findUserMenuItem } from './testing/user-menu.ts';

const oneself = aStaffUser({ id: 1, username: 'admin', role: 'Admin' });
const inTenMinutes = () => new Date(Date.now() + 10 * 60_000).toISOString();

function aServerWith(dana = aStaffUser()): FakeServer {
  return aSignedInServer().on('GET /api/users', listAnswer([oneself, dana]));
}

/** Selects an entry from dana's menu. */
async function choose(user: UserEvent, entry: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Actions for dana' }));
  await user.click(await findUserMenuItem(entry));
}

const theDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

/** The text of dana's table row. */
async function danasRow(): Promise<string> {
  const table = await screen.findByRole('table', { name: 'All users' });
  return within(table).getByRole('button', { name: 'dana' }).closest('tr')?.textContent ?? '';
}

describe('user deletion', () => {
  const question = 'Are you sure you want to delete user "dana"? This action cannot be undone.';

  it('deleting a user asks for confirmation, shows progress, confirms and refetches the table [spec 2.17.3, 5.26, 8.20]', async () => {
    const answer = heldAnswer({ status: 204 });
    const server = aServerWith().on('DELETE /api/users/2', answer.respond);
    const user = openApp('/user-management');
    await choose(user, 'Delete');
    const dialog = await theDialog('Delete user');
    expect(dialog.getByText(question)).toBeInTheDocument();
    await user.dblClick(dialog.getByRole('button', { name: 'Delete' }));
    expect(dialog.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
    server.on('GET /api/users', listAnswer([oneself]));
    answer.release();
    expect(await screen.findByText('User deleted successfully')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'dana' })).not.toBeInTheDocument());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(server.requestsTo('DELETE /api/users/2')).toHaveLength(1);
  });

  it('canceling the deletion of a user deletes nothing and restores the focus', async () => {
    const server = aServerWith();
    const user = openApp('/user-management');
    await choose(user, 'Delete');
    const dialog = await theDialog('Delete user');
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus());
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText(question)).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Actions for dana' })).toHaveFocus());
    expect(server.requestsTo('DELETE /api/users/2')).toHaveLength(0);
  });

  it('a refused deletion of a user shows the server’s message', async () => {
    aServerWith().on('DELETE /api/users/2', { status: 409, body: 'The last active admin has to stay.' });
    const user = openApp('/user-management');
    await choose(user, 'Delete');
    await user.click((await theDialog('Delete user')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('The last active admin has to stay.')).toBeVisible();
    expect(screen.getByText('Error')).toBeVisible();
  });
});

describe('locked users', () => {
  const locked = () => aStaffUser({ lockedUntil: inTenMinutes(), failedLoginAttempts: 3 });

  it('the Unlock action is offered only while the user is locked [spec 2.17.3]', async () => {
    aServerWith();
    const user = openApp('/user-management');
    await user.click(await screen.findByRole('button', { name: 'Actions for dana' }));
    await findUserMenuItem('Delete');
    expect(screen.queryByRole('menuitem', { name: 'Unlock' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Unlock dana' })).not.toBeInTheDocument();
  });

  it('unlocking a user asks for confirmation and removes the lock [spec 5.26, 8.20]', async () => {
    const server = aServerWith(locked()).on('POST /api/users/2/unlock', () => {
      server.on('GET /api/users', listAnswer([oneself, aStaffUser()]));
      return { body: aStaffUser() };
    });
    const user = openApp('/user-management');
    await user.click(await screen.findByRole('button', { name: 'Unlock dana' }));
    const dialog = await theDialog('Unlock user');
    expect(dialog.getByText('Are you sure you want to unlock user "dana"?')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Unlock' }));
    expect(await screen.findByText('User account unlocked successfully')).toBeVisible();
    await waitFor(async () => expect(await danasRow()).not.toContain('Locked'));
  });

  it('a failed unlock of a user shows a default message when the server gives none [spec 8.21]', async () => {
    aServerWith(locked()).on('POST /api/users/2/unlock', { status: 500 });
    const user = openApp('/user-management');
    await choose(user, 'Unlock');
    await user.click((await theDialog('Unlock user')).getByRole('button', { name: 'Unlock' }));
    expect(await screen.findByText('Failed to unlock user account')).toBeVisible();
  });
});

describe('activating and deactivating', () => {
  it('an admin activates a user without confirmation [spec 2.17.3, 8.20]', async () => {
    const server = aServerWith(aStaffUser({ isActive: false })).on('PUT /api/users/2', () => {
      server.on('GET /api/users', listAnswer([oneself, aStaffUser()]));
      return { body: aStaffUser() };
    });
    const user = openApp('/user-management');
    await choose(user, 'Activate');
    expect(await screen.findByText('User updated successfully')).toBeVisible();
    expect(server.requestsTo('PUT /api/users/2')[0]?.body).toEqual({ isActive: true });
    await waitFor(async () => expect(await danasRow()).toContain('Active'));
  });

  it('an admin deactivates a user after a warning [spec 2.17.3]', async () => {
    const server = aServerWith().on('PUT /api/users/2', { body: aStaffUser({ isActive: false }) });
    const user = openApp('/user-management');
    await choose(user, 'Deactivate');
    const dialog = await theDialog('Deactivate user');
    expect(dialog.getByText(/"dana" will be signed out everywhere and cannot sign in/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('User updated successfully')).toBeVisible();
    expect(server.requestsTo('PUT /api/users/2')[0]?.body).toEqual({ isActive: false });
  });
});

describe('changing a role', () => {
  it('the dialog for a role change explains the new role', async () => {
    const server = aServerWith().on('PUT /api/users/2', { body: aStaffUser({ role: 'Admin' }) });
    const user = openApp('/user-management');
    await choose(user, 'Change Role to Admin');
    const dialog = await theDialog('Change role to Admin');
    expect(dialog.getByText(/will be able to manage all users/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Change Role' }));
    expect(await screen.findByText('User updated successfully')).toBeVisible();
    expect(server.requestsTo('PUT /api/users/2')[0]?.body).toEqual({ role: 'Admin' });
  });
});

describe('resetting two-factor', () => {
  it('the dialog for a two-factor reset explains the effect and resets two-factor', async () => {
    const server = aServerWith().on('POST /api/users/2/reset-two-factor', {
      body: Object.assign(aStaffUser(), { activationCode: '7K2MA-94XQT' }),
    });
    const user = openApp('/user-management');
    await choose(user, 'Reset Two-Factor');
    const dialog = await theDialog('Reset two-factor');
    expect(
      dialog.getByText(/recovery codes of "dana" will stop working, and all sessions will end/),
    ).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Reset Two-Factor' }));
    expect(await screen.findByText('Two-factor reset successfully')).toBeVisible();
    expect(server.requestsTo('POST /api/users/2/reset-two-factor')).toHaveLength(1);
    const codeDialog = await theDialog('Activation code');
    expect(codeDialog.getByText('7K2MA-94XQT')).toBeInTheDocument();
    await user.click(codeDialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});
