import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import { openApp } from '../../testing/open-app.tsx';
import { aBacktest, aPolicy, aPolicyWith, aSettingsServer } from './testing/settings-fixtures.ts';

const NEAR_LINE = 'Structuring: credits just below the line';
const POST = 'POST /api/detection/policy';

/** Changes `nearLineCount`. */
async function change(user: UserEvent, typed: string): Promise<void> {
  const card = await screen.findByRole('article', { name: 'Structuring' });
  await user.click(within(card).getByRole('button', { name: 'Structuring' }));
  const field = await screen.findByRole('textbox', { name: NEAR_LINE });
  await user.clear(field);
  await user.type(field, typed);
}

async function save(user: UserEvent, reason = 'Too many of them'): Promise<HTMLElement> {
  await user.click(screen.getByRole('button', { name: 'Save Settings' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save the detection policy' });
  if (reason !== '') await user.type(within(dialog).getByRole('textbox', { name: /^Why/ }), reason);
  return dialog;
}

const press = (user: UserEvent, dialog: HTMLElement) =>
  user.click(within(dialog).getByRole('button', { name: 'Save Settings' }));

describe('save policy dialog', () => {
  it('saving the policy shows the changes, requires a reason and links to the full analysis [spec 2.16.3, 2.16.4]', async () => {
    const saved = aPolicyWith(5, { version: 4 });
    const server = aSettingsServer().on(POST, { body: saved });
    const user = openApp('/settings');
    await change(user, '5');
    const dialog = await save(user, '');
    expect(dialog).toHaveTextContent('These values have not been backtested.');
    expect(within(dialog).getByRole('listitem')).toHaveTextContent(`${NEAR_LINE}: 3 →becomes 5`);
    expect(within(dialog).getByRole('button', { name: 'Save Settings' })).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox', { name: /^Why/ }), ' Too many of them ');
    server.on('GET /api/detection/policy', { body: saved });
    await press(user, dialog);
    expect(await screen.findByText('Settings Saved')).toBeVisible();
    expect(server.requestsTo(POST)[0]?.body).toMatchObject({
      basedOn: 3,
      reason: 'Too many of them',
      parameters: { structuring: { nearLineCount: 5 } },
    });
    expect(await screen.findByText('Version 4 is in force')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Run Full Analysis' })).toHaveAttribute('href', '/fraud');
    await waitFor(() => expect(screen.queryByText(/unsaved change/)).not.toBeInTheDocument());
    expect(screen.getByRole('textbox', { name: NEAR_LINE })).toHaveValue('5');
  });

  it('the save policy dialog and its reason are kept after a reload', async () => {
    aSettingsServer();
    const user = openApp('/settings');
    await change(user, '5');
    await save(user);
    expect(window.location.search).toBe('?open=structuring&dialog=save-policy');
    cleanup();
    openApp('/settings?open=structuring&dialog=save-policy');
    const dialog = await screen.findByRole('dialog', { name: 'Save the detection policy' });
    expect(dialog).toHaveTextContent(`${NEAR_LINE}: 3 →becomes 5`);
    expect(within(dialog).getByRole('textbox', { name: /^Why/ })).toHaveValue('Too many of them');
  });

  it('the save policy dialog shows the result of a backtest with the same values', async () => {
    aSettingsServer()
      .on('POST /api/detection/tryouts', { status: 201, body: aBacktest() })
      .on('GET /api/detection/tryouts/40', { body: aBacktest() });
    const user = openApp('/settings');
    await change(user, '5');
    await user.click(screen.getByRole('button', { name: 'Run backtest' }));
    await screen.findByText(/1 added, 4 removed/);
    expect(await save(user)).toHaveTextContent('Backtest: 9 alerts instead of 12 under version 3');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.type(screen.getByRole('textbox', { name: NEAR_LINE }), '0');
    expect(await save(user, '')).toHaveTextContent('The last backtest used other values.');
  });

  it('saving the policy closes a backtest that compares with the replaced policy', async () => {
    const saved = aPolicyWith(5, { version: 4 });
    const server = aSettingsServer()
      .on('POST /api/detection/tryouts', { status: 201, body: aBacktest() })
      .on('GET /api/detection/tryouts/40', { body: aBacktest() })
      .on(POST, { body: saved });
    const user = openApp('/settings');
    await change(user, '5');
    await user.click(screen.getByRole('button', { name: 'Run backtest' }));
    await screen.findByText(/1 added, 4 removed/);
    const dialog = await save(user);
    server.on('GET /api/detection/policy', { body: saved });
    await press(user, dialog);
    await screen.findByText('Version 4 is in force');
    expect(screen.queryByRole('region', { name: 'Backtest' })).not.toBeInTheDocument();
  });

  it('the save policy dialog keeps the reason when it is closed and opened again', async () => {
    aSettingsServer();
    const user = openApp('/settings');
    await change(user, '5');
    await save(user);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const again = await save(user, '');
    expect(within(again).getByRole('textbox', { name: /^Why/ })).toHaveValue('Too many of them');
  });

  it('the save policy dialog shows why saving failed and keeps the reason', async () => {
    aSettingsServer().on(POST, { status: 503, body: 'The database is not available.' });
    const user = openApp('/settings');
    await change(user, '5');
    const dialog = await save(user);
    await press(user, dialog);
    expect(await screen.findByText('Settings Not Saved')).toBeVisible();
    expect(screen.getByText('The database is not available.')).toBeVisible();
    expect(within(dialog).getByRole('textbox', { name: /^Why/ })).toHaveValue('Too many of them');
  });
});

describe('policy conflicts', () => {
  const theirs = aPolicyWith(8, { version: 4, createdBy: 'omar', reason: 'Weekend review' });
  const title = /omar saved version 4 on Nov 2, 2026 09:30/;

  async function collide(typed = '5') {
    const server = aSettingsServer().on(POST, { status: 409, body: 'Version 4 has been saved.' });
    const user = openApp('/settings');
    await change(user, typed);
    await user.click(screen.getByText('High'));
    const dialog = await save(user);
    server.on('GET /api/detection/policy', { body: theirs });
    await press(user, dialog);
    expect(await screen.findByText(title)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    return { server, user };
  }

  it('a policy conflict shows the other version’s author, changes and reason and the number of conflicts', async () => {
    await collide();
    const alert = screen.getByText(title).closest('[role="alert"]');
    expect(alert).toHaveTextContent('Reason: Weekend review. Your 2 changes are based on version 3.');
    expect(alert).toHaveTextContent(`${NEAR_LINE}: 3 →becomes 8`);
    expect(alert).toHaveTextContent('You changed 1 of these to a different value.');
    expect(screen.getByRole('button', { name: 'Save Settings' })).toBeDisabled();
  });

  it('a policy conflict lets the user keep their changes on top of the new version', async () => {
    const { server, user } = await collide();
    await user.click(screen.getByRole('button', { name: 'Reload and keep my changes' }));
    expect(screen.queryByText(title)).not.toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: NEAR_LINE })).toHaveValue('5');
    server.on(POST, { body: aPolicyWith(5, { version: 5, sensitivity: 'high' }) });
    const dialog = await save(user, '');
    expect(within(dialog).getByRole('textbox', { name: /^Why/ })).toHaveValue('Too many of them');
    await press(user, dialog);
    await screen.findByText('Settings Saved');
    expect(server.requestsTo(POST).at(-1)?.body).toMatchObject({ basedOn: 4, sensitivity: 'high' });
  });

  it('a policy conflict lets the user discard their changes', async () => {
    const { user } = await collide();
    await user.click(screen.getByRole('button', { name: 'Reload and discard my changes' }));
    expect(screen.getByRole('textbox', { name: NEAR_LINE })).toHaveValue('8');
    expect(screen.queryByText(/unsaved change/)).not.toBeInTheDocument();
  });

  it('a policy conflict does not appear when there are no unsaved changes', async () => {
    const server = aSettingsServer(aPolicy());
    openApp('/settings');
    await screen.findByRole('article', { name: 'Structuring' });
    server.on('GET /api/detection/policy', { body: theirs });
    // After a gap in the event stream, all queries are refetched.
    act(() => FakeEventSource.fail());
    expect(await screen.findByText(/by omar: Weekend review/)).toBeVisible();
    expect(screen.queryByText(title)).not.toBeInTheDocument();
  });
});
