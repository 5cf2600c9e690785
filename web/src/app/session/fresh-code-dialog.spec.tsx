import { screen, waitFor, within } from '@testing-library/react';
import { aStaffUser } from '../../testing/api-core-fixtures.ts';
import type { Answer, FakeServer } from '../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const REFUSED: Answer = {
  status: 403,
  body: 'Confirm this action with a code from your authenticator app.',
  headers: { 'X-Error-Code': 'fresh_code_required' },
};

/** Refuses the unlock until the code 123456 was sent. */
function aServerThatWantsACode(): FakeServer {
  let isFresh = false;
  return aSignedInServer()
    .on('GET /api/users', listAnswer([aStaffUser({ id: 2, username: 'dana', isActive: false })]))
    .on('PUT /api/users/2', () => (isFresh ? { body: aStaffUser() } : REFUSED))
    .on('POST /api/auth/fresh-code', ({ body }) => {
      isFresh = (body as { twoFactorCode: string }).twoFactorCode === '123456';
      return isFresh ? { body: {} } : { status: 422, body: 'Invalid authenticator code.' };
    });
}

async function activate() {
  const user = openApp('/user-management');
  await user.click(await screen.findByRole('button', { name: 'Actions for dana' }));
  await user.click(await screen.findByText('Activate'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm with a code' }));
  return { user, dialog };
}

describe('fresh code', () => {
  it('an admin action that needs a code asks for it and is then repeated [finding E 4]', async () => {
    const server = aServerThatWantsACode();
    const { user, dialog } = await activate();
    await waitFor(() => expect(dialog.getByLabelText('Authenticator code')).toHaveFocus());
    await user.type(dialog.getByLabelText('Authenticator code'), '123456');
    expect(await screen.findByText('User updated successfully')).toBeVisible();
    expect(server.requestsTo('PUT /api/users/2').map(({ body }) => body)).toEqual([
      { isActive: true },
      { isActive: true },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('a wrong code is explained, and another can be entered', async () => {
    const server = aServerThatWantsACode();
    const { user, dialog } = await activate();
    await user.type(dialog.getByLabelText('Authenticator code'), '000000');
    expect(await dialog.findByText('Invalid authenticator code.')).toBeVisible();
    expect(dialog.getByLabelText('Authenticator code')).toHaveValue('');
    expect(server.requestsTo('PUT /api/users/2')).toHaveLength(1);
    await user.type(dialog.getByLabelText('Authenticator code'), '123456');
    expect(await screen.findByText('User updated successfully')).toBeVisible();
  });

  it('a canceled code changes nothing and is not shown as an error', async () => {
    const server = aServerThatWantsACode();
    const { user, dialog } = await activate();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.queryByText('Failed to update user')).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(server.requestsTo('PUT /api/users/2')).toHaveLength(1);
  });

  it('a recovery code can be used instead of the authenticator app, and an incomplete code is not sent', async () => {
    const server = aServerThatWantsACode();
    const { user, dialog } = await activate();
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(dialog.getByText('Code must be 6 digits')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Use a recovery code' }));
    await user.type(dialog.getByLabelText('Recovery code'), ' 7K2MA-94XQT ');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() =>
      expect(server.requestsTo('POST /api/auth/fresh-code')).toMatchObject([
        { body: { twoFactorCode: '7K2MA-94XQT' } },
      ]),
    );
  });
});

describe('an action that a second admin must approve', () => {
  it('says that it waits, and is not shown as an error', async () => {
    aSignedInServer()
      .on('GET /api/users', listAnswer([aStaffUser({ id: 2, username: 'dana', isActive: false })]))
      .on('PUT /api/users/2', { status: 202, body: {}, headers: { 'X-Approval-Requested': '5' } });
    const user = openApp('/user-management');
    await user.click(await screen.findByRole('button', { name: 'Actions for dana' }));
    await user.click(await screen.findByText('Activate'));
    expect(await screen.findByText('Waiting for Approval')).toBeVisible();
    expect(screen.getByText('Another admin must approve this under Settings › Security.')).toBeVisible();
    expect(screen.queryByText('User updated successfully')).not.toBeInTheDocument();
  });
});
