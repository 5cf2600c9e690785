import type { Suppression } from '@clearwatch/contracts/alerts.dto';
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { heldAnswer } from '../../testing/fake-server.ts';
import { listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { anAlertReviewServer, theDialog } from './testing/alert-drawer-fixtures.ts';

const REPLAY = 'GET /api/unusual-activities/7/replay';
const PDF = 'GET /api/unusual-activities/7/evidence.pdf';
const SILENCES = 'GET /api/detection/suppressions';
const SILENCE = 'POST /api/detection/suppressions';

async function openAlert() {
  const user = openApp('/import?alert=7');
  await screen.findByRole('region', { name: 'Review' });
  return user;
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('computing an alert again', () => {
  const replay = {
    identical: true,
    summary: 'The rule says what it said.',
    differences: [],
    policyVersion: 5,
    replayedAt: new Date(2026, 10, 20, 9, 30).toISOString(),
  };

  it('happens when asked for, and says that nothing is different', async () => {
    const answer = heldAnswer({ body: replay });
    const server = anAlertReviewServer().on(REPLAY, answer.respond);
    const user = await openAlert();
    expect(server.requestsTo(REPLAY)).toHaveLength(0);
    await user.click(await button('Compute again'));
    expect(await button('Computing...')).toBeDisabled();
    answer.release();
    const result = await screen.findByRole('region', { name: 'Computed again' });
    expect(result).toHaveTextContent(
      'Identical computed again Nov 20, 2026 09:30The rule says what it said.',
    );
    expect(within(result).queryByRole('table')).not.toBeInTheDocument();
  });

  it('shows what it was beside what it is', async () => {
    const differences = [
      { what: 'Amount', was: '9500.00', is: '9400.00' },
      { what: 'Entry 9002', was: 'there', is: null },
    ];
    anAlertReviewServer().on(REPLAY, { body: { ...replay, identical: false, differences } });
    const user = await openAlert();
    await user.click(await button('Compute again'));
    expect(await screen.findByText('Not the same')).toBeVisible();
    const rows = within(screen.getByRole('table', { name: 'What came out otherwise' })).getAllByRole('row');
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      'Amount9500.009400.00',
      'Entry 9002there—',
    ]);
  });

  it('says when it failed, and can be tried again', async () => {
    anAlertReviewServer().on(REPLAY, { status: 503, body: 'Resting.' });
    const user = await openAlert();
    await user.click(await button('Compute again'));
    expect(await screen.findByText('Not Computed')).toBeVisible();
    expect(await button('Compute again')).toBeEnabled();
  });
});

describe('taking evidence out', () => {
  afterEach(() => jest.restoreAllMocks());

  function downloads(): string[] {
    const names: string[] = [];
    URL.createObjectURL = () => 'blob:evidence';
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    return names;
  }

  it('saves the PDF once, under the name the server gives', async () => {
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

  it('says when it failed', async () => {
    const files = downloads();
    anAlertReviewServer().on(PDF, { status: 503, body: 'The printer is busy.' });
    const user = await openAlert();
    await user.click(await button(/Export PDF/));
    expect(await screen.findByText('The printer is busy.')).toBeVisible();
    expect(files).toEqual([]);
  });

  it('prints what stands there', async () => {
    const print = jest.fn();
    window.print = print;
    anAlertReviewServer();
    const user = await openAlert();
    await user.click(await button(/Print/));
    expect(print).toHaveBeenCalledTimes(1);
  });
});

describe('silencing the rule on the account', () => {
  const aSilence = (over: Partial<Suppression> = {}): Suppression =>
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
  const silence = aSilence();
  const ask = async () => {
    const user = await openAlert();
    await user.click(await button('Silence until a day'));
    return { person: user, dialog: within(await theDialog('Silence Structuring on account ***3456')) };
  };

  it('needs a day and a reason, and shows that it is silent from then on', async () => {
    const server = anAlertReviewServer();
    server.on(SILENCE, () => {
      server.on(SILENCES, listAnswer([silence]));
      return { body: silence };
    });
    const { person: user, dialog } = await ask();
    const confirm = dialog.getByRole('button', { name: 'Silence rule' });
    expect(confirm).toBeDisabled();
    await user.type(dialog.getByLabelText('Reason'), ' Sells a farm ');
    await user.clear(dialog.getByLabelText('Last day of silence'));
    expect(confirm).toBeDisabled();
    expect(dialog.getByRole('alert')).toHaveTextContent(/^From today to/);
    const until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    await user.type(dialog.getByLabelText('Last day of silence'), until);
    await user.click(confirm);
    expect(await screen.findByText('Rule Silenced')).toBeVisible();
    expect(server.requestsTo(SILENCE)[0]?.body).toEqual({
      accountNumber: '4000123456',
      activityType: 'structuring',
      until,
      reason: 'Sells a farm',
    });
    expect(await screen.findByText('Jan 31, 2999')).toBeVisible();
    expect(screen.getByText('Sells a farm')).toBeVisible();
  });

  it('shows the silence that somebody else has made meanwhile', async () => {
    const server = anAlertReviewServer().on(SILENCE, {
      status: 409,
      body: 'lena has already silenced this rule.',
    });
    const { person: user, dialog } = await ask();
    await user.type(dialog.getByLabelText('Reason'), 'Sells a farm');
    server.on(SILENCES, listAnswer([silence]));
    await user.click(dialog.getByRole('button', { name: 'Silence rule' }));
    expect(await screen.findByText('lena has already silenced this rule.')).toBeVisible();
    expect(await screen.findByText('Jan 31, 2999')).toBeVisible();
  });

  it('is no heading on paper as long as nothing is silent', async () => {
    anAlertReviewServer();
    await openAlert();
    await button('Silence until a day');
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(screen.queryByText('This rule on this account')).not.toBeInTheDocument();
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(await button('Silence until a day')).toBeVisible();
  });

  it('is lifted in two steps', async () => {
    const server = anAlertReviewServer().on(SILENCES, listAnswer([silence]));
    server.on('DELETE /api/detection/suppressions/4', () => {
      server.on(SILENCES, listAnswer([aSilence({ liftedAt: '2026-11-20T10:00:00Z', liftedBy: 'admin' })]));
      return { body: silence };
    });
    const user = await openAlert();
    await user.click(await button('Lift'));
    const question = within(await theDialog('Lift this silence?'));
    expect(server.requestsTo('DELETE /api/detection/suppressions/4')).toHaveLength(0);
    await user.click(question.getByRole('button', { name: 'Lift silence' }));
    expect(await screen.findByText('Silence Lifted')).toBeVisible();
    expect(await button('Silence until a day')).toBeVisible();
  });

  it.each([
    ['of another account', { accountNumber: '4000999999' }],
    ['of another rule', { activityType: 'large_credit' }],
    ['that has run out', { until: '2026-01-31' }],
    ['that was lifted', { liftedAt: '2026-11-20T10:00:00Z', liftedBy: 'lena' }],
  ])('is not shown for a silence %s', async (_what, over) => {
    anAlertReviewServer().on(SILENCES, listAnswer([aSilence(over)]));
    await openAlert();
    expect(await button('Silence until a day')).toBeVisible();
    expect(screen.queryByText('Sells a farm')).not.toBeInTheDocument();
  });

  it('is for admins; analysts see it when it stands', async () => {
    const analyst = { id: 3, username: 'omar', role: 'User' } as const;
    const server = anAlertReviewServer({}, analyst);
    openApp('/import?alert=7');
    await screen.findByRole('region', { name: 'Review' });
    await waitFor(() => expect(server.requestsTo(SILENCES)).toHaveLength(1));
    expect(screen.queryByText('This rule on this account')).not.toBeInTheDocument();
  });

  it('shows an analyst what is silent, without a way to lift it', async () => {
    anAlertReviewServer({}, { id: 3, username: 'omar', role: 'User' }).on(SILENCES, listAnswer([silence]));
    await openAlert();
    expect(await screen.findByText('Jan 31, 2999')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Lift' })).not.toBeInTheDocument();
  });
});
