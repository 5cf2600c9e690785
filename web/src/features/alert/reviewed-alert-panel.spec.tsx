import { jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { syncServerClock } from '../../lib/server-clock.ts';
import { anAlertDetail } from '../../testing/api-core-fixtures.ts';
import { openApp } from '../../testing/open-app.tsx';
import { SarDueDate } from './reviewed-alert-panel.tsx';
import { anAlertReviewServer, theDialog } from './testing/alert-drawer-fixtures.ts';

const ALERT = 'GET /api/unusual-activities/7';

async function openAlert() {
  const user = openApp('/import?alert=7');
  return { user, review: within(await screen.findByRole('region', { name: 'Review' })) };
}

describe('reviewed alert', () => {
  const decided = {
    reviewed: true,
    reviewOutcome: 'suspicious',
    reviewedBy: 'lena',
    reviewedAt: new Date(2026, 10, 14, 9, 30).toISOString(),
    history: [
      {
        step: 'assigned',
        at: new Date(2026, 10, 14, 9, 0).toISOString(),
        by: 'lena',
        outcome: null,
        note: null,
      },
      {
        step: 'reviewed',
        at: new Date(2026, 10, 14, 9, 30).toISOString(),
        by: 'lena',
        outcome: 'suspicious',
        note: 'Three branches, one hour',
      },
    ],
  } as const satisfies Parameters<typeof anAlertReviewServer>[0] & object;
  const dayFromNow = (days: number): string => {
    const at = new Date();
    at.setDate(at.getDate() + days);
    const two = (number: number): string => String(number).padStart(2, '0');
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  };

  it.each([
    [22, '22 days left'],
    [1, '1 day left'],
    [0, 'today'],
    [-3, '3 days overdue'],
  ])('a reviewed alert shows the SAR deadline: in %i days', async (days, words) => {
    anAlertReviewServer({ ...decided, history: [...decided.history], sarDueOn: dayFromNow(days) });
    const { user, review } = await openAlert();
    const due = review.getByText(words);
    await user.hover(due);
    expect(await screen.findByText(/12 CFR 748\.1\(d\), 31 CFR 1020\.320/)).toBeInTheDocument();
  });

  it('a reviewed alert shows its history in order', async () => {
    anAlertReviewServer({ ...decided, history: [...decided.history] });
    await openAlert();
    const steps = within(screen.getByRole('list', { name: 'History' })).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Raised Nov 13, 2026/),
      'Assigned lena, Nov 14, 2026 09:00',
      'Reviewed: Suspicious lena, Nov 14, 2026 09:30Three branches, one hour',
    ]);
  });

  it('a reviewed alert can be reopened with a reason [spec 4.5]', async () => {
    const server = anAlertReviewServer({ ...decided, history: [...decided.history] });
    const { user, review } = await openAlert();
    await user.click(review.getByRole('button', { name: 'Reopen' }));
    const dialog = within(await theDialog('Reopen Structuring, Dana Sample'));
    const confirm = dialog.getByRole('button', { name: 'Reopen alert' });
    await user.type(dialog.getByLabelText('Reason'), '   ');
    expect(confirm).toBeDisabled();
    await user.type(dialog.getByLabelText('Reason'), 'New documents ');
    await user.click(confirm);
    expect(await screen.findByText('Alert Reopened')).toBeVisible();
    expect(await review.findByRole('button', { name: 'Mark Reviewed' })).toBeEnabled();
    expect(server.requestsTo('POST /api/unusual-activities/7/reopen')[0]?.body).toEqual({
      reason: 'New documents',
    });
    await waitFor(() => expect(screen.queryByText('Reopen Structuring, Dana Sample')).not.toBeInTheDocument());
  });

  it('a reviewed alert shows its current state when a colleague has already reopened it', async () => {
    const server = anAlertReviewServer({ ...decided, history: [...decided.history] }).on(
      'POST /api/unusual-activities/7/reopen',
      { status: 409, body: 'This alert is already open. Nothing was changed.' },
    );
    const { user, review } = await openAlert();
    await user.click(review.getByRole('button', { name: 'Reopen' }));
    const dialog = within(await theDialog('Reopen Structuring, Dana Sample'));
    await user.type(dialog.getByLabelText('Reason'), 'New documents');
    server.on(ALERT, { body: anAlertDetail() });
    await user.click(dialog.getByRole('button', { name: 'Reopen alert' }));
    expect(await screen.findByText('This alert is already open. Nothing was changed.')).toBeVisible();
    expect(await review.findByRole('button', { name: 'Mark Reviewed' })).toBeEnabled();
  });

  it('a reopened alert shows the previous decision in its history', async () => {
    const reopened = { step: 'reopened', by: 'omar', outcome: 'suspicious', note: 'New documents' } as const;
    const at = new Date(2026, 10, 15, 10, 0).toISOString();
    anAlertReviewServer({ history: [...decided.history, { ...reopened, at }] });
    await openAlert();
    const steps = within(screen.getByRole('list', { name: 'History' })).getAllByRole('listitem');
    expect(steps.at(-1)).toHaveTextContent('Reopened (was Suspicious) omar, Nov 15, 2026 10:00New documents');
  });
});

const HOUR = 60 * 60_000;
/** Local time; November 20, 2026 is a Friday. */
const atHour = (hour: number): number => new Date(2026, 10, 20, hour).getTime();

/** The server clock is right; the browser clock is `isFastBy` hours ahead. */
function aClock({ now, isFastBy }: { now: number; isFastBy: number }): void {
  jest.useFakeTimers({ now: now + isFastBy * HOUR });
  syncServerClock(new Date(now).toUTCString());
}

describe('SAR deadline', () => {
  afterEach(() => {
    syncServerClock(new Date().toUTCString());
    jest.useRealTimers();
  });

  it.each([
    { isFastBy: 2, hour: 23, words: 'today' },
    { isFastBy: -2, hour: 1, words: 'today' },
    { isFastBy: 2, hour: 24, words: '1 day overdue' },
    { isFastBy: -2, hour: 24, words: '1 day overdue' },
    { isFastBy: 2, hour: -1, words: '1 day left' },
    { isFastBy: 0, hour: 12, words: 'today' },
  ])('the SAR deadline uses the server day: $words at $hour:00 with the browser $isFastBy hours fast', (at) => {
    aClock({ now: atHour(at.hour), isFastBy: at.isFastBy });
    render(<SarDueDate dueOn="2026-11-20" />);
    expect(screen.getByText(at.words)).toBeVisible();
  });

  it('the SAR deadline counts weekends: a SAR due on Sunday does not move to Monday', () => {
    aClock({ now: atHour(12), isFastBy: 0 });
    render(<SarDueDate dueOn="2026-11-22" />);
    expect(screen.getByText('2 days left')).toBeVisible();
  });

  it('the SAR deadline updates at midnight', () => {
    aClock({ now: atHour(24) - 10_000, isFastBy: -2 });
    render(<SarDueDate dueOn="2026-11-20" />);
    expect(screen.getByText('today')).toBeVisible();
    act(() => {
      jest.advanceTimersByTime(15_000);
    });
    expect(screen.getByText('1 day overdue')).toBeVisible();
  });
});
