import { act, screen, waitFor, within } from '@testing-library/react';
import { anAlert, anAlertDetail } from '../../testing/api-core-fixtures.ts';
import { heldAnswer } from '../../testing/fake-server.ts';
import { listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { formatBulkReview } from './alert-bulk-review.tsx';
import { aFraudServer } from './testing/fraud-screen-fixtures.ts';

const REVIEW = 'PATCH /api/unusual-activities/7/review';
const BULK = 'POST /api/unusual-activities/bulk-review';
const done = { reviewed: 2, alreadyReviewed: 0, locked: 0, missing: 0 };

const alertsOf = (...names: string[]) => names.map((memberName, index) => anAlert({ id: 7 + index, memberName }));
const link = (name: string) => screen.findByRole('link', { name: `Structuring, ${name}` });
const box = (name: string) => screen.findByRole('checkbox', { name: `Select Structuring, ${name}` });

describe('single review', () => {
  it('marking an alert reviewed shows progress and success, and moves the focus to the next alert [spec 2.13.11, 8.10]', async () => {
    const answer = heldAnswer({ body: anAlert({ reviewed: true }) });
    const server = aFraudServer(alertsOf('Dana', 'Eve')).on(REVIEW, answer.respond);
    const user = openApp('/fraud');
    const button = await screen.findByRole('button', { name: 'Mark Reviewed Structuring, Dana' });
    await user.click(button);
    expect(await screen.findByRole('button', { name: 'Reviewing... Structuring, Dana' })).toBeDisabled();
    const [, eve] = alertsOf('Dana', 'Eve');
    const dana = anAlert({ memberName: 'Dana', reviewed: true });
    server.on('GET /api/unusual-activities', listAnswer([eve, dana]));
    answer.release();
    expect(await screen.findByText('Activity Reviewed')).toBeVisible();
    expect(screen.getByText('The unusual activity has been marked as reviewed.')).toBeVisible();
    expect(server.requestsTo(REVIEW)[0]?.body).toBeUndefined();
    await waitFor(async () => expect(await link('Eve')).toHaveFocus());
  });

  it.each([
    [409, 'omar is working on this alert.', 'omar is working on this alert.'],
    [503, 'Service unavailable.', 'Service unavailable.'],
  ])('marking an alert reviewed shows why it failed: %i [spec 8.10]', async (status, body, words) => {
    aFraudServer().on(REVIEW, { status, body });
    const user = openApp('/fraud');
    await user.click(await screen.findByRole('button', { name: /^Mark Reviewed/ }));
    expect(await screen.findByText('Review Failed')).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Mark Reviewed/ })).toBeEnabled();
  });
});

describe('bulk review', () => {
  it('a bulk review saves one outcome and note for the selected alerts', async () => {
    const server = aFraudServer(alertsOf('Dana', 'Eve', 'Finn')).on(BULK, { body: done });
    const user = openApp('/fraud');
    await user.click(await box('Dana'));
    await user.click(await box('Finn'));
    expect(screen.getByText('2 alerts selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Review 2 alerts' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Review 2 alerts' }));
    const confirm = dialog.getByRole('button', { name: 'Review 2 alerts' });
    expect(confirm).toBeDisabled();
    await user.click(dialog.getByRole('radio', { name: 'False positive' }));
    expect(dialog.getByText(/Counts toward its false-positive rate/)).toBeVisible();
    await user.type(dialog.getByLabelText('Note (optional)'), '  Seasonal  ');
    await user.click(confirm);
    expect(await screen.findByText('Activities Reviewed')).toBeVisible();
    expect(screen.getByText('2 alerts marked as reviewed.')).toBeVisible();
    expect(server.requestsTo(BULK)[0]?.body).toEqual({
      ids: [7, 9],
      outcome: 'false_positive',
      note: 'Seasonal',
    });
    await waitFor(() => expect(screen.queryByText(/selected$/)).not.toBeInTheDocument());
  });

  it('the bulk review dialog stays open to report skipped alerts', async () => {
    const answer = { reviewed: 1, alreadyReviewed: 1, locked: 2, missing: 1 };
    aFraudServer().on(BULK, { body: answer });
    const user = openApp('/fraud');
    await user.click(await box('Dana Sample'));
    await user.click(screen.getByRole('button', { name: 'Review 1 alert' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Review 1 alert' }));
    await user.click(dialog.getByRole('radio', { name: 'Explained' }));
    await user.click(dialog.getByRole('button', { name: 'Review 1 alert' }));
    const result = await screen.findByRole('dialog', { name: 'Some alerts were skipped' });
    expect(result).toHaveTextContent(
      '1 alert marked as reviewed. Skipped: 1 already reviewed, 2 locked by a colleague, 1 deleted.',
    );
    await user.click(within(result).getByText('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('the bulk review dialog keeps the input after a failure', async () => {
    aFraudServer().on(BULK, { status: 503, body: 'Service unavailable.' });
    const user = openApp('/fraud');
    await user.click(await box('Dana Sample'));
    await user.click(screen.getByRole('button', { name: 'Review 1 alert' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('radio', { name: 'Escalated' }));
    await user.click(dialog.getByRole('button', { name: 'Review 1 alert' }));
    expect(await screen.findByText('Review Failed')).toBeVisible();
    expect(dialog.getByRole('radio', { name: 'Escalated' })).toBeChecked();
  });

  it('users can select the page or all matching alerts, but no reviewed ones', async () => {
    const page = [...alertsOf('Dana', 'Eve'), anAlert({ id: 30, memberName: 'Done', reviewed: true })];
    const server = aFraudServer(page, 60);
    const user = openApp('/fraud?assignee=me');
    await user.click(await screen.findByRole('button', { name: 'Select these 2' }));
    expect(screen.getByText('2 alerts selected')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: /Done/ })).not.toBeInTheDocument();
    const many = Array.from({ length: 57 }, (_, id) => anAlert({ id: id + 7 }));
    server.on(
      'GET /api/unusual-activities?reviewed=false&assignee=me&sort=worklist&page=1&pageSize=500',
      listAnswer(many),
    );
    await user.click(screen.getByRole('button', { name: /^Select all unreviewed matches/ }));
    expect(await screen.findByText('57 alerts selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
  });

  it('the selection of alerts is cleared when the list changes', async () => {
    aFraudServer();
    const user = openApp('/fraud');
    await user.click(await box('Dana Sample'));
    await user.click(screen.getByRole('tab', { name: 'Unreviewed' }));
    expect(await box('Dana Sample')).not.toBeChecked();
  });

  it('the result of a bulk review reports skipped alerts only where the count is not zero', () => {
    expect(formatBulkReview(done)).toBe('2 alerts marked as reviewed.');
    expect(formatBulkReview({ reviewed: 0, alreadyReviewed: 0, locked: 1_200, missing: 0 })).toBe(
      '0 alerts marked as reviewed. Skipped: 1,200 locked by a colleague.',
    );
  });
});

describe('Take next', () => {
  it('Take next opens the next alert', async () => {
    aFraudServer()
      .on('POST /api/unusual-activities/next', { body: { id: 7 } })
      .on('GET /api/unusual-activities/7', { body: anAlertDetail() });
    const user = openApp('/fraud?tab=unreviewed');
    await user.click(await screen.findByRole('button', { name: 'Take next' }));
    await waitFor(() => expect(window.location.search).toBe('?tab=unreviewed&alert=7'));
  });

  it('Take next reports that no alert is waiting', async () => {
    aFraudServer().on('POST /api/unusual-activities/next', { body: { id: null } });
    const user = openApp('/fraud');
    await user.click(await screen.findByRole('button', { name: 'Take next' }));
    expect(await screen.findByText('Every alert has been reviewed or assigned to a colleague.')).toBeVisible();
  });

  it('Take next shows a failure', async () => {
    aFraudServer().on('POST /api/unusual-activities/next', { status: 503, body: 'Service unavailable.' });
    const user = openApp('/fraud');
    await user.click(await screen.findByRole('button', { name: 'Take next' }));
    expect(await screen.findByText('No Alert Taken')).toBeVisible();
  });
});

describe('shortcuts', () => {
  it('j and k move between alert cards, as do the arrow keys from a focused card', async () => {
    aFraudServer(alertsOf('Dana', 'Eve', 'Finn'));
    const user = openApp('/fraud');
    await link('Dana');
    await user.keyboard('{ArrowDown}');
    expect(await link('Dana')).not.toHaveFocus();
    await user.keyboard('j');
    expect(await link('Dana')).toHaveFocus();
    await user.keyboard('j{ArrowDown}');
    expect(await link('Finn')).toHaveFocus();
    await user.keyboard('j');
    expect(await link('Finn')).toHaveFocus();
    await user.keyboard('k{ArrowUp}k');
    expect(await link('Dana')).toHaveFocus();
  });

  it('Enter opens an alert card, x selects it and r reviews it', async () => {
    const server = aFraudServer(alertsOf('Dana', 'Eve'))
      .on(REVIEW, { body: anAlert({ reviewed: true }) })
      .on('GET /api/unusual-activities/7', { body: anAlertDetail() });
    const user = openApp('/fraud');
    await link('Dana');
    await user.keyboard('jx');
    expect(await box('Dana')).toBeChecked();
    await user.keyboard('x');
    expect(await box('Dana')).not.toBeChecked();
    await user.keyboard('r');
    const dialog = within(await screen.findByRole('dialog', { name: 'Review Structuring, Dana' }));
    await waitFor(() => expect(dialog.getByRole('radio', { name: 'False positive' })).toHaveFocus());
    await user.click(dialog.getByRole('radio', { name: 'Suspicious' }));
    await user.click(dialog.getByRole('button', { name: 'Review alert' }));
    await screen.findByText('The unusual activity has been marked as reviewed.');
    expect(server.requestsTo(REVIEW)[0]?.body).toEqual({ outcome: 'suspicious' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(async () => expect(await link('Dana')).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(window.location.search).toBe('?alert=7'));
  });

  it('j and k continue from the alert card that contains the focus', async () => {
    aFraudServer(alertsOf('Dana', 'Eve', 'Finn'));
    const user = openApp('/fraud');
    const inside = await screen.findByRole('link', { name: 'Transaction 9001 for Structuring, Eve' });
    act(() => inside.focus());
    await user.keyboard('{ArrowDown}');
    expect(inside).toHaveFocus();
    await user.keyboard('j');
    expect(await link('Finn')).toHaveFocus();
    act(() => inside.focus());
    await user.keyboard('k');
    expect(await link('Dana')).toHaveFocus();
  });

  it('the r key reviews the selected alerts from any card', async () => {
    aFraudServer(alertsOf('Dana', 'Eve'));
    const user = openApp('/fraud');
    await link('Dana');
    await user.keyboard('jxjxkr');
    expect(await screen.findByRole('dialog', { name: 'Review 2 alerts' })).toBeInTheDocument();
  });

  it('alert list shortcuts are inactive while typing, in a dialog, with Ctrl and on a reviewed alert', async () => {
    aFraudServer([anAlert({ reviewed: true })]);
    const user = openApp('/fraud');
    const card = await link('Dana Sample');
    await user.type(screen.getByLabelText('Search alerts'), 'jrx');
    expect(card).not.toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'User Guide' }));
    await screen.findByRole('dialog');
    await user.keyboard('j');
    expect(card).not.toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('{Control>}j{/Control}');
    expect(card).not.toHaveFocus();
    act(() => card.focus());
    await user.keyboard('xr');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
  });

  it('alert list shortcuts are listed and can be turned off permanently', async () => {
    aFraudServer();
    const user = openApp('/fraud');
    const card = await link('Dana Sample');
    expect(screen.getByText('previous')).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'Keyboard shortcuts' }));
    await user.keyboard('j');
    expect(card).not.toHaveFocus();
    expect(localStorage.getItem('clearwatch.alert-keys')).toBe('off');
    expect(screen.queryByText('previous')).not.toBeInTheDocument();
  });
});

// cspell:ignore jxjxkr
