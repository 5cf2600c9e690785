import { act, screen, waitFor, within } from '@testing-library/react';
import { anAlert, anAlertDetail } from '../../testing/api-core-fixtures.ts';
import { alertCounts, noAnalysis } from '../../testing/api-detection-fixtures.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { anAlertReviewServer, assignedToLena, REVIEW } from './testing/alert-drawer-fixtures.ts';

const MEMBERS = ['Dana', 'Eve', 'Finn'];
const alerts = MEMBERS.map((memberName, at) => anAlert({ id: 7 + at, memberName }));

/** A gateway with three alerts that can be opened on the fraud screen. */
function aWorklist(): FakeServer {
  const server = anAlertReviewServer({ memberName: 'Dana' })
    .on('GET /api/unusual-activities', listAnswer(alerts))
    .on('GET /api/unusual-activities/counts', { body: alertCounts() })
    .on('GET /api/analytics/full-analysis', { body: noAnalysis() })
    .on('GET /api/detection/quality', { body: [] });
  for (const alert of alerts.slice(1)) {
    server.on(`GET /api/unusual-activities/${alert.id}`, { body: anAlertDetail(alert) });
  }
  return server;
}

async function openFirst() {
  const user = openApp('/fraud');
  await screen.findByRole('link', { name: 'Structuring, Dana' });
  await user.keyboard('j{Enter}');
  await theReview();
  return user;
}
const theReview = async () => within(await screen.findByRole('region', { name: 'Review' }));
const theAlert = () => new URLSearchParams(window.location.search).get('alert');
const button = (name: string) => screen.getByRole('button', { name });

describe('next and previous alert', () => {
  it('moving between alerts follows the list and stops at its ends', async () => {
    aWorklist();
    const user = await openFirst();
    expect(screen.getByText('1 of 3 listed')).toBeVisible();
    expect(button('Previous alert')).toBeDisabled();
    await user.keyboard('k');
    expect(theAlert()).toBe('7');
    await user.keyboard('j');
    await waitFor(() => expect(theAlert()).toBe('8'));
    await user.click(button('Next alert'));
    await waitFor(() => expect(theAlert()).toBe('9'));
    expect(screen.getByText('3 of 3 listed')).toBeVisible();
    expect(button('Next alert')).toBeDisabled();
    await user.keyboard('jk');
    await waitFor(() => expect(theAlert()).toBe('8'));
  });

  it('moving between alerts keeps the order after a decision moves an alert to the end of the list', async () => {
    const server = aWorklist();
    const user = await openFirst();
    server.on('GET /api/unusual-activities', listAnswer([...alerts.slice(1), anAlert({ reviewed: true })]));
    await user.keyboard('1{Control>}{Enter}{/Control}');
    await screen.findByText('Activity Reviewed');
    await user.keyboard('j');
    await waitFor(() => expect(theAlert()).toBe('8'));
  });

  it('moving between alerts adds one history step, so that Back returns to the list', async () => {
    aWorklist();
    const user = await openFirst();
    await user.keyboard('j');
    await waitFor(() => expect(theAlert()).toBe('8'));
    act(() => window.history.back());
    await waitFor(() => expect(theAlert()).toBeNull());
  });

  it('an alert that was opened by URL shows no position in the list', async () => {
    anAlertReviewServer();
    const user = openApp('/import?alert=7');
    await theReview();
    expect(screen.queryByText(/listed$/)).not.toBeInTheDocument();
    await user.keyboard('j');
    expect(theAlert()).toBe('7');
  });

  it('Take next opens the next waiting alert, and a message appears when that alert is already open', async () => {
    const server = aWorklist().on('POST /api/unusual-activities/next', { body: { id: 9 } });
    const user = await openFirst();
    const drawer = within(screen.getByRole('dialog', { name: 'Alert evidence' }));
    await user.click(drawer.getByRole('button', { name: 'Take next' }));
    await waitFor(() => expect(theAlert()).toBe('9'));
    await user.click(drawer.getByRole('button', { name: 'Take next' }));
    expect(await screen.findByText('Already Assigned to You')).toBeVisible();
    expect(server.requestsTo('POST /api/unusual-activities/next')).toHaveLength(2);
  });
});

describe('shortcuts', () => {
  it('keyboard shortcuts in an open alert focus the review, choose an outcome and save', async () => {
    const server = aWorklist();
    const user = await openFirst();
    const review = await theReview();
    await user.keyboard('r');
    expect(review.getByRole('radio', { name: 'False positive' })).toHaveFocus();
    await user.keyboard('1');
    expect(review.getByRole('radio', { name: 'False positive' })).toBeChecked();
    await user.keyboard('24');
    expect(review.getByRole('radio', { name: 'Escalated' })).toBeChecked();
    await user.keyboard('3{Control>}{Enter}{/Control}');
    await screen.findByText('Activity Reviewed');
    expect(server.requestsTo(REVIEW).map(({ body }) => body)).toEqual([{ outcome: 'suspicious' }]);
  });

  it('keyboard shortcuts in an open alert are inactive while the user types, except for saving', async () => {
    const server = aWorklist();
    const user = await openFirst();
    const review = await theReview();
    await user.type(review.getByLabelText('Note'), 'jk r 1234?');
    expect(review.getByLabelText('Note')).toHaveValue('jk r 1234?');
    expect(theAlert()).toBe('7');
    for (const radio of review.getAllByRole('radio')) expect(radio).not.toBeChecked();
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('Activity Reviewed');
    expect(server.requestsTo(REVIEW)[0]?.body).toEqual({ note: 'jk r 1234?' });
  });

  it('keyboard shortcuts do not act on the list behind an open alert, or on the alert behind a dialog', async () => {
    aWorklist();
    const user = await openFirst();
    await user.keyboard('x');
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Suppress rule' }));
    await screen.findByText(/^Suppress Structuring on account/);
    act(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard('j1{Control>}{Enter}{/Control}');
    expect(theAlert()).toBe('7');
    expect(screen.getByRole('radio', { name: 'False positive', hidden: true })).not.toBeChecked();
  });

  it('keyboard shortcuts do not review an alert that another user has locked', async () => {
    const server = anAlertReviewServer(assignedToLena());
    const user = openApp('/import?alert=7');
    const review = await theReview();
    await user.keyboard('1{Control>}{Enter}{/Control}');
    expect(review.getByRole('radio', { name: 'False positive' })).not.toBeChecked();
    expect(server.requestsTo(REVIEW)).toHaveLength(0);
  });

  it('the question mark key lists the shortcuts of an alert, and one switch turns them off with those of the list', async () => {
    aWorklist();
    const user = await openFirst();
    await user.keyboard('?');
    const legend = within(screen.getByRole('region', { name: 'Keyboard shortcuts' }));
    expect(legend.getByText('choose the outcome')).toBeVisible();
    await user.click(legend.getByRole('switch', { name: 'Keyboard shortcuts' }));
    await user.keyboard('j');
    expect(theAlert()).toBe('7');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(theAlert()).toBeNull());
    expect(await screen.findByRole('switch', { name: 'Keyboard shortcuts' })).not.toBeChecked();
  });

  it('keyboard shortcuts act on the list again after the alert closes', async () => {
    aWorklist();
    const user = await openFirst();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('link', { name: 'Structuring, Dana' })).toHaveFocus());
    await user.keyboard('j');
    expect(screen.getByRole('link', { name: 'Structuring, Eve' })).toHaveFocus();
  });
});
