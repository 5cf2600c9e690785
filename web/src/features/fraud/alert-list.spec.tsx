import { screen, waitFor, within } from '@testing-library/react';
import { anAlert, anAlertDetail } from '../../testing/api-core-fixtures.ts';
import { alertCounts } from '../../testing/api-detection-fixtures.ts';
import { heldAnswer } from '../../testing/fake-server.ts';
import { listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { aFraudServer, lastAlertQuery, UNFILTERED_QUERY } from './testing/fraud-screen-fixtures.ts';

const cards = async () => within(await screen.findByRole('list', { name: 'Alerts' })).getAllByRole('listitem');
const firstCard = async () => (await cards())[0] as HTMLElement;

describe('alert list', () => {
  it('the alert list shows finding, member, amount and actions', async () => {
    aFraudServer();
    openApp('/fraud');
    const card = await firstCard();
    expect(card).toHaveTextContent(
      'HighStructuringThree credits just below the reporting threshold.$9,500.00+37.5%' +
        'Dana Sample***3456Nov 12, 2026Transaction 9001View Transaction DetailsMark Reviewed',
    );
    expect(within(card).getByRole('link', { name: 'Dana Sample' })).toHaveAttribute(
      'href',
      '/analysis/member/Dana/Sample?member=1',
    );
    expect(within(card).getByRole('button', { name: /^Mark Reviewed / })).toBeEnabled();
  });

  it('the alert list shows the category when it differs from the name of the rule', async () => {
    aFraudServer([anAlert({ activityType: 'bec_pattern' })]);
    openApp('/fraud');
    expect(await firstCard()).toHaveTextContent('BEC PatternBusiness Email Compromise');
  });

  it('the alert list requests one page in worklist order', async () => {
    const server = aFraudServer();
    openApp('/fraud');
    await cards();
    expect(lastAlertQuery(server)).toEqual(UNFILTERED_QUERY);
  });

  it('the alert list shows decisions, reviewers, SAR deadlines and assignees', async () => {
    aFraudServer([
      anAlert({
        reviewed: true,
        reviewOutcome: 'suspicious',
        reviewedBy: 'lena',
        reviewedAt: new Date(2026, 10, 14, 8, 5).toISOString(),
        sarDueOn: '2026-12-13',
      }),
      anAlert({ id: 8, assigneeId: 3, assignee: 'omar', lockedUntil: '2026-11-14T09:00:00Z' }),
      anAlert({ id: 9, assigneeId: 3, assignee: 'omar', lockedUntil: '2126-11-14T09:00:00Z' }),
    ]);
    openApp('/fraud');
    const [decided, assigned, locked] = await cards();
    expect(decided).toHaveTextContent(/Reviewed ?Suspicious · lena ?SAR due Dec 13, 2026/);
    expect(within(decided as HTMLElement).getByTitle('Nov 14, 2026 08:05')).toHaveTextContent('Reviewed');
    expect(within(decided as HTMLElement).queryByRole('button', { name: /Review/ })).not.toBeInTheDocument();
    expect(assigned).toHaveTextContent('Assigned to omar');
    expect(locked).toHaveTextContent('omar is working on this');
  });

  it('the alert list opens the evidence of a card [spec 2.13.9]', async () => {
    aFraudServer().on('GET /api/unusual-activities/7', { body: anAlertDetail() });
    const user = openApp('/fraud?tab=high');
    await user.click(within(await firstCard()).getByRole('link', { name: 'Structuring, Dana Sample' }));
    await waitFor(() => expect(window.location.search).toBe('?tab=high&alert=7'));
  });

  it('the alert list links to the transaction of an alert [spec 2.13.9]', async () => {
    aFraudServer();
    openApp('/fraud');
    expect(within(await firstCard()).getByRole('link', { name: /^Transaction 9001/ })).toHaveAttribute(
      'href',
      '/fraud?transaction=9001',
    );
  });

  it('an alert card shows the last ten transactions of the account on demand, and hides them again [spec 2.13.10, 9.23]', async () => {
    const server = aFraudServer().on('GET /api/transactions', { body: [] });
    const user = openApp('/fraud');
    const card = within(await firstCard());
    await user.click(card.getByRole('button', { name: /^View Transaction Details/ }));
    expect(await card.findByText('No transactions.')).toBeVisible();
    expect(server.requestsTo('GET /api/transactions')[0]?.path).toBe(
      '/api/transactions?accountNumber=4000123456&limit=10',
    );
    const hide = card.getByRole('button', { name: /^Hide Details/ });
    expect(hide).toHaveAttribute('aria-expanded', 'true');
    await user.click(hide);
    expect(card.queryByText('No transactions.')).not.toBeInTheDocument();
  });

  it('the alert list shows skeletons while loading', async () => {
    const answer = heldAnswer(listAnswer([anAlert()]));
    aFraudServer().on('GET /api/unusual-activities', answer.respond);
    openApp('/fraud');
    expect(await screen.findByTestId('alerts-skeleton')).toBeInTheDocument();
    answer.release();
    expect(await cards()).toHaveLength(1);
  });

  it('the alert list shows a loading error and can be retried', async () => {
    const server = aFraudServer().on('GET /api/unusual-activities', {
      status: 503,
      body: 'Service unavailable.',
    });
    const user = openApp('/fraud');
    expect(await screen.findByText('The alerts could not be loaded.')).toBeVisible();
    server.on('GET /api/unusual-activities', listAnswer([anAlert()]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await cards()).toHaveLength(1);
  });

  it('the alert list is paged by the server and shows the total', async () => {
    const server = aFraudServer([anAlert()], 45);
    const user = openApp('/fraud');
    await cards();
    expect(screen.getByText('45 alerts')).toBeVisible();
    expect(screen.getByText('1–1 of 45')).toBeVisible();
    await user.click(screen.getByTitle('3'));
    await waitFor(() => expect(lastAlertQuery(server)['page']).toBe('3'));
    expect(window.location.search).toBe('?page=3');
  });

  it('the alert list offers the first page when the page in the URL does not exist', async () => {
    const server = aFraudServer([], 5);
    const user = openApp('/fraud?page=9');
    await user.click(await screen.findByRole('button', { name: 'Go to the first page' }));
    await waitFor(() => expect(lastAlertQuery(server)['page']).toBe('1'));
  });
});

describe('tabs', () => {
  it('the tabs of the alert list match the specification [spec 2.13.6, 2.13.12]', async () => {
    aFraudServer();
    openApp('/fraud');
    const tabs = (await screen.findAllByRole('tab')).map(({ textContent }) => textContent);
    expect(tabs).toEqual(['All Alerts', 'High Risk', 'Unreviewed', 'By Category', 'Velocity & Testing']);
  });

  it.each([
    ['All Alerts', 'No unusual activities detected.'],
    ['High Risk', 'No high-risk alerts detected.'],
    ['Unreviewed', 'All alerts have been reviewed.'],
    ['By Category', 'No unusual activities detected.'],
    ['Velocity & Testing', 'No velocity anomalies detected.'],
  ])('the alert tab %s shows its empty text: %s', async (tab, words) => {
    aFraudServer([]);
    const user = openApp('/fraud');
    await user.click(await screen.findByRole('tab', { name: tab }));
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('the tabs of the alert list keep the other filters and offer no field for the filter that they set', async () => {
    const server = aFraudServer();
    const user = openApp('/fraud?assignee=me&riskLevel=low');
    await cards();
    expect(screen.getByLabelText('Risk')).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'High Risk' }));
    await waitFor(() =>
      expect(lastAlertQuery(server)).toEqual({ ...UNFILTERED_QUERY, riskLevel: 'high', assignee: 'me' }),
    );
    expect(window.location.search).toBe('?tab=high&assignee=me');
    expect(screen.queryByLabelText('Risk')).not.toBeInTheDocument();
  });
});

describe('By Category tab', () => {
  const ofCategory = (category: string) =>
    `GET /api/unusual-activities?category=${encodeURIComponent(category).replaceAll('%20', '+')}&sort=worklist&page=1&pageSize=3` as const;

  it('the By Category tab shows the first three alerts of each category and links to the rest [spec 2.13.7, 9.23]', async () => {
    const three = [1, 2, 3].map((id) => anAlert({ id, memberName: `Member ${id}` }));
    const server = aFraudServer([])
      .on(ofCategory('Structuring'), listAnswer(three, 17))
      .on(ofCategory('Money Mule Activity'), listAnswer([anAlert({ id: 9, activityType: 'mule_activity' })], 1));
    const user = openApp('/fraud?tab=categories');
    const structuring = await screen.findByRole('region', { name: 'Structuring' });
    expect(within(structuring).getAllByRole('listitem')).toHaveLength(3);
    expect(structuring).toHaveTextContent('17 alerts');
    const mule = screen.getByRole('region', { name: 'Money Mule Activity' });
    expect(within(mule).queryByText(/more/)).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Unauthorized ACH' })).not.toBeInTheDocument();
    await user.click(within(structuring).getByText('+14 more'));
    await waitFor(() => expect(lastAlertQuery(server)).toEqual({ ...UNFILTERED_QUERY, category: 'Structuring' }));
    expect(screen.getByRole('tab', { name: 'All Alerts' })).toHaveAttribute('aria-selected', 'true');
  });

  it('an alert in the By Category tab can be reviewed in place [spec 2.13.11]', async () => {
    const server = aFraudServer([])
      .on(ofCategory('Structuring'), listAnswer([anAlert()]))
      .on('PATCH /api/unusual-activities/7/review', { body: anAlert({ reviewed: true }) });
    const user = openApp('/fraud?tab=categories');
    await user.click(await screen.findByRole('button', { name: 'Review Structuring, Dana Sample' }));
    expect(await screen.findByText('The unusual activity has been marked as reviewed.')).toBeVisible();
    expect(server.requestsTo('PATCH /api/unusual-activities/7/review')).toHaveLength(1);
  });

  it('the By Category tab shows a loading error of one category', async () => {
    const server = aFraudServer([anAlert()]).on(ofCategory('Structuring'), {
      status: 503,
      body: 'Service unavailable.',
    });
    const user = openApp('/fraud?tab=categories');
    expect(await screen.findByText('The alerts could not be loaded.')).toBeVisible();
    server.on(ofCategory('Structuring'), listAnswer([anAlert()]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Structuring' })).toBeVisible();
  });
});

describe('an empty ledger', () => {
  it('the fraud screen offers to import a file when the ledger is empty', async () => {
    aFraudServer([]).on('GET /api/unusual-activities/counts', {
      body: alertCounts({ transactions: 0, accounts: 0 }),
    });
    openApp('/fraud');
    expect(await screen.findByRole('link', { name: 'Import a file' })).toHaveAttribute('href', '/import');
  });
});

describe('filters', () => {
  it('alert list filters are read from the URL', async () => {
    const server = aFraudServer();
    const address =
      'search=dana&category=Structuring&activityType=structuring&riskLevel=high&reviewed=true&outcome=none' +
      '&assignee=12&memberId=4&from=2026-11-01&to=2026-11-30&due=true&sort=sarDueOn';
    openApp(`/fraud?${address}`);
    await cards();
    expect(lastAlertQuery(server)).toEqual({
      ...Object.fromEntries(new URLSearchParams(address)),
      page: '1',
      pageSize: '20',
    });
    expect(screen.getByLabelText('Search alerts')).toHaveValue('dana');
    expect(screen.getByLabelText('Start date')).toHaveValue('2026-11-01');
    expect(screen.getByRole('checkbox', { name: 'SAR due' })).toBeChecked();
    expect(screen.getByText('User #12')).toBeVisible();
    expect(screen.getByTitle('No outcome')).toBeVisible();
    expect(screen.getByText('SAR due first')).toBeVisible();
  });

  it('alert list filters are chosen from labels', async () => {
    const server = aFraudServer();
    const user = openApp('/fraud');
    await cards();
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.click(screen.getByLabelText('Activity type'));
    await user.click(await screen.findByText('BEC Pattern'));
    await waitFor(() => expect(lastAlertQuery(server)['activityType']).toBe('bec_pattern'));
    await user.click(screen.getByLabelText('Assigned to'));
    await user.click(await screen.findByText('Unassigned'));
    await waitFor(() => expect(lastAlertQuery(server)['assignee']).toBe('nobody'));
    await user.click(screen.getByRole('checkbox', { name: 'SAR due' }));
    await waitFor(() => expect(lastAlertQuery(server)['due']).toBe('true'));
    await user.type(screen.getByLabelText('Search alerts'), 'dana');
    await waitFor(() => expect(lastAlertQuery(server)['search']).toBe('dana'));
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it('the member filter that another screen set can be removed from the alert list', async () => {
    const server = aFraudServer();
    const user = openApp('/fraud?memberId=4');
    await user.click(await screen.findByRole('button', { name: /Member #4/ }));
    await waitFor(() => expect(lastAlertQuery(server)).toEqual(UNFILTERED_QUERY));
  });

  it('alert list filters can be cleared when nothing matches', async () => {
    const server = aFraudServer([]);
    const user = openApp('/fraud?search=unknown');
    expect(await screen.findByText('No alerts match the filters.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(lastAlertQuery(server)).toEqual(UNFILTERED_QUERY));
  });

  it('the alert list sends no request for a reversed date range', async () => {
    const server = aFraudServer();
    openApp('/fraud?from=2026-11-30&to=2026-11-01');
    expect(await screen.findByText('The end date is before the start date.')).toBeVisible();
    expect(server.requestsTo('GET /api/unusual-activities')).toHaveLength(0);
  });
});
