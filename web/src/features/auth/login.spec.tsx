import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { aLoginAnswer, aUser } from '../../testing/api-core-fixtures.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { aServer, aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const REFUSED = 'Invalid username or password. After 3 failed attempts an account is locked for 15 minutes.';

/** No user is signed in; the dashboard has data. */
function aClosedDoor(): FakeServer {
  return aSignedInServer()
    .on('GET /api/auth/user', { status: 401 })
    .on('POST /api/auth/login', ({ body }) =>
      (body as { twoFactorCode?: string }).twoFactorCode === undefined
        ? { body: aLoginAnswer({ requiresTwoFactor: true }) }
        : { body: aLoginAnswer({ user: aUser() }) },
    );
}

async function enterPassword(user: UserEvent): Promise<void> {
  await user.type(await screen.findByLabelText('Username'), 'admin');
  await user.type(screen.getByLabelText('Password'), 'right horse');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
}

describe('sign-in', () => {
  it('the sign-in screen shows the product, the audience and the banner [spec 1.2, 2.4.1, 2.4.2, 2.4.3]', async () => {
    aServer();
    openApp();
    expect(await screen.findByText('Secure Financial Transaction Management')).toBeVisible();
    expect(screen.getByText('Enter your credentials to access the system')).toBeVisible();
    expect(screen.getByText('Official Business Use Only')).toBeVisible();
    expect(screen.getByText(/authorized personnel only\. All activity is monitored and logged/)).toBeVisible();
  });

  it('the sign-in screen requires both fields before it sends a request [spec 5.1]', async () => {
    const server = aServer();
    const user = openApp();
    await user.click(await screen.findByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Username is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(server.requestsTo('POST /api/auth/login')).toHaveLength(0);
  });

  it('the Sign In button is disabled while the request runs [spec 2.4.4]', async () => {
    const answer = heldAnswer({ body: aLoginAnswer({ requiresTwoFactor: true }) });
    aClosedDoor().on('POST /api/auth/login', answer.respond);
    const user = openApp();
    await enterPassword(user);
    expect(await screen.findByRole('button', { name: 'Signing In...' })).toBeDisabled();
    answer.release();
    expect(await screen.findByRole('heading', { name: 'Two-Factor Authentication' })).toBeVisible();
  });

  it('the sign-in screen focuses the code field and submits on the sixth digit [spec 2.4.5]', async () => {
    const server = aClosedDoor();
    const user = openApp();
    await enterPassword(user);
    expect(await screen.findByText('Enter your 6-digit authenticator code')).toBeVisible();
    expect(screen.getByLabelText('Authenticator code')).toHaveFocus();
    await user.keyboard('123456');
    expect(await screen.findByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
    expect(server.requestsTo('POST /api/auth/login').map(({ body }) => body)).toEqual([
      { username: 'admin', password: 'right horse' },
      { username: 'admin', password: 'right horse', twoFactorCode: '123456' },
    ]);
  });

  it('the sign-in screen accepts a pasted code that contains a space [spec 2.4.5]', async () => {
    const server = aClosedDoor();
    const user = openApp();
    await enterPassword(user);
    await screen.findByLabelText('Authenticator code');
    await user.paste(' 123 456');
    expect(await screen.findByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
    expect(server.seen).toContainEqual(
      expect.objectContaining({ body: expect.objectContaining({ twoFactorCode: '123456' }) }),
    );
  });

  it('the sign-in screen rejects a short code without a request [spec 5.2]', async () => {
    const server = aClosedDoor();
    const user = openApp();
    await enterPassword(user);
    await screen.findByLabelText('Authenticator code');
    await user.keyboard('123{Enter}');
    expect(await screen.findByText('Code must be 6 digits')).toBeVisible();
    expect(server.requestsTo('POST /api/auth/login')).toHaveLength(1);
  });

  it('the sign-in screen accepts a recovery code instead of an authenticator code', async () => {
    const server = aClosedDoor();
    const user = openApp();
    await enterPassword(user);
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    expect(screen.getByText('Enter one of the recovery codes you saved')).toBeVisible();
    expect(screen.queryByText('Enter your 6-digit authenticator code')).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('Recovery code'), 'k0f7-9x0q{Enter}');
    await waitFor(() =>
      expect(server.seen).toContainEqual(
        expect.objectContaining({ body: expect.objectContaining({ twoFactorCode: 'k0f7-9x0q' }) }),
      ),
    );
  });

  it('the sign-in screen shows the server message for a wrong password [spec 8.2]', async () => {
    aServer().on('POST /api/auth/login', { status: 401, body: REFUSED });
    const user = openApp();
    await enterPassword(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(REFUSED);
  });

  it('the sign-in screen returns to the password after a wrong code [spec 4.3]', async () => {
    aClosedDoor().on('POST /api/auth/login', ({ body }) =>
      (body as { twoFactorCode?: string }).twoFactorCode === undefined
        ? { body: aLoginAnswer({ requiresTwoFactor: true }) }
        : { status: 401, body: REFUSED },
    );
    const user = openApp();
    await enterPassword(user);
    await screen.findByLabelText('Authenticator code');
    await user.keyboard('000000');
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(REFUSED);
    expect(screen.queryByLabelText('Authenticator code')).not.toBeInTheDocument();
  });

  it('signing in leads to the password change and the two-factor setup when required [spec 4.3]', async () => {
    const server = aServer()
      .on('POST /api/auth/login', { body: aLoginAnswer({ requiresPasswordChange: true }) })
      .on('POST /api/auth/change-password', { body: aLoginAnswer({ requiresTwoFactorSetup: true }) })
      .on('POST /api/auth/setup-2fa', {
        body: { qrCodeUrl: 'data:,', qrCodeImageUrl: '/qr', secret: 'ABCD' },
      });
    const user = openApp();
    await enterPassword(user);
    await user.type(await screen.findByLabelText('Current password'), 'right horse');
    await user.type(screen.getByLabelText('New password'), 'battery staple');
    await user.type(screen.getByLabelText('Confirm new password'), 'battery staple');
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
    expect(await screen.findByRole('heading', { name: 'Set Up Two-Factor Authentication' })).toBeVisible();
    expect(server.requestsTo('POST /api/auth/change-password')[0]?.body).toEqual({
      currentPassword: 'right horse',
      newPassword: 'battery staple',
    });
  });
});

describe('sign-in after a two-factor reset', () => {
  it('the sign-in asks for the activation code from the admin and sends it with the password [finding E 4]', async () => {
    const server = aSignedInServer()
      .on('GET /api/auth/user', { status: 401 })
      .on('POST /api/auth/login', ({ body }) =>
        (body as { twoFactorCode?: string }).twoFactorCode === undefined
          ? { body: aLoginAnswer({ requiresActivationCode: true }) }
          : { body: aLoginAnswer({ requiresPasswordChange: true }) },
      );
    const user = openApp();
    await enterPassword(user);
    expect(await screen.findByText(/An admin has reset your two-factor authentication/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use a recovery code' })).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('Activation code'), '7K2MA-94XQT');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByLabelText('Current password')).toBeVisible();
    expect(server.requestsTo('POST /api/auth/login')[1]?.body).toMatchObject({ twoFactorCode: '7K2MA-94XQT' });
  });
});
