import { act, screen, waitFor, within } from '@testing-library/react';
import { anAlert, anAlertDetail } from '../../testing/api-core-fixtures.ts';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const theTable = () => screen.findByRole('table', { name: 'Unusual activities' });

/** A gateway with one open alert that can be reviewed. */
function aServerWithAnAlert(): FakeServer {
  const server = aSignedInServer()
    .on('GET /api/unusual-activities/7', { body: anAlertDetail() })
    .on('PATCH /api/unusual-activities/7/review', () => {
      const reviewed = { reviewed: true, reviewedBy: 'admin', reviewedAt: '2026-11-20T10:11:00Z' };
      server
        .on('GET /api/unusual-activities', listAnswer([anAlert(reviewed)]))
        .on('GET /api/unusual-activities/7', { body: anAlertDetail(reviewed) });
      return { body: anAlert(reviewed) };
    });
  return server;
}

describe('unusual activity table', () => {
  it('the unusual activity table shows member, type, amount, change, risk and actions [spec 2.6.15]', async () => {
    aSignedInServer();
    openApp();
    const table = within(await theTable());
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Member',
      'Activity Type',
      'Amount',
      'Change',
      'Risk Level',
      'Action',
    ]);
    expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Dana Sample',
      'StructuringNov 12, 2026',
      '$9,500.00',
      '+37.5%',
      'High',
      'ReviewEvidence',
    ]);
  });

  it('the unusual activity table links to the member unless the account is gone', async () => {
    const withoutMember = anAlert({ id: 2, memberId: null, memberName: 'Gone Away' });
    aSignedInServer()
      .on('GET /api/unusual-activities', listAnswer([anAlert(), withoutMember]))
      .on('GET /api/members/detail/Dana/Sample', { status: 404, body: 'No.' });
    const user = openApp();
    const table = within(await theTable());
    expect(table.queryByRole('link', { name: 'Gone Away' })).not.toBeInTheDocument();
    await user.click(table.getByRole('link', { name: 'Dana Sample' }));
    expect(window.location.pathname + window.location.search).toBe('/analysis/member/Dana/Sample?member=1');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('the unusual activity table shows at most 20 alerts and the total [spec 2.6.16, 9.12]', async () => {
    const many = Array.from({ length: 27 }, (_, id) => anAlert({ id }));
    aSignedInServer().on('GET /api/unusual-activities', listAnswer(many));
    openApp();
    expect(within(await theTable()).getAllByRole('row')).toHaveLength(1 + 20);
    expect(screen.getByText('Showing 20 of 27 alerts')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See all' })).toHaveAttribute('href', '/fraud');
  });

  it('the unusual activity table shows only rises and marks those above 200 percent [spec 5.22, 9.12]', async () => {
    aSignedInServer().on(
      'GET /api/unusual-activities',
      listAnswer([
        anAlert({ id: 1, percentageChange: '200.0' }),
        anAlert({ id: 2, percentageChange: '200.1' }),
        anAlert({ id: 3, percentageChange: '-5.0' }),
        anAlert({ id: 4, percentageChange: null }),
        anAlert({ id: 5, percentageChange: '999.99' }),
      ]),
    );
    openApp();
    await theTable();
    expect(screen.getByText('+200.0%')).toHaveClass('change-default');
    expect(screen.getByText('+200.1%')).toHaveClass('change-destructive');
    expect(screen.getByText('+999.9%')).toHaveAttribute('title', '999.9% or more');
    expect(screen.getAllByText(/^\+/)).toHaveLength(3);
  });

  it('the unusual activity heading shows unreviewed high and medium counts that are above zero [spec 2.6.17]', async () => {
    aSignedInServer()
      .on('GET /api/unusual-activities?reviewed=false&pageSize=1&riskLevel=high', listAnswer([anAlert()], 11))
      .on('GET /api/unusual-activities?reviewed=false&pageSize=1&riskLevel=medium', listAnswer([], 0));
    openApp();
    expect(await screen.findByText('11 High Risk')).toBeVisible();
    expect(screen.queryByText(/Medium Risk/)).not.toBeInTheDocument();
  });

  it('the unusual activity table shows the empty text without alerts [spec 2.6.19]', async () => {
    aSignedInServer().on('GET /api/unusual-activities', listAnswer([]));
    openApp();
    expect(
      await screen.findByText('No unusual activities detected. System is monitoring transactions automatically.'),
    ).toBeVisible();
  });

  it('the unusual activity table shows new alerts when a detection run finishes', async () => {
    const server = aSignedInServer().on('GET /api/unusual-activities', listAnswer([]));
    openApp();
    await screen.findByText(/No unusual activities detected/);
    server.on('GET /api/unusual-activities', listAnswer([anAlert({ memberName: 'Lee Testerman' })]));
    act(() => FakeEventSource.emit({ type: 'detection.finished', runId: 1, alertsGenerated: 1 }));
    expect(await screen.findByText('Lee Testerman')).toBeVisible();
  });
});

describe('dashboard review', () => {
  it('reviewing an alert on the dashboard shows progress, then Reviewed and a toast [spec 2.6.18, 8.9]', async () => {
    const answer = heldAnswer({ body: anAlert({ reviewed: true }) });
    const server = aServerWithAnAlert().on('PATCH /api/unusual-activities/7/review', answer.respond);
    const user = openApp();
    await user.click(await screen.findByRole('button', { name: /^Review / }));
    expect(await screen.findByRole('button', { name: /^Reviewing\.\.\. / })).toBeDisabled();
    server.on('GET /api/unusual-activities', listAnswer([anAlert({ reviewed: true })]));
    answer.release();
    expect(await screen.findByText('Activity has been marked as reviewed successfully.')).toBeVisible();
    expect(screen.getByText('Activity Reviewed')).toBeVisible();
    expect(await screen.findByText('Reviewed')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Review / })).not.toBeInTheDocument();
    expect(server.requestsTo('PATCH /api/unusual-activities/7/review')[0]?.body).toBeUndefined();
  });

  it('reviewing an alert on the dashboard moves the focus to the next alert', async () => {
    const alerts = (reviewed: boolean) => listAnswer([anAlert({ reviewed }), anAlert({ id: 8 })]);
    const server = aServerWithAnAlert()
      .on('GET /api/unusual-activities', alerts(false))
      .on('PATCH /api/unusual-activities/7/review', { body: anAlert({ reviewed: true }) });
    const user = openApp();
    const [first] = await screen.findAllByRole('button', { name: /^Review / });
    act(() => first?.focus());
    server.on('GET /api/unusual-activities', alerts(true));
    await user.keyboard('{Enter}');
    await screen.findByText('Reviewed');
    const [, , next] = within(await theTable()).getAllByRole('row');
    await waitFor(() => expect(next).toHaveFocus());
  });

  it('a failed review on the dashboard is reported and can be retried [spec 8.9]', async () => {
    aServerWithAnAlert().on('PATCH /api/unusual-activities/7/review', {
      status: 500,
      body: 'Internal error',
    });
    const user = openApp();
    await user.click(await screen.findByRole('button', { name: /^Review / }));
    expect(await screen.findByText('Failed to mark activity as reviewed. Please try again.')).toBeVisible();
    expect(screen.getByText('Error')).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Review / })).toBeEnabled();
  });

  it('the dashboard shows the review by an analyst who was first', async () => {
    const server = aServerWithAnAlert().on('PATCH /api/unusual-activities/7/review', {
      status: 409,
      body: 'This alert was already reviewed by lena. Nothing was changed.',
    });
    const user = openApp();
    const review = await screen.findByRole('button', { name: /^Review / });
    server.on('GET /api/unusual-activities', listAnswer([anAlert({ reviewed: true })]));
    await user.click(review);
    expect(await screen.findByText('This alert was already reviewed by lena. Nothing was changed.')).toBeVisible();
    expect(await screen.findByText('Reviewed')).toBeVisible();
  });

  it('reviewing an alert updates the count immediately, and a failure reverts it', async () => {
    const answer = heldAnswer({ status: 500, body: 'Internal error' });
    aServerWithAnAlert()
      .on('GET /api/unusual-activities?reviewed=false&pageSize=1&riskLevel=high', listAnswer([anAlert()], 11))
      .on('PATCH /api/unusual-activities/7/review', answer.respond);
    const user = openApp();
    expect(await screen.findByText('11 High Risk')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: /^Review / }));
    expect(await screen.findByText('10 High Risk')).toBeVisible();
    answer.release();
    expect(await screen.findByText('11 High Risk')).toBeVisible();
    expect(screen.getByText('Failed to mark activity as reviewed. Please try again.')).toBeVisible();
  });

  it('a review offers Undo, which reopens the alert with a reason', async () => {
    const reviewedAt = '2026-11-20T08:00:00.000Z';
    const mine = anAlert({ reviewed: true, reviewedBy: 'admin', reviewedAt });
    const server = aServerWithAnAlert()
      .on('PATCH /api/unusual-activities/7/review', { body: mine })
      .on('POST /api/unusual-activities/7/reopen', { body: anAlert() });
    const user = openApp();
    await user.click(await screen.findByRole('button', { name: /^Review / }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    expect(screen.getByText('Activity has been marked as reviewed successfully.')).toBeVisible();
    await user.click(undo);
    expect(await screen.findByText('Review Undone')).toBeVisible();
    expect(server.requestsTo('POST /api/unusual-activities/7/reopen')[0]?.body).toEqual({
      reason: 'Undone right after the review.',
      reviewedAt,
    });
    expect(await screen.findByRole('button', { name: /^Review / })).toBeEnabled();
  });

  it('Ctrl+Z undoes a review while the toast is shown, and a failed undo shows why', async () => {
    aServerWithAnAlert()
      .on('PATCH /api/unusual-activities/7/review', { body: anAlert({ reviewed: true }) })
      .on('POST /api/unusual-activities/7/reopen', {
        status: 409,
        body: 'lena has since reviewed this alert again. Nothing was changed.',
      });
    const user = openApp();
    await user.click(await screen.findByRole('button', { name: /^Review / }));
    await screen.findByRole('button', { name: 'Undo' });
    await user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText('Undo Failed')).toBeVisible();
    expect(screen.getByText(/^lena has since reviewed this alert again/)).toBeVisible();
  });

  it('the dashboard does not claim or offer to undo a colleague’s decision', async () => {
    aServerWithAnAlert().on('PATCH /api/unusual-activities/7/review', {
      body: anAlert({ reviewed: true, reviewedBy: 'lena', reviewOutcome: 'explained' }),
    });
    const user = openApp();
    await user.click(await screen.findByRole('button', { name: /^Review / }));
    expect(await screen.findByText('lena reviewed this alert (explained). Nothing was changed.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('an outcome and a note can be recorded from the evidence of a dashboard alert', async () => {
    const server = aServerWithAnAlert();
    const user = openApp();
    await user.click(await screen.findByRole('button', { name: /^Evidence / }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Alert evidence' }));
    await user.click(await drawer.findByRole('radio', { name: 'Explained' }));
    await user.type(drawer.getByLabelText('Note'), 'Sale of a car');
    await user.click(drawer.getByRole('button', { name: 'Mark Reviewed' }));
    expect(await drawer.findByText(/by admin on/)).toBeVisible();
    expect(server.requestsTo('PATCH /api/unusual-activities/7/review')[0]?.body).toEqual({
      outcome: 'explained',
      note: 'Sale of a car',
    });
  });
});

describe('evidence', () => {
  it('evidence of a dashboard alert shows figures, entries, what would prevent it, companies, rule and sources', async () => {
    aServerWithAnAlert();
    const user = openApp();
    await user.click(within(await theTable()).getByText('Structuring'));
    const drawer = within(await screen.findByRole('dialog', { name: 'Alert evidence' }));
    expect(window.location.search).toBe('?alert=7');
    expect(await drawer.findByText('Three credits just below the reporting threshold.')).toBeVisible();
    expect(drawer.getByText('more than $10,000.00')).toBeVisible();
    expect(drawer.getByText('$28,200.00')).toBeVisible();
    expect(drawer.getByRole('link', { name: 'Line 1,204 of import 3' })).toHaveAttribute(
      'href',
      '/?alert=7&transaction=9001',
    );
    expect(drawer.getByText('Trigger')).toBeVisible();
    expect(drawer.getByText('Fewer than three such credits.')).toBeVisible();
    expect(drawer.getByText('212')).toBeVisible();
    expect(drawer.getByText('Structuring, rule version 2, policy version 5')).toBeVisible();
    expect(drawer.getByText('31 CFR 1010.314')).toBeVisible();
    expect(drawer.getByText(/^This rule does not use the member/)).toBeVisible();
  });

  it('evidence of a dashboard alert opens from the row by keyboard', async () => {
    aServerWithAnAlert();
    const user = openApp();
    const row = within(await theTable()).getAllByRole('row')[1];
    act(() => row?.focus());
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Alert evidence' })).toBeInTheDocument();
  });

  it('evidence of a dashboard alert reports a load error and can be retried', async () => {
    const server = aServerWithAnAlert().on('GET /api/unusual-activities/7', {
      status: 503,
      body: 'The service is not responding.',
    });
    const user = openApp();
    await user.click(await screen.findByRole('button', { name: /^Evidence / }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Alert evidence' }));
    expect(await drawer.findByRole('alert')).toHaveTextContent(
      'The evidence could not be loaded. The service is not responding.',
    );
    server.on('GET /api/unusual-activities/7', { body: anAlertDetail() });
    await user.click(drawer.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(drawer.getByText('31 CFR 1010.314')).toBeVisible());
  });
});
