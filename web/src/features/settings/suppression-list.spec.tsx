import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { isoDayFromNow, suppressionState } from './suppression-list.tsx';
import { aSettingsServer, aSuppression } from './testing/settings-fixtures.ts';

const GET = 'GET /api/detection/suppressions';
const POST = 'POST /api/detection/suppressions';
const address = '/settings?tab=suppressions';

describe('the state of a suppression', () => {
  it.each([
    ['active', { until: '2026-11-20', liftedAt: null }],
    ['expired', { until: '2026-11-19', liftedAt: null }],
    ['ended', { until: '2026-11-30', liftedAt: '2026-11-10T08:00:00.000Z' }],
  ] as const)('a suppression is %s: %o', (state, suppression) => {
    expect(suppressionState(suppression, '2026-11-20')).toBe(state);
  });

  it.each([
    [new Date(2026, 10, 20, 23, 59), 0, '2026-11-20'],
    [new Date(2026, 10, 30), 3, '2027-02-28'],
    [new Date(2028, 1, 29), 12, '2029-02-28'],
  ])('a suppression counts days in the local time zone: %s and %i months', (now, months, day) => {
    expect(isoDayFromNow(now, months)).toBe(day);
  });
});

describe('suppressions', () => {
  it('the suppression list shows the rule, account, last day and reason', async () => {
    aSettingsServer().on(
      GET,
      listAnswer([
        aSuppression(),
        aSuppression({ id: 5, until: '2026-01-31' }),
        aSuppression({
          id: 4,
          liftedAt: new Date(2026, 10, 4, 10, 0).toISOString(),
          liftedBy: 'omar',
        }),
      ]),
    );
    openApp(address);
    const table = await screen.findByRole('table', { name: 'Suppressions' });
    const [, inForce, expired, ended] = within(table).getAllByRole('row');
    expect(inForce).toHaveTextContent('StructuringTest1 Sampleton');
    expect(inForce).toHaveTextContent('Sells a boat in partslenaNov 2, 2026 09:30Mar 31, 2099ActiveEnd');
    expect(inForce).not.toHaveTextContent('100020003000');
    expect(expired).toHaveTextContent('Expired');
    expect(ended).toHaveTextContent('Ended by omar on Nov 4, 2026 10:00');
    expect(within(table).getAllByRole('button')).toHaveLength(1);
  });

  it('ending a suppression asks for confirmation', async () => {
    const server = aSettingsServer().on('DELETE /api/detection/suppressions/6', {
      body: aSuppression({ liftedAt: '2026-11-20T10:00:00.000Z', liftedBy: 'admin' }),
    });
    const user = openApp(address);
    await user.click(
      await screen.findByRole('button', { name: 'End the Structuring suppression for Test1 Sampleton' }),
    );
    const dialog = await screen.findByRole('dialog', { name: 'End suppression' });
    expect(dialog).toHaveTextContent('Structuring will raise alerts for Test1 Sampleton');
    server.on(GET, listAnswer([]));
    await user.click(within(dialog).getByRole('button', { name: 'End' }));
    expect(await screen.findByText('Suppression Ended')).toBeVisible();
    expect(await screen.findByText('No suppressions.')).toBeVisible();
  });

  it('ending a suppression that another admin ended first shows a message and refetches the list', async () => {
    const server = aSettingsServer().on('DELETE /api/detection/suppressions/6', {
      status: 409,
      body: 'omar has already ended it.',
    });
    const user = openApp(address);
    await user.click(await screen.findByRole('button', { name: /^End the Structuring suppression/ }));
    const before = server.requestsTo(GET).length;
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End' }));
    expect(await screen.findByText('omar has already ended it.')).toBeVisible();
    await waitFor(() => expect(server.requestsTo(GET).length).toBeGreaterThan(before));
  });

  it('a suppression is added for an account and a rule until a given day, with a reason', async () => {
    const server = aSettingsServer().on(POST, { status: 201, body: aSuppression() });
    const user = openApp(address);
    await user.click(await screen.findByRole('button', { name: 'Add suppression' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add suppression' });
    const submit = within(dialog).getByRole('button', { name: 'Add suppression' });
    await user.click(submit);
    // The message appears with a transition.
    await waitFor(() => expect(within(dialog).getByText('Account number is required')).toBeVisible());
    expect(within(dialog).getByText('Rule is required')).toBeVisible();
    expect(within(dialog).getByText('Reason is required')).toBeVisible();
    await user.type(within(dialog).getByRole('textbox', { name: 'Account number' }), ' 100020003000 ');
    await user.type(within(dialog).getByRole('combobox', { name: 'Rule' }), 'weekend');
    await user.click(await screen.findByTitle('Weekend Only'));
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Works at a stadium');
    await user.click(submit);
    expect(await screen.findByText('Suppression Added')).toBeVisible();
    expect(server.requestsTo(POST)[0]?.body).toEqual({
      accountNumber: '100020003000',
      activityType: 'weekend_only',
      until: isoDayFromNow(new Date(), 3),
      reason: 'Works at a stadium',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('the suppression form is kept after a reload and dropped on Cancel', async () => {
    aSettingsServer();
    const user = openApp(address);
    await user.click(await screen.findByRole('button', { name: 'Add suppression' }));
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Works at a stadium');
    expect(window.location.search).toBe('?tab=suppressions&dialog=add-suppression');
    cleanup();
    const again = openApp(`${address}&dialog=add-suppression`);
    const dialog = await screen.findByRole('dialog', { name: 'Add suppression' });
    expect(within(dialog).getByRole('textbox', { name: 'Reason' })).toHaveValue('Works at a stadium');
    await again.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(window.location.search).toBe('?tab=suppressions'));
    expect(sessionStorage).toHaveLength(0);
  });
});

// cspell:ignore partslena
