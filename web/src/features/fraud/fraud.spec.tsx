import { act, screen, waitFor, within } from '@testing-library/react';
import { alertCounts, aRuleQuality } from '../../testing/api-detection-fixtures.ts';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import { heldAnswer } from '../../testing/fake-server.ts';
import { openApp } from '../../testing/open-app.tsx';
import { aFraudServer, lastAlertQuery, UNFILTERED_QUERY } from './testing/fraud-screen-fixtures.ts';

const article = (name: string) => screen.findByRole('article', { name });
const region = (name: string) => screen.findByRole('region', { name });

describe('fraud screen', () => {
  it('the fraud screen has the title Advanced Fraud Detection and is in the sidebar [spec 2.13.1]', async () => {
    aFraudServer();
    openApp('/fraud');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Advanced Fraud Detection');
    expect(screen.getByRole('link', { name: 'Fraud Detection' })).toHaveAttribute('aria-current', 'page');
  });

  it('the fraud screen shows how many transactions and accounts are analyzed [spec 2.13.5]', async () => {
    aFraudServer();
    openApp('/fraud');
    const analysis = await region('Analysis');
    await waitFor(() =>
      expect(analysis).toHaveTextContent('13,190 transactions on 2,583 accounts in 9 pattern categories'),
    );
  });

  it('the fraud screen shows skeletons while loading', async () => {
    const answer = heldAnswer({ body: alertCounts() });
    aFraudServer().on('GET /api/unusual-activities/counts', answer.respond);
    openApp('/fraud');
    expect(await screen.findByTestId('counts-skeleton')).toBeInTheDocument();
    expect(screen.getByText('Detection in 9 pattern categories.')).toBeVisible();
    answer.release();
    expect(await article('Total Alerts')).toBeVisible();
    expect(screen.queryByTestId('counts-skeleton')).not.toBeInTheDocument();
  });

  it('the fraud screen shows a loading error and can be retried', async () => {
    const server = aFraudServer().on('GET /api/unusual-activities/counts', {
      status: 503,
      body: 'Service unavailable.',
    });
    const user = openApp('/fraud');
    expect(await screen.findByText('The counts could not be loaded.')).toBeVisible();
    server.on('GET /api/unusual-activities/counts', { body: alertCounts() });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await article('Total Alerts')).toHaveTextContent('41');
  });
});

describe('alert counters', () => {
  it('the alert counters count all alerts, by risk and by status [spec 2.13.3]', async () => {
    aFraudServer();
    openApp('/fraud');
    const counters = within(await region('Alert counts')).getAllByRole('article');
    expect(counters.map(({ textContent }) => textContent)).toEqual([
      'Total Alerts41',
      'High Risk14',
      'Medium Risk20',
      'Unreviewed30',
      'Reviewed11',
    ]);
  });

  it.each([
    ['Total Alerts', '', UNFILTERED_QUERY],
    ['High Risk', '?tab=high', { ...UNFILTERED_QUERY, riskLevel: 'high' }],
    ['Medium Risk', '?riskLevel=medium', { ...UNFILTERED_QUERY, riskLevel: 'medium' }],
    ['Unreviewed', '?tab=unreviewed', { ...UNFILTERED_QUERY, reviewed: 'false' }],
    ['Reviewed', '?reviewed=true', { ...UNFILTERED_QUERY, reviewed: 'true' }],
  ])('the alert counter %s links to its alerts', async (counter, address, question) => {
    const server = aFraudServer();
    const user = openApp('/fraud?assignee=me');
    await user.click(within(await article(counter)).getByRole('link'));
    await waitFor(() => expect(lastAlertQuery(server)).toEqual(question));
    expect(window.location.search).toBe(address);
  });

  it('the alert counters update with live events', async () => {
    const server = aFraudServer();
    openApp('/fraud');
    await article('Reviewed');
    server.on('GET /api/unusual-activities/counts', { body: alertCounts({ reviewed: 12 }) });
    act(() => FakeEventSource.emit({ type: 'alerts.changed', alerts: 1 }));
    await waitFor(async () => expect(await article('Reviewed')).toHaveTextContent('Reviewed12'));
  });
});

describe('pattern categories', () => {
  it('the fraud screen shows nine pattern categories with risk, guideline and count, plus other patterns [spec 2.13.4]', async () => {
    aFraudServer();
    openApp('/fraud');
    const part = await region('Pattern categories');
    const cards = within(part).getAllByRole('article');
    expect(cards.map((card) => card.getAttribute('aria-label'))).toEqual([
      'Velocity & Testing',
      'Structuring',
      'Account Takeover',
      'Kiting & Manipulation',
      'Unauthorized ACH',
      'Business Email Compromise',
      'Money Mule Activity',
      'Dormant Account Activity',
      'High-Risk Transactions',
    ]);
    for (const card of cards) expect(card).toHaveTextContent('High Risk');
    expect(cards[1]).toHaveTextContent('5 alerts');
    expect(cards[1]).toHaveTextContent('3 unreviewed');
    expect(cards[1]).toHaveTextContent('31 CFR 1010.314');
    expect(cards[0]).toHaveTextContent('0 alerts');
    expect(within(part).getByRole('complementary', { name: 'Other Patterns' })).toHaveTextContent('0 alerts');
  });

  it('a pattern category filters the alert list, and a second click clears the filter', async () => {
    const server = aFraudServer();
    const user = openApp('/fraud');
    await user.click(within(await article('Unauthorized ACH')).getByRole('link'));
    await waitFor(() => expect(lastAlertQuery(server)).toEqual({ ...UNFILTERED_QUERY, category: 'Unauthorized ACH' }));
    const link = within(await article('Unauthorized ACH')).getByRole('link');
    expect(link).toHaveAttribute('aria-current', 'true');
    await user.click(link);
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it('the pattern categories list their rules after Show Details [spec 2.13.2]', async () => {
    aFraudServer();
    const user = openApp('/fraud');
    await article('Structuring');
    const button = screen.getByRole('button', { name: 'Show Details' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);
    const table = within(screen.getByRole('table', { name: 'Detection rules by category' }));
    const row = table.getByRole('row', { name: /^Structuring/ });
    expect(row).toHaveTextContent('Round-Amount Structuring');
    expect(row).toHaveTextContent('31 CFR 1010.314 and 1010.100(xx)');
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(3)
        .map(({ textContent }) => textContent),
    ).toEqual(['5', '4', '3']);
    expect(table.getAllByRole('row')).toHaveLength(1 + 10);
    expect(window.location.search).toBe('?details=shown');
    // The details stay open when the list changes.
    await user.click(screen.getByRole('link', { name: 'Unreviewed' }));
    expect(window.location.search).toBe('?tab=unreviewed&details=shown');
    await user.click(screen.getByRole('tab', { name: 'High Risk' }));
    expect(window.location.search).toBe('?tab=high&details=shown');
    await user.click(screen.getByRole('button', { name: 'Hide Details' }));
    expect(window.location.search).toBe('?tab=high');
    expect(screen.queryByRole('table', { name: 'Detection rules by category' })).not.toBeInTheDocument();
  });
});

describe('detection quality', () => {
  it('the detection quality is shown by rule and policy version, with the meaning of the rate', async () => {
    aFraudServer().on('GET /api/detection/quality', {
      body: [aRuleQuality(), aRuleQuality({ activityType: 'large_credit', falsePositiveRate: null })],
    });
    const user = openApp('/fraud');
    const table = within(await screen.findByRole('table', { name: 'Alerts and decisions by rule' }));
    const [, first, second] = table.getAllByRole('row');
    expect(first).toHaveTextContent('Structuring324102451250.0%');
    expect(second).toHaveTextContent('Large Credit');
    expect(within(second as HTMLElement).getByText('—')).toHaveAttribute(
      'title',
      'No alert has been reviewed with an outcome',
    );
    await user.hover(table.getByRole('button', { name: 'What False-Positive Rate means' }));
    expect(await screen.findByText(/reviewed with an outcome x 100/)).toBeInTheDocument();
  });

  it('the detection quality has an empty text before the first alert', async () => {
    aFraudServer().on('GET /api/detection/quality', { body: [] });
    openApp('/fraud');
    expect(await screen.findByText('No rule has raised an alert yet.')).toBeVisible();
  });

  it('the detection quality shows its own loading error while alerts are shown', async () => {
    aFraudServer().on('GET /api/detection/quality', { status: 503, body: 'Service unavailable.' });
    openApp('/fraud');
    expect(await screen.findByText('The detection quality could not be loaded.')).toBeVisible();
    expect(await article('Total Alerts')).toBeVisible();
  });
});
