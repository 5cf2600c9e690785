import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aUser } from '../../testing/api-core-fixtures.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const CODES = Array.from({ length: 10 }, (_, index) => `code-${index}`);

function aServerThatAsksForSetup(): FakeServer {
  return aSignedInServer()
    .on('GET /api/auth/user', { body: aUser({ twoFactorEnabled: false }) })
    .on('POST /api/auth/setup-2fa', {
      body: {
        qrCodeUrl: 'data:image/png;base64,AAAA',
        qrCodeImageUrl: '/api/auth/qr.png',
        secret: 'JBSWY3DPEHPK3PXP',
      },
    })
    .on('POST /api/auth/verify-2fa', { body: { user: aUser(), recoveryCodes: CODES } });
}

const theQrCode = () => screen.findByRole('img', { name: /QR code/ });

describe('two-factor setup', () => {
  it('the two-factor setup explains the steps, is mandatory, and shows the key as text [spec 2.5.1, 2.5.3]', async () => {
    aServerThatAsksForSetup();
    openApp();
    expect(await theQrCode()).toHaveAttribute('src', 'data:image/png;base64,AAAA');
    expect(screen.getByText(/setup is mandatory\. You cannot proceed without it/)).toBeVisible();
    expect(screen.getByText(/Install an authenticator app/)).toBeVisible();
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
  });

  it('the two-factor QR code falls back to the server image, then to the key, and reloads without a new setup [spec 2.5.1, 8.5]', async () => {
    const server = aServerThatAsksForSetup();
    const user = openApp();
    fireEvent.error(await theQrCode());
    expect(await theQrCode()).toHaveAttribute('src', '/api/auth/qr.png');
    fireEvent.error(await theQrCode());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Failed to load QR code.');
    expect(alert).toHaveTextContent('Type the key below into your authenticator app');
    expect(alert).not.toHaveTextContent(/refresh/);
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await theQrCode()).toHaveAttribute('src', 'data:image/png;base64,AAAA');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    // A new setup would replace a key that the user may already have typed.
    expect(server.requestsTo('POST /api/auth/setup-2fa')).toHaveLength(1);
  });

  it('a two-factor setup that cannot start shows an error and can be retried [spec 8.3]', async () => {
    const server = aServerThatAsksForSetup().on('POST /api/auth/setup-2fa', { status: 503 });
    const user = openApp();
    expect(await screen.findByText('Failed to initialize two-factor authentication')).toBeVisible();
    server.on('POST /api/auth/setup-2fa', {
      body: { qrCodeUrl: 'data:,', qrCodeImageUrl: '/qr', secret: 'ABCD' },
    });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await theQrCode()).toBeVisible();
  });

  it('the two-factor setup shows the server message for a wrong code and clears the field for another [spec 8.4]', async () => {
    aServerThatAsksForSetup().on('POST /api/auth/verify-2fa', {
      status: 401,
      body: 'Invalid verification code',
    });
    const user = openApp();
    await theQrCode();
    await user.type(screen.getByLabelText('Verification code'), '000000');
    await user.click(screen.getByRole('button', { name: 'Verify & Complete Setup' }));
    expect(await screen.findByText('Invalid verification code')).toBeVisible();
    expect(screen.getByLabelText('Verification code')).toHaveValue('');
    expect(screen.getByLabelText('Verification code')).toHaveFocus();
  });

  it('the two-factor setup requires six digits [spec 5.2]', async () => {
    const server = aServerThatAsksForSetup();
    const user = openApp();
    await theQrCode();
    await user.type(screen.getByLabelText('Verification code'), '12345');
    await user.click(screen.getByRole('button', { name: 'Verify & Complete Setup' }));
    expect(await screen.findByText('Code must be 6 digits')).toBeVisible();
    expect(server.requestsTo('POST /api/auth/verify-2fa')).toHaveLength(0);
  });

  it('the two-factor setup shows progress, then the recovery codes once, then the dashboard after two seconds [spec 2.5.2, 2.5.4, 9.3]', async () => {
    const answer = heldAnswer({ body: { user: aUser(), recoveryCodes: CODES } });
    const server = aServerThatAsksForSetup().on('POST /api/auth/verify-2fa', answer.respond);
    const user = openApp();
    await theQrCode();
    await user.type(screen.getByLabelText('Verification code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Verify & Complete Setup' }));
    expect(await screen.findByRole('button', { name: 'Verifying...' })).toBeDisabled();
    server.on('GET /api/auth/user', { body: aUser({ username: 'as the server has it' }) });
    answer.release();
    for (const code of CODES) expect(await screen.findByText(code)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { name: 'Setup Complete!' })).toBeVisible();
    expect(screen.getByText(/Two-factor authentication is enabled/)).toBeVisible();
    expect(screen.queryByText('code-0')).not.toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
    // Spec section 4: the current user is refetched.
    await waitFor(() => expect(server.requestsTo('GET /api/auth/user')).toHaveLength(2));
    expect(await screen.findByText('as the server has it')).toBeVisible();
  });
});
