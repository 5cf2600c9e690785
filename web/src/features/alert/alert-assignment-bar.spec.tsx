import { jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { syncServerClock } from '../../lib/server-clock.ts';
import { anAlertDetail, aUser } from '../../testing/api-core-fixtures.ts';
import { openApp } from '../../testing/open-app.tsx';
import {
  ASSIGNMENT,
  anAlertReviewServer,
  assignedToLena,
  inMinutes,
  theDialog,
} from './testing/alert-drawer-fixtures.ts';

const ALERT = 'GET /api/unusual-activities/7';
const ANALYST = { id: 3, username: 'omar', role: 'User' } as const;

async function openAlert() {
  const user = openApp('/import?alert=7');
  return { user, review: within(await screen.findByRole('region', { name: 'Review' })) };
}
const timeOf = (iso: string): string =>
  new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(iso));

describe('assignment', () => {
  it('an alert is assigned to the user when they start typing, not when they open it', async () => {
    const server = anAlertReviewServer();
    const { user, review } = await openAlert();
    expect(review.getByText('Not assigned.')).toBeVisible();
    expect(server.requestsTo(`PUT ${ASSIGNMENT}`)).toHaveLength(0);
    await user.type(review.getByLabelText('Note'), 'Seen');
    expect(await review.findByText(/^Locked by you until \d\d:\d\d\.$/)).toBeVisible();
    expect(review.getByLabelText('Note')).toHaveValue('Seen');
    expect(server.requestsTo(`PUT ${ASSIGNMENT}`)).toHaveLength(1);
  });

  it('an alert can be taken and released with buttons', async () => {
    anAlertReviewServer();
    const { user, review } = await openAlert();
    await user.click(review.getByRole('button', { name: 'Take' }));
    await user.click(await review.findByRole('button', { name: 'Release' }));
    expect(await review.findByText('Not assigned.')).toBeVisible();
  });

  it('an assigned alert shows the assignee and the end of the lock, and other users cannot review it', async () => {
    const assigned = assignedToLena();
    anAlertReviewServer(assigned, ANALYST);
    const { review } = await openAlert();
    expect(review.getByText(`Locked by lena until ${timeOf(assigned.lockedUntil ?? '')}.`)).toBeVisible();
    expect(review.getByRole('button', { name: 'Mark Reviewed' })).toBeDisabled();
    expect(review.getByLabelText('Note')).toBeDisabled();
    expect(review.getByRole('radio', { name: 'Explained' })).toBeDisabled();
    expect(review.queryByRole('button', { name: /^Take/ })).not.toBeInTheDocument();
  });

  it('an admin can take over an assigned alert after a confirmation', async () => {
    const server = anAlertReviewServer(assignedToLena());
    const { user, review } = await openAlert();
    await user.click(review.getByRole('button', { name: 'Take over' }));
    const question = within(await theDialog('Take over this alert?'));
    expect(server.requestsTo(`PUT ${ASSIGNMENT}`)).toHaveLength(0);
    await user.click(question.getByRole('button', { name: 'Take over' }));
    expect(await review.findByText(/^Locked by you/)).toBeVisible();
    expect(review.getByRole('button', { name: 'Mark Reviewed' })).toBeEnabled();
  });

  it('an alert keeps its assignee when the lock expires, but another user can review it', async () => {
    anAlertReviewServer(assignedToLena({ lockedUntil: inMinutes(-1) }), ANALYST);
    const { user, review } = await openAlert();
    expect(review.getByText('Assigned to lena.')).toBeVisible();
    await user.click(review.getByRole('radio', { name: 'Explained' }));
    expect(await review.findByText(/^Locked by you/)).toBeVisible();
  });

  it('a rejected assignment is reported once, not on every keystroke', async () => {
    const server = anAlertReviewServer({}, ANALYST).on(`PUT ${ASSIGNMENT}`, {
      status: 409,
      body: 'lena is working on this alert. Nothing was changed.',
    });
    const { user, review } = await openAlert();
    await user.type(review.getByLabelText('Note'), 'Seen');
    expect(await screen.findByText('Alert Not Taken')).toBeVisible();
    expect(server.requestsTo(`PUT ${ASSIGNMENT}`)).toHaveLength(1);
  });

  it('an alert reloads when another user has taken it', async () => {
    const server = anAlertReviewServer({}, ANALYST).on(`PUT ${ASSIGNMENT}`, { status: 409, body: 'No.' });
    const { user, review } = await openAlert();
    server.on(ALERT, { body: anAlertDetail(assignedToLena()) });
    await user.click(review.getByRole('button', { name: 'Take' }));
    expect(await review.findByText(/^Locked by lena/)).toBeVisible();
  });
});

describe('lock', () => {
  const MINUTE = 60_000;
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask', 'nextTick', 'performance'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('the lock of an alert is renewed only while the user is active', async () => {
    const mine = { assigneeId: 1, assignee: 'admin', lockedUntil: inMinutes(15) };
    const server = anAlertReviewServer(mine);
    openApp('/import?alert=7');
    await screen.findByText(/^Locked by you/);
    const renewals = () => server.requestsTo(`PUT ${ASSIGNMENT}`).length;
    await pass(4.5 * MINUTE);
    expect(renewals()).toBe(0);
    act(() => void document.body.dispatchEvent(new Event('wheel', { bubbles: true })));
    await pass(0.6 * MINUTE);
    expect(renewals()).toBe(1);
    await pass(20 * MINUTE);
    expect(renewals()).toBe(1);
    expect(screen.getByText('Assigned to you.')).toBeVisible();
  });
});

describe('wrong computer clock', () => {
  const DAY = 24 * 60 * 60_000;
  afterEach(() => syncServerClock(new Date().toUTCString()));

  const openAt = async (skew: number, minutesLeft: number) => {
    const onServer = (minutes: number) => new Date(Date.now() + skew + minutes * 60_000);
    const assigned = { assigneeId: 2, assignee: 'lena', lockedUntil: onServer(minutesLeft).toISOString() };
    anAlertReviewServer(assigned, ANALYST).on('GET /api/auth/user', {
      body: aUser(ANALYST),
      headers: { Date: onServer(0).toUTCString() },
    });
    const { review } = await openAlert();
    return review.findByRole('button', { name: 'Mark Reviewed' });
  };

  it('an alert lock still holds on a computer with a clock that is a day fast', async () => {
    expect(await openAt(-DAY, 10)).toBeDisabled();
  });

  it('an alert lock still ends on a computer with a clock that is a day slow', async () => {
    expect(await openAt(DAY, -1)).toBeEnabled();
  });
});
