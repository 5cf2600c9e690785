import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { aLoginAnswer } from '../../testing/api-core-fixtures.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { aServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

async function atThePasswordChange(server: FakeServer): Promise<UserEvent> {
  server.on('POST /api/auth/login', { body: aLoginAnswer({ requiresPasswordChange: true }) });
  const user = openApp();
  await user.type(await screen.findByLabelText('Username'), 'admin');
  await user.type(screen.getByLabelText('Password'), 'printed once');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await screen.findByLabelText('Current password');
  return user;
}

interface Entered {
  current: string;
  next: string;
  again: string;
}

async function change(user: UserEvent, { current, next, again }: Entered): Promise<void> {
  if (current !== '') await user.type(screen.getByLabelText('Current password'), current);
  if (next !== '') await user.type(screen.getByLabelText('New password'), next);
  if (again !== '') await user.type(screen.getByLabelText('Confirm new password'), again);
  await user.click(screen.getByRole('button', { name: 'Change Password' }));
}

describe('forced password change', () => {
  it('the forced password change requires all three fields [spec 5.5]', async () => {
    const server = aServer();
    const user = await atThePasswordChange(server);
    await change(user, { current: '', next: '', again: '' });
    expect(await screen.findByText('Current password is required')).toBeVisible();
    expect(screen.getByText('Password must be at least 8 characters')).toBeVisible();
    expect(screen.getByText('Please confirm the password')).toBeVisible();
    expect(server.requestsTo('POST /api/auth/change-password')).toHaveLength(0);
  });

  it('the forced password change rejects a password of seven characters [spec 5.3]', async () => {
    const user = await atThePasswordChange(aServer());
    await change(user, { current: 'printed once', next: 'seven77', again: 'seven77' });
    expect(await screen.findByText('Password must be at least 8 characters')).toBeVisible();
  });

  it('the forced password change rejects a different confirmation', async () => {
    const server = aServer();
    const user = await atThePasswordChange(server);
    await change(user, { current: 'printed once', next: 'battery staple', again: 'battery stable' });
    expect(await screen.findByText("Passwords don't match")).toBeVisible();
    expect(server.requestsTo('POST /api/auth/change-password')).toHaveLength(0);
  });

  it('the forced password change shows why the server rejects a password', async () => {
    const server = aServer().on('POST /api/auth/change-password', {
      status: 400,
      body: 'This password is too common.',
    });
    const user = await atThePasswordChange(server);
    await change(user, { current: 'printed once', next: 'password', again: 'password' });
    expect(await screen.findByRole('alert')).toHaveTextContent('This password is too common.');
  });
});
