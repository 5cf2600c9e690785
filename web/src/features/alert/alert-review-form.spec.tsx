import { act, screen, within } from '@testing-library/react';
import { aLoginAnswer, anAlertDetail, aUser } from '../../testing/api-core-fixtures.ts';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import { heldAnswer } from '../../testing/fake-server.ts';
import { openApp } from '../../testing/open-app.tsx';
import { anAlertReviewServer, REVIEW } from './testing/alert-drawer-fixtures.ts';

const ALERT = 'GET /api/unusual-activities/7';

async function openAlert() {
  const user = openApp('/import?alert=7');
  return { user, review: within(await screen.findByRole('region', { name: 'Review' })) };
}

describe('review form', () => {
  it('reviewing an alert saves an outcome and a note, and shows the decision', async () => {
    const server = anAlertReviewServer();
    const { user, review } = await openAlert();
    await user.click(review.getByRole('radio', { name: 'Suspicious' }));
    expect(review.getByText(/^A suspicious activity report may be due/)).toBeVisible();
    await user.type(review.getByLabelText('Note'), '  Unexplained cash ');
    await user.click(review.getByRole('button', { name: 'Mark Reviewed' }));
    expect(await screen.findByText('The unusual activity has been marked as reviewed.')).toBeVisible();
    expect(review.getByText(/by admin on Nov 20, 2026 09:30/)).toHaveTextContent('Suspicious');
    expect(review.getByText('Unexplained cash')).toBeVisible();
    expect(server.requestsTo(REVIEW).map(({ body }) => body)).toEqual([
      { outcome: 'suspicious', note: 'Unexplained cash' },
    ]);
    expect(screen.queryByText('Your note was not saved:')).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Review' })).toHaveFocus();
  });

  it('an alert can be reviewed without an outcome', async () => {
    const server = anAlertReviewServer();
    const { user, review } = await openAlert();
    await user.click(review.getByRole('button', { name: 'Mark Reviewed' }));
    expect(await review.findByText(/by admin on/)).toBeVisible();
    expect(server.requestsTo(REVIEW)[0]?.body).toBeUndefined();
  });

  it('a double click on Mark Reviewed sends one request', async () => {
    const answer = heldAnswer({ body: anAlertDetail({ reviewed: true }) });
    const server = anAlertReviewServer().on(REVIEW, answer.respond);
    const { user, review } = await openAlert();
    await user.dblClick(review.getByRole('button', { name: 'Mark Reviewed' }));
    await user.keyboard('{Control>}{Enter}{Enter}{/Control}');
    expect(review.getByRole('button', { name: 'Reviewing...' })).toBeDisabled();
    answer.release();
    await screen.findByText('Activity Reviewed');
    expect(server.requestsTo(REVIEW)).toHaveLength(1);
  });

  it('the review form shows the decision of a colleague who was first and keeps the unsaved note', async () => {
    const server = anAlertReviewServer().on(REVIEW, {
      status: 409,
      body: 'This alert was already reviewed by lena. Nothing was changed.',
    });
    const { user, review } = await openAlert();
    await user.type(review.getByLabelText('Note'), 'Called the member');
    const lenas = { reviewed: true, reviewedBy: 'lena', reviewOutcome: 'explained' } as const;
    server.on(ALERT, { body: anAlertDetail(lenas) });
    await user.click(review.getByRole('button', { name: 'Mark Reviewed' }));
    expect(await screen.findByText('This alert was already reviewed by lena. Nothing was changed.')).toBeVisible();
    expect(await review.findByText(/by lena/)).toHaveTextContent('Explained');
    expect(review.getByText('Called the member')).toBeVisible();
    await user.click(review.getByRole('button', { name: 'Discard note' }));
    expect(review.queryByText('Called the member')).not.toBeInTheDocument();
  });

  it('the review form keeps the note when the server fails', async () => {
    anAlertReviewServer().on(REVIEW, { status: 503, body: 'Service unavailable.' });
    const { user, review } = await openAlert();
    await user.type(review.getByLabelText('Note'), 'Seen');
    await user.click(review.getByRole('button', { name: 'Mark Reviewed' }));
    expect(await screen.findByText('Service unavailable.')).toBeVisible();
    expect(review.getByLabelText('Note')).toHaveValue('Seen');
    expect(await review.findByRole('button', { name: 'Mark Reviewed' })).toBeEnabled();
  });

  it('the review form shows a notice when the open alert no longer exists', async () => {
    const server = anAlertReviewServer();
    await openAlert();
    server.on(ALERT, { status: 404, body: 'No alert has this number.' });
    act(() => FakeEventSource.emit({ type: 'alerts.changed', alerts: 1 }));
    expect(await screen.findByText(/^This alert no longer exists/)).toBeVisible();
  });
});

describe('unsaved review', () => {
  const write = async () => {
    const { user, review } = await openAlert();
    await user.click(review.getByRole('radio', { name: 'Explained' }));
    await user.type(review.getByLabelText('Note'), 'Half a sen');
    return { user, review };
  };

  it('an unsaved review is stored in the browser session until it is saved', async () => {
    anAlertReviewServer();
    const { user, review } = await write();
    const stored = sessionStorage.getItem('clearwatch.draft.alert.7');
    expect(stored).toBe('{"outcome":"explained","note":"Half a sen"}');
    await user.click(review.getByRole('button', { name: 'Mark Reviewed' }));
    await screen.findByText('Activity Reviewed');
    expect(sessionStorage).toHaveLength(0);
  });

  it('an unsaved review is restored into the form', async () => {
    sessionStorage.setItem('clearwatch.draft.alert.7', '{"outcome":"explained","note":"Half a sen"}');
    anAlertReviewServer();
    const { review } = await openAlert();
    expect(review.getByRole('radio', { name: 'Explained' })).toBeChecked();
    expect(review.getByLabelText('Note')).toHaveValue('Half a sen');
  });

  it.each(['no json', '{"outcome":"guilty","note":7}', 'null'])(
    'an unsaved review is ignored when malformed: %s',
    async (text) => {
      sessionStorage.setItem('clearwatch.draft.alert.7', text);
      anAlertReviewServer();
      const { review } = await openAlert();
      expect(review.getByLabelText('Note')).toHaveValue('');
      for (const radio of review.getAllByRole('radio')) expect(radio).not.toBeChecked();
    },
  );

  it('an unsaved review is restored after a new sign-in when the session ended during the request', async () => {
    const server = anAlertReviewServer()
      .on(REVIEW, { status: 401, body: 'Please sign in.' })
      .on('POST /api/auth/login', { body: aLoginAnswer({ user: aUser() }) });
    const { user, review } = await write();
    await user.click(review.getByRole('button', { name: 'Mark Reviewed' }));
    await user.type(await screen.findByLabelText('Username'), 'admin');
    expect(sessionStorage).toHaveLength(0);
    await user.type(screen.getByLabelText('Password'), 'right horse');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByLabelText('Note')).toHaveValue('Half a sen');
    expect(window.location.search).toContain('alert=7');
    expect(server.requestsTo(REVIEW)).toHaveLength(1);
  });

  it('an unsaved review is discarded when the session ends', async () => {
    const server = anAlertReviewServer();
    await write();
    server.on(ALERT, { status: 401, body: 'Not signed in' });
    act(() => FakeEventSource.emit({ type: 'alerts.changed', alerts: 1 }));
    expect(await screen.findByLabelText('Username')).toBeVisible();
    expect(sessionStorage).toHaveLength(0);
  });
});
