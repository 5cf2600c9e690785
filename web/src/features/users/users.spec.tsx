import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { aStaffUser, aUser } from '../../testing/api-core-fixtures.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { findUserMenuItem } from './testing/user-menu.ts';

const oneself = aStaffUser({ id: 1, username: 'admin', role: 'Admin' });
const inTenMinutes = () => new Date(Date.now() + 10 * 60_000).toISOString();

/** A gateway with a signed-in admin and the given users. */
function aServerWith(...users: ReturnType<typeof aStaffUser>[]): FakeServer {
  return aSignedInServer().on('GET /api/users', listAnswer([oneself, ...users]));
}

const theTable = () => screen.findByRole('table', { name: 'All users' });

async function theRowOf(username: string) {
  const table = await theTable();
  const row = within(table).getByRole('button', { name: username }).closest('tr');
  if (row === null) throw new Error(`No row of ${username}`);
  return within(row);
}

async function openMenu(user: UserEvent, username: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Actions for ${username}` }));
  await findUserMenuItem('Sessions and Activity');
}

describe('user management', () => {
  it('user management shows role, state, two-factor, failed attempts, last login and creation date [spec 2.17.1]', async () => {
    aServerWith(
      aStaffUser({
        failedLoginAttempts: 2,
        lastLogin: new Date(2026, 10, 19, 8, 5).toISOString(),
        twoFactorEnabled: false,
      }),
    );
    openApp('/user-management');
    const table = within(await theTable());
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Username',
      'Role',
      'Status',
      'Two-Factor',
      'Failed Attempts',
      'Last Login',
      'Created',
      'Actions',
    ]);
    const row = await theRowOf('dana');
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'dana',
      'User',
      'Active',
      'Disabled',
      '2 / 3',
      'Nov 19, 2026 08:05',
      'Nov 2, 2026 09:30',
      '',
    ]);
    expect((await theRowOf('admin')).getByText('Admin')).toBeVisible();
    expect((await theRowOf('admin')).getByText('(you)')).toBeVisible();
    expect((await theRowOf('admin')).getByText('Enabled')).toBeVisible();
    expect((await theRowOf('admin')).getByText('Never')).toBeVisible();
  });

  it('user management marks users who are locked, inactive or must reset their password [spec 2.17.4, 4.4]', async () => {
    aServerWith(
      aStaffUser({ id: 2, username: 'dana', lockedUntil: inTenMinutes(), failedLoginAttempts: 3 }),
      aStaffUser({ id: 3, username: 'lee', isActive: false }),
      aStaffUser({ id: 4, username: 'robin', forcePasswordReset: true }),
      aStaffUser({ id: 5, username: 'sam', lockedUntil: '2026-01-01T00:00:00Z' }),
    );
    openApp('/user-management');
    expect((await theRowOf('dana')).getByText('Locked')).toBeVisible();
    expect((await theRowOf('dana')).getByText('3 / 3')).toBeVisible();
    expect((await theRowOf('lee')).getByText('Inactive')).toBeVisible();
    expect((await theRowOf('robin')).getByText('Reset Required')).toBeVisible();
    expect((await theRowOf('sam')).queryByText('Locked')).not.toBeInTheDocument();
  });

  it('user management is not reachable for users who are not admins [spec 2.1.3, 2.1.7]', async () => {
    const server = aServerWith().on('GET /api/auth/user', { body: aUser({ role: 'User' }) });
    openApp('/user-management');
    expect(await screen.findByText('404 Page Not Found')).toBeVisible();
    expect(screen.getByText('Only admins can open User Management and Audit Log.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'User Management' })).not.toBeInTheDocument();
    expect(server.requestsTo('GET /api/users')).toHaveLength(0);
  });

  it('user management searches by name when there are many users', async () => {
    const many = Array.from({ length: 12 }, (_, n) => aStaffUser({ id: n + 2, username: `analyst-${n}` }));
    aServerWith(...many);
    const user = openApp('/user-management');
    await user.type(await screen.findByLabelText('Search users by name'), 'LYST-1');
    await waitFor(async () => expect(within(await theTable()).getAllByRole('row')).toHaveLength(1 + 3));
    expect(window.location.search).toBe('?search=LYST-1');
    await user.type(screen.getByLabelText('Search users by name'), 'x');
    expect(await screen.findByText('No users match your search.')).toBeVisible();
  });

  it('user management shows the total when not all users are loaded', async () => {
    aSignedInServer().on('GET /api/users', listAnswer([oneself, aStaffUser()], 1_234));
    const user = openApp('/user-management');
    expect(await screen.findByText('Showing first 2 results of 1,234')).toBeVisible();
    await user.type(screen.getByLabelText('Search users by name'), 'zz');
    expect(await screen.findByText('No users match your search.')).toBeVisible();
    expect(screen.getByText('Showing first 2 results of 1,234')).toBeVisible();
  });

  it('user management shows fifty users at a time', async () => {
    const many = Array.from({ length: 60 }, (_, n) => aStaffUser({ id: n + 2, username: `analyst-${n}` }));
    aServerWith(...many);
    const user = openApp('/user-management');
    expect(within(await theTable()).getAllByRole('row')).toHaveLength(1 + 50);
    await user.click(screen.getByRole('listitem', { name: '2' }));
    await waitFor(async () => expect(within(await theTable()).getAllByRole('row')).toHaveLength(1 + 11));
    expect(window.location.search).toBe('?page=2');
  }, 40_000);

  it('user management reports a load error and can be retried', async () => {
    const server = aSignedInServer().on('GET /api/users', {
      status: 503,
      body: 'The database is not available.',
      headers: { 'X-Request-Id': 'req-7' },
    });
    const user = openApp('/user-management');
    expect(await screen.findByText('The users could not be loaded.')).toBeVisible();
    expect(screen.getByText('Request req-7')).toBeVisible();
    server.on('GET /api/users', listAnswer([oneself]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await theTable()).toBeVisible();
  });

  it('user management disables actions that admins cannot apply to themselves and shows the reason', async () => {
    aServerWith().on(
      'GET /api/users',
      listAnswer([aStaffUser({ id: 1, username: 'admin', role: 'Admin', lockedUntil: inTenMinutes() })]),
    );
    const user = openApp('/user-management');
    await openMenu(user, 'admin');
    const refused = screen
      .getAllByRole('menuitem')
      .filter((item) => item.getAttribute('aria-disabled') === 'true')
      .map(({ textContent }) => textContent);
    expect(refused).toEqual([
      'Reset Password Change your own password under Account & Security',
      'Unlock Another admin must do this for you',
      'Deactivate You cannot deactivate yourself',
      'Change Role to User You cannot change your own role',
      'Reset Two-Factor Another admin must do this for you',
      'Delete You cannot delete yourself',
    ]);
  });

  it('user management offers no two-factor reset for a user who has not set up two-factor', async () => {
    aServerWith(aStaffUser({ twoFactorEnabled: false }));
    const user = openApp('/user-management');
    await openMenu(user, 'dana');
    expect(screen.getByRole('menuitem', { name: 'Reset Two-Factor Two-factor is not set up' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  it('user management shows changes by another admin when it is reopened', async () => {
    const server = aServerWith(aStaffUser());
    const user = openApp('/user-management');
    await theRowOf('dana');
    server.on('GET /api/users', listAnswer([oneself]));
    await user.click(screen.getByRole('link', { name: 'Data Import' }));
    await user.click(await screen.findByRole('link', { name: 'User Management' }));
    await theTable();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'dana' })).not.toBeInTheDocument());
  });
});
