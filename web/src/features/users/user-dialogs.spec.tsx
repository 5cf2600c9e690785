import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { aStaffUser } from '../../testing/api-core-fixtures.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { findUserMenuItem } from './testing/user-menu.ts';

const oneself = aStaffUser({ id: 1, username: 'admin', role: 'Admin' });
const PASSWORD = 'correct horse staple';

function aServerWithDana(): FakeServer {
  return aSignedInServer().on('GET /api/users', listAnswer([oneself, aStaffUser()]));
}

async function openAddUser(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: /Add User/ }));
  return within(await screen.findByRole('dialog', { name: 'Add User' }));
}

async function openReset(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Actions for dana' }));
  await user.click(await findUserMenuItem('Reset Password'));
  return within(await screen.findByRole('dialog', { name: 'Reset Password' }));
}

describe('adding a user', () => {
  it('the Add User form requires a name, a password and its confirmation', async () => {
    const server = aServerWithDana();
    const user = openApp('/user-management');
    const dialog = await openAddUser(user);
    expect(window.location.search).toBe('?dialog=add-user');
    await user.click(dialog.getByRole('button', { name: 'Add User' }));
    expect(await dialog.findByText('Username is required')).toBeInTheDocument();
    expect(dialog.getByText('Password is required')).toBeInTheDocument();
    expect(dialog.getByText('Please confirm the password')).toBeInTheDocument();
    expect(server.requestsTo('POST /api/users')).toHaveLength(0);
  });

  it('the Add User form reports a short password and a different confirmation at the field', async () => {
    aServerWithDana();
    const user = openApp('/user-management');
    const dialog = await openAddUser(user);
    await user.type(dialog.getByLabelText('Username'), 'lee');
    await user.type(dialog.getByLabelText('Password'), 'short');
    await user.type(dialog.getByLabelText('Confirm password'), 'shorter');
    await user.click(dialog.getByRole('button', { name: 'Add User' }));
    expect(await dialog.findByText('Password must be at least 8 characters')).toBeInTheDocument();
    expect(dialog.getByText("Passwords don't match")).toBeInTheDocument();
  });

  it('the Add User form creates an active User who must change the password by default [spec 2.17.2, 5.7, 8.19]', async () => {
    const answer = heldAnswer({ status: 201, body: aStaffUser({ id: 3, username: 'lee' }) });
    const server = aServerWithDana().on('POST /api/users', answer.respond);
    const user = openApp('/user-management');
    const dialog = await openAddUser(user);
    await user.type(dialog.getByLabelText('Username'), 'lee');
    await user.type(dialog.getByLabelText('Password'), PASSWORD);
    await user.type(dialog.getByLabelText('Confirm password'), PASSWORD);
    await user.dblClick(dialog.getByRole('button', { name: 'Add User' }));
    expect(await dialog.findByRole('button', { name: 'Adding...' })).toBeDisabled();
    server.on('GET /api/users', listAnswer([oneself, aStaffUser(), aStaffUser({ id: 3, username: 'lee' })]));
    answer.release();
    expect(await screen.findByText('User created successfully')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'lee' })).toBeInTheDocument();
    expect(server.requestsTo('POST /api/users').map(({ body }) => body)).toEqual([
      {
        username: 'lee',
        password: PASSWORD,
        confirmPassword: PASSWORD,
        role: 'User',
        isActive: true,
        forceReset: true,
      },
    ]);
  });

  it('the Add User form sends the chosen role, state and forced password change', async () => {
    const server = aServerWithDana().on('POST /api/users', { status: 201, body: aStaffUser() });
    const user = openApp('/user-management');
    const dialog = await openAddUser(user);
    await user.type(dialog.getByLabelText('Username'), 'lee');
    await user.type(dialog.getByLabelText('Password'), PASSWORD);
    await user.type(dialog.getByLabelText('Confirm password'), PASSWORD);
    await user.click(dialog.getByRole('radio', { name: 'Admin' }));
    await user.click(dialog.getByRole('switch', { name: 'Active' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Must change the password at first sign-in' }));
    await user.click(dialog.getByRole('button', { name: 'Add User' }));
    await screen.findByText('User created successfully');
    expect(server.requestsTo('POST /api/users')[0]?.body).toMatchObject({
      role: 'Admin',
      isActive: false,
      forceReset: false,
    });
  });

  it('the Add User form keeps its values when the server refuses [spec 8.19]', async () => {
    aServerWithDana().on('POST /api/users', { status: 409, body: 'A user named dana already exists.' });
    const user = openApp('/user-management');
    const dialog = await openAddUser(user);
    await user.type(dialog.getByLabelText('Username'), 'dana');
    await user.type(dialog.getByLabelText('Password'), PASSWORD);
    await user.type(dialog.getByLabelText('Confirm password'), PASSWORD);
    await user.click(dialog.getByRole('button', { name: 'Add User' }));
    expect(await screen.findByText('A user named dana already exists.')).toBeVisible();
    expect(screen.getByText('Error')).toBeVisible();
    expect(dialog.getByLabelText('Username')).toHaveValue('dana');
    expect(dialog.getByRole('button', { name: 'Add User' })).toBeEnabled();
  });

  it('the Add User form marks its password fields as new passwords for password managers', async () => {
    aServerWithDana();
    const user = openApp('/user-management');
    const dialog = await openAddUser(user);
    expect(dialog.getByLabelText('Password')).toHaveAttribute('autocomplete', 'new-password');
    expect(dialog.getByLabelText('Confirm password')).toHaveAttribute('autocomplete', 'new-password');
    expect(dialog.getByLabelText('Password')).toHaveAttribute('type', 'password');
  });
});

describe('resetting a password', () => {
  it('the Reset Password form requires both fields [spec 5.4]', async () => {
    aServerWithDana();
    const user = openApp('/user-management');
    const dialog = await openReset(user);
    await user.click(dialog.getByRole('button', { name: 'Reset Password' }));
    expect(await dialog.findByText('Password is required')).toBeInTheDocument();
    expect(dialog.getByText('Please confirm the password')).toBeInTheDocument();
  });

  it('the Reset Password form reports different passwords in a toast [spec 5.4]', async () => {
    const server = aServerWithDana();
    const user = openApp('/user-management');
    const dialog = await openReset(user);
    await user.type(dialog.getByLabelText('New password'), PASSWORD);
    await user.type(dialog.getByLabelText('Confirm password'), `${PASSWORD}s`);
    await user.click(dialog.getByRole('button', { name: 'Reset Password' }));
    expect(await screen.findByText("Passwords don't match")).toBeVisible();
    expect(screen.getByText('Error')).toBeVisible();
    expect(server.requestsTo('POST /api/users/2/reset-password')).toHaveLength(0);
  });

  it('the Reset Password form removes the toast about different passwords when they match', async () => {
    const answer = heldAnswer({ body: aStaffUser() });
    aServerWithDana().on('POST /api/users/2/reset-password', answer.respond);
    const user = openApp('/user-management');
    const dialog = await openReset(user);
    await user.type(dialog.getByLabelText('New password'), PASSWORD);
    await user.type(dialog.getByLabelText('Confirm password'), `${PASSWORD}s`);
    await user.click(dialog.getByRole('button', { name: 'Reset Password' }));
    await screen.findByText("Passwords don't match");
    await user.type(dialog.getByLabelText('Confirm password'), '{Backspace}');
    await waitFor(() => expect(screen.queryByText("Passwords don't match")).not.toBeInTheDocument());
  });

  it('the Reset Password form clears its toasts when it closes', async () => {
    aServerWithDana().on('POST /api/users/2/reset-password', {
      status: 503,
      body: 'The database is not available.',
    });
    const user = openApp('/user-management');
    const dialog = await openReset(user);
    await user.type(dialog.getByLabelText('New password'), PASSWORD);
    await user.type(dialog.getByLabelText('Confirm password'), PASSWORD);
    await user.click(dialog.getByRole('button', { name: 'Reset Password' }));
    await screen.findByText('The database is not available.');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText('The database is not available.')).not.toBeInTheDocument());
  });

  it('the Reset Password form rejects a short password at the field [spec 5.3]', async () => {
    aServerWithDana();
    const user = openApp('/user-management');
    const dialog = await openReset(user);
    await user.type(dialog.getByLabelText('New password'), 'seven77');
    await user.type(dialog.getByLabelText('Confirm password'), 'seven77');
    await user.click(dialog.getByRole('button', { name: 'Reset Password' }));
    expect(await dialog.findByText('Password must be at least 8 characters')).toBeInTheDocument();
  });

  it('the Reset Password form sends the password with the forced change and restores the focus [spec 2.17.2, 8.22]', async () => {
    const server = aServerWithDana().on('POST /api/users/2/reset-password', {
      body: aStaffUser({ forcePasswordReset: true }),
    });
    const user = openApp('/user-management');
    const dialog = await openReset(user);
    await user.type(dialog.getByLabelText('New password'), PASSWORD);
    await user.type(dialog.getByLabelText('Confirm password'), PASSWORD);
    await user.click(dialog.getByRole('button', { name: 'Reset Password' }));
    expect(await screen.findByText('Password reset successfully')).toBeVisible();
    expect(server.requestsTo('POST /api/users/2/reset-password')[0]?.body).toEqual({
      newPassword: PASSWORD,
      forceReset: true,
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Actions for dana' })).toHaveFocus());
  });

  it('the Reset Password form does not force a password change when the box is cleared [spec 5.6]', async () => {
    const server = aServerWithDana().on('POST /api/users/2/reset-password', { body: aStaffUser() });
    const user = openApp('/user-management');
    const dialog = await openReset(user);
    await user.type(dialog.getByLabelText('New password'), PASSWORD);
    await user.type(dialog.getByLabelText('Confirm password'), PASSWORD);
    await user.click(dialog.getByRole('checkbox', { name: 'Force password reset on next login' }));
    await user.click(dialog.getByRole('button', { name: 'Reset Password' }));
    // Checks the request, not the toast: on a busy machine, the toast may disappear before the test sees it.
    await waitFor(() =>
      expect(server.requestsTo('POST /api/users/2/reset-password')).toMatchObject([{ body: { forceReset: false } }]),
    );
  });
});

describe('a reload while adding a user', () => {
  it('a reload restores the Add User form without the passwords', async () => {
    aServerWithDana();
    const user = openApp('/user-management');
    const dialog = await openAddUser(user);
    await user.type(dialog.getByLabelText('Username'), 'lee');
    await user.type(dialog.getByLabelText('Password'), PASSWORD);
    await user.click(dialog.getByRole('radio', { name: 'Admin' }));
    expect(JSON.stringify(sessionStorage)).not.toContain(PASSWORD);
    cleanup();
    openApp('/user-management');
    const again = within(await screen.findByRole('dialog', { name: 'Add User' }));
    expect(again.getByLabelText('Username')).toHaveValue('lee');
    expect(again.getByLabelText('Password')).toHaveValue('');
    expect(again.getByRole('radio', { name: 'Admin' })).toBeChecked();
  });
});
