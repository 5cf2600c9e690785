import type { Suppression } from '@clearwatch/contracts/alerts.dto';
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { heldAnswer } from '../../testing/fake-server.ts';
import { listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { anAlertReviewServer, theDialog } from './testing/alert-drawer-fixtures.ts';

const REPLAY = 'GET /api/unusual-activities/7/replay';
const PDF = 'GET /api/unusual-activities/7/evidence.pdf';
const LIST = 'GET /api/detection/suppressions';
const ADD = 'POST /api/detection/suppressions';

async function openAlert() {
  const user = openApp('/import?alert=7');
  await screen.findByRole('region', { name: 'Review' });
  return user;
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('recompute', () => {
  const replay = {
    identical: true,
    summary: 'The rule gives the same result.',
    differences: [],
    policyVersion: 5,
    replayedAt: new Date(2026, 10, 20, 9, 30).toISOString(),
  };

  it('recomputing an alert starts on request and reports an identical result', async () => {
    const answer = heldAnswer({ body: replay });
    const server = anAlertReviewServer().on(REPLAY, answer.respond);
    const user = await openAlert();
    expect(server.requestsTo(REPLAY)).toHaveLength(0);
    await user.click(await button('Recompute'));
    expect(await button('Recomputing...')).toBeDisabled();
    answer.release();
    const result = await screen.findByRole('region', { name: 'Recomputed alert' });
    expect(result).toHaveTextContent('Identical recomputed Nov 20, 2026 09:30The rule gives the same result.');
    expect(within(result).queryByRole('table')).not.toBeInTheDocument();
  });

  it('recomputing an alert lists differences with both values', async () => {
    const differences = [
      { what: 'Amount', was: '9500.00', is: '9400.00' },
      { what: 'Entry 9002', was: 'there', is: null },
    ];
    anAlertReviewServer().on(REPLAY, { body: { ...replay, identical: false, differences } });
    const user = await openAlert();
    await user.click(await button('Recompute'));
    expect(await screen.findByText('Different')).toBeVisible();
    const rows = within(screen.getByRole('table', { name: 'Differences' })).getAllByRole('row');
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual(['Amount9500.009400.00', 'Entry 9002there—']);
  });

  it('a failed recomputation of an alert shows an error and can be retried', async () => {
    anAlertReviewServer().on(REPLAY, { status: 503, body: 'Service unavailable.' });
    const user = await openAlert();
    await user.click(await button('Recompute'));
    expect(await screen.findByText('Recompute Failed')).toBeVisible();
    expect(await button('Recompute')).toBeEnabled();
  });
});

describe('export', () => {
  afterEach(() => jest.restoreAllMocks());

  function downloads(): string[] {
    const names: string[] = [];
    URL.createObjectURL = () => 'blob:evidence';
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    return names;
  }

  it('exporting evidence saves the PDF once, with the file name from the server', async () => {
    const files = downloads();
    const answer = heldAnswer({
      body: '%PDF',
      headers: { 'Content-Disposition': 'attachment; filename="alert-7-evidence.pdf"' },
    });
    anAlertReviewServer().on(PDF, answer.respond);
    const user = await openAlert();
    await user.dblClick(await button(/Export PDF/));
    expect(await button(/Exporting/)).toBeDisabled();
    answer.release();
    expect(await screen.findByText('Export Successful')).toBeVisible();
    expect(files).toEqual(['alert-7-evidence.pdf']);
  });

  it('a failed evidence export shows an error and saves no file', async () => {
    const files = downloads();
    anAlertReviewServer().on(PDF, { status: 503, body: 'The service is busy.' });
    const user = await openAlert();
    await user.click(await button(/Export PDF/));
    expect(await screen.findByText('The service is busy.')).toBeVisible();
    expect(files).toEqual([]);
  });

  it('the Print button of an alert prints the page', async () => {
    const print = jest.fn();
    window.print = print;
    anAlertReviewServer();
    const user = await openAlert();
    await user.click(await button(/Print/));
    expect(print).toHaveBeenCalledTimes(1);
  });
});

describe('suppression', () => {
  const aSuppression = (over: Partial<Suppression> = {}): Suppression =>
    Object.assign(
      {
        id: 4,
        accountNumber: '4000123456',
        memberName: 'Dana Sample',
        activityType: 'structuring',
        until: '2999-01-31',
        reason: 'Sells a farm',
        createdBy: 'lena',
        createdAt: '2026-11-20T09:30:00Z',
        liftedAt: null,
        liftedBy: null,
      },
      over,
    );
  const suppression = aSuppression();
  const openDialog = async () => {
    const user = await openAlert();
    await user.click(await button('Suppress rule'));
    return { user, dialog: within(await theDialog('Suppress Structuring on account ***3456')) };
  };

  it('suppressing a rule on an account requires a last day and a reason, then shows the suppression', async () => {
    const server = anAlertReviewServer();
    server.on(ADD, () => {
      server.on(LIST, listAnswer([suppression]));
      return { body: suppression };
    });
    const { user, dialog } = await openDialog();
    const confirm = dialog.getByRole('button', { name: 'Suppress' });
    expect(confirm).toBeDisabled();
    await user.type(dialog.getByLabelText('Reason'), ' Sells a farm ');
    await user.clear(dialog.getByLabelText('Last day'));
    expect(confirm).toBeDisabled();
    expect(dialog.getByRole('alert')).toHaveTextContent(/^Enter a date from today through/);
    const until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    await user.type(dialog.getByLabelText('Last day'), until);
    await user.click(confirm);
    expect(await screen.findByText('Suppression Added')).toBeVisible();
    expect(server.requestsTo(ADD)[0]?.body).toEqual({
      accountNumber: '4000123456',
      activityType: 'structuring',
      until,
      reason: 'Sells a farm',
    });
    expect(await screen.findByText('Jan 31, 2999')).toBeVisible();
    expect(screen.getByText('Sells a farm')).toBeVisible();
  });

  it('an alert shows the suppression when another admin added it first', async () => {
    const server = anAlertReviewServer().on(ADD, {
      status: 409,
      body: 'lena has already suppressed this rule.',
    });
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText('Reason'), 'Sells a farm');
    server.on(LIST, listAnswer([suppression]));
    await user.click(dialog.getByRole('button', { name: 'Suppress' }));
    expect(await screen.findByText('lena has already suppressed this rule.')).toBeVisible();
    expect(await screen.findByText('Jan 31, 2999')).toBeVisible();
  });

  it('the suppression section of an alert is not printed while there is no suppression', async () => {
    anAlertReviewServer();
    await openAlert();
    await button('Suppress rule');
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(screen.queryByText('This rule on this account')).not.toBeInTheDocument();
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(await button('Suppress rule')).toBeVisible();
  });

  it('a suppression ends after a confirmation', async () => {
    const server = anAlertReviewServer().on(LIST, listAnswer([suppression]));
    server.on('DELETE /api/detection/suppressions/4', () => {
      server.on(LIST, listAnswer([aSuppression({ liftedAt: '2026-11-20T10:00:00Z', liftedBy: 'admin' })]));
      return { body: suppression };
    });
    const user = await openAlert();
    await user.click(await button('End suppression'));
    const question = within(await theDialog('End this suppression?'));
    expect(server.requestsTo('DELETE /api/detection/suppressions/4')).toHaveLength(0);
    await user.click(question.getByRole('button', { name: 'End suppression' }));
    expect(await screen.findByText('Suppression Ended')).toBeVisible();
    expect(await button('Suppress rule')).toBeVisible();
  });

  it.each([
    ['for another account', { accountNumber: '4000999999' }],
    ['for another rule', { activityType: 'large_credit' }],
    ['that has expired', { until: '2026-01-31' }],
    ['that was ended', { liftedAt: '2026-11-20T10:00:00Z', liftedBy: 'lena' }],
  ])('an alert does not show a suppression %s', async (_what, over) => {
    anAlertReviewServer().on(LIST, listAnswer([aSuppression(over)]));
    await openAlert();
    expect(await button('Suppress rule')).toBeVisible();
    expect(screen.queryByText('Sells a farm')).not.toBeInTheDocument();
  });

  it('analysts see no suppression section in an alert without a suppression', async () => {
    const analyst = { id: 3, username: 'omar', role: 'User' } as const;
    const server = anAlertReviewServer({}, analyst);
    openApp('/import?alert=7');
    await screen.findByRole('region', { name: 'Review' });
    await waitFor(() => expect(server.requestsTo(LIST)).toHaveLength(1));
    expect(screen.queryByText('This rule on this account')).not.toBeInTheDocument();
  });

  it('analysts see an active suppression but cannot end it', async () => {
    anAlertReviewServer({}, { id: 3, username: 'omar', role: 'User' }).on(LIST, listAnswer([suppression]));
    await openAlert();
    expect(await screen.findByText('Jan 31, 2999')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'End suppression' })).not.toBeInTheDocument();
  });
});
