import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { aUser, aView } from '../../testing/api-core-fixtures.ts';
import { aMembersOverview } from '../../testing/api-member-fixtures.ts';
import { heldAnswer } from '../../testing/fake-server.ts';
import { aSearchableServer, listAnswer, SEARCH_TRACE_NUMBER } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

/** No screen exists here, so little code is loaded. */
const NOWHERE = '/nowhere';
const KEY = '{Control>}k{/Control}';
const field = () => screen.findByRole('combobox', { name: /^Search screens/ });
const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const group = async (name: RegExp) => within(await screen.findByRole('group', { name }));
const active = async () =>
  document.getElementById((await field()).getAttribute('aria-activedescendant') ?? '')?.textContent;

/** Opens the palette after the application has loaded. */
async function openPalette(): Promise<UserEvent> {
  const user = openApp(NOWHERE);
  await screen.findByRole('button', { name: /^Search or jump/ });
  await user.keyboard(KEY);
  await field();
  return user;
}

/** Types into the palette and waits for the results. */
async function typed(text: string): Promise<UserEvent> {
  const user = await openPalette();
  await user.keyboard(text);
  await waitFor(() => expect(screen.queryByText('Searching…')).not.toBeInTheDocument());
  return user;
}

describe('search and actions', () => {
  it('the command palette opens by shortcut and by button and returns the focus when it closes', async () => {
    aSearchableServer();
    const user = await openPalette();
    expect(await field()).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const button = screen.getByRole('button', { name: /^Search or jump/ });
    expect(button).toHaveTextContent('CtrlK');
    await user.click(button);
    expect(await screen.findByRole('dialog', { name: 'Search' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Esc, close' }));
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('the command palette keeps letters typed before its field appears', async () => {
    aSearchableServer();
    const user = openApp(NOWHERE);
    await screen.findByRole('button', { name: /^Search or jump/ });
    await user.keyboard(`${KEY}empx{Backspace}loyers`);
    await waitFor(async () => expect(await field()).toHaveValue('employers'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe('/companies'));
  });

  it('the command palette does not capture letters after it closes', async () => {
    aSearchableServer();
    const user = openApp(NOWHERE);
    await screen.findByRole('button', { name: /^Search or jump/ });
    await user.keyboard(`${KEY}${KEY}?`);
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
  });

  it('the command palette finds a screen by a keyword', async () => {
    aSearchableServer();
    const user = await openPalette();
    await user.keyboard('employers');
    expect(await active()).toContain('Company Analysis');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe('/companies'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(document.getElementById('content')).toHaveFocus();
  });

  it('the command palette offers only the screens that the role can open', async () => {
    aSearchableServer().on('GET /api/auth/user', { body: aUser({ role: 'User' }) });
    await openPalette();
    expect(names().filter((name) => /Management|Audit/.test(name ?? ''))).toEqual([]);
    expect(names()).toContainEqual(expect.stringContaining('Fraud Detection'));
  });

  it('the command palette finds a few results of each kind with totals and highlights matches', async () => {
    const server = aSearchableServer();
    await typed('sample');
    expect((await group(/^Members 1 of 1,234/)).getByRole('option', { name: /Dana Sample/ })).toHaveTextContent(
      'Account ***0017',
    );
    expect((await group(/^Companies 1$/)).getByRole('option', { name: /Sample Stores/ })).toBeVisible();
    expect((await group(/^Alerts 1$/)).getByRole('option', { name: /No\. 21/ })).toBeVisible();
    expect((await group(/^Imports 1$/)).getByRole('option', { name: /sample ?-may\.ach/ })).toBeVisible();
    expect((await group(/^AI reports 1$/)).getByRole('option', { name: /Sample of the year/ })).toHaveTextContent(
      'in progress',
    );
    expect(screen.queryByRole('group', { name: /Transactions|Saved filters/ })).not.toBeInTheDocument();
    expect(screen.getAllByText('Sample', { selector: 'mark' }).length).toBeGreaterThan(2);
    for (const path of ['/api/members', '/api/companies/summary', '/api/unusual-activities'] as const)
      expect(server.requestsTo(`GET ${path}`).at(-1)?.path).toContain('page=1&pageSize=5');
  });

  it('the command palette shows the full account number when part of it was typed', async () => {
    aSearchableServer();
    await typed('0001');
    expect((await group(/^Members/)).getByRole('option', { name: /Dana Sample/ })).toHaveTextContent('Account 100017');
  });

  it('the arrow keys move through the results of the command palette, wrap around, and reach the full list', async () => {
    aSearchableServer();
    const user = await typed('sample');
    expect(await active()).toContain('Dana Sample');
    await user.keyboard('{ArrowUp}');
    expect(await active()).toContain('Sample of the year');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(await active()).toBe('Show all 1,234 members');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(window.location.search).toBe('?search=sample'));
    expect(window.location.pathname).toBe('/analysis');
  });

  it('the command palette finds a transaction by trace number and requests it only when it is opened', async () => {
    const server = aSearchableServer();
    const user = await typed(SEARCH_TRACE_NUMBER);
    expect(server.requestsTo('POST /api/reports/transactions')[0]?.body).toEqual({
      checkTracerNumber: SEARCH_TRACE_NUMBER,
    });
    expect(server.seen.filter(({ path }) => /^\/api\/(transactions|unusual-activities)\/\d/.test(path))).toEqual([]);
    await user.click(await screen.findByRole('option', { name: /Trace 121042880000042/ }));
    await waitFor(() => expect(window.location.search).toBe('?transaction=9001'));
    expect(window.location.pathname).toBe(NOWHERE);
  });

  it('the command palette finds an alert by its number and opens it above the page', async () => {
    const server = aSearchableServer();
    const user = await typed('21');
    const requested = server.requestsTo('GET /api/unusual-activities').map(({ path }) => path);
    expect(requested).toContain('/api/unusual-activities?id=21&page=1&pageSize=5');
    await user.click(await screen.findByRole('option', { name: /No\. 21/ }));
    await waitFor(() => expect(window.location.search).toBe('?alert=21'));
  });

  it('the command palette finds a saved view by name and opens its list with its columns', async () => {
    aSearchableServer()
      .on('GET /api/members/summary', { body: aMembersOverview() })
      .on('GET /api/views?screen=members', {
        body: [aView({ name: 'Quiet', query: 'activity=old&page=2', hiddenColumns: ['Monthly Bills'] })],
      });
    const user = await typed('quiet');
    const views = await group(/^Saved views 1$/);
    expect(views.getByRole('option')).toHaveTextContent('QuietCustomer Analysis · Activity: old');
    await user.click(views.getByRole('option'));
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/analysis?activity=old'));
    expect(await screen.findByRole('button', { name: 'View: Quiet' })).toBeVisible();
    expect(screen.queryByRole('columnheader', { name: /Monthly Bills/ })).not.toBeInTheDocument();
  });

  it('the command palette offers views of the audit log only to admins', async () => {
    const server = aSearchableServer().on('GET /api/auth/user', { body: aUser({ role: 'User' }) });
    await typed('quiet');
    expect(server.requestsTo('GET /api/views').map(({ path }) => path)).toEqual(
      ['members', 'companies', 'fraud'].map((list) => `/api/views?screen=${list}`),
    );
  });

  it('the command palette sends one request for text typed without a pause', async () => {
    const server = aSearchableServer();
    await typed('dana');
    expect(server.requestsTo('GET /api/members').map(({ path }) => path)).toEqual([
      '/api/members?search=dana&page=1&pageSize=5',
    ]);
  });

  it('the command palette does not choose outdated results on Enter', async () => {
    const server = aSearchableServer();
    const user = await typed('dana');
    const answer = heldAnswer(listAnswer([]));
    server.on('GET /api/members', answer.respond);
    await user.keyboard('x{Enter}');
    expect(window.location.pathname).toBe(NOWHERE);
    expect(screen.getByText('Searching…')).toBeInTheDocument();
    answer.release();
    await waitFor(() => expect(screen.queryByRole('group', { name: /^Members/ })).not.toBeInTheDocument());
  });

  it('the command palette names a source that failed, shows other results, and retries', async () => {
    const server = aSearchableServer().on('GET /api/members', { status: 503, body: 'Not now.' });
    const user = await typed('sample');
    const members = await group(/^Members$/);
    const again = members.getByRole('option', { name: 'Members could not be searched. Try again.' });
    expect((await group(/^Companies/)).getByRole('option')).toBeVisible();
    // The retry option is not a result.
    const found = screen.getAllByRole('option').length - 1;
    expect(await screen.findByText(`${found} results. Some results could not be loaded.`)).toBeInTheDocument();
    server.on('GET /api/members', listAnswer([]));
    await user.click(again);
    await waitFor(() => expect(screen.queryByRole('group', { name: /^Members/ })).not.toBeInTheDocument());
    expect(await field()).toHaveFocus();
  });

  it('the command palette explains the minimum length, and what can be searched when nothing is found', async () => {
    const server = aSearchableServer();
    for (const path of ['members', 'companies/summary', 'unusual-activities', 'imports', 'reports'])
      server.on(`GET /api/${path}`, listAnswer([]));
    const user = await typed('q');
    expect(screen.getByText(/Type one more letter to search members/)).toBeInTheDocument();
    expect(server.requestsTo('GET /api/members')).toEqual([]);
    await user.keyboard('qq');
    expect(await screen.findByText('No results for “qqq”')).toBeVisible();
    expect(screen.getByText(/members by name or account number/)).toBeVisible();
  });

  it('the command palette offers recent targets without storing them in the browser', async () => {
    aSearchableServer();
    const user = await typed('sample');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe('/analysis/member/Dana/Sample'));
    await user.keyboard(KEY);
    expect((await group(/^Recent$/)).getByRole('option', { name: /Dana Sample/ })).toBeVisible();
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('Dana');
  });

  it('the command palette runs the offered actions', async () => {
    const server = aSearchableServer().on('POST /api/unusual-activities/next', { body: { id: null } });
    const user = await openPalette();
    await user.keyboard('dark{Enter}');
    await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'dark'));
    await user.keyboard(`${KEY}next alert{Enter}`);
    expect(await screen.findByText('No Alerts Waiting')).toBeVisible();
    expect(server.requestsTo('POST /api/unusual-activities/next')).toHaveLength(1);
    await user.keyboard(`${KEY}manual{Enter}`);
    expect(await screen.findByRole('dialog', { name: 'User Guide' })).toBeInTheDocument();
  });
});

// cspell:ignore loyers
