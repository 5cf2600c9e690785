import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { formatDateTime } from '../../lib/date-format.ts';
import { anAuditEvent, aStaffUser, aUser } from '../../testing/api-core-fixtures.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const EVENTS = 'GET /api/audit-events';

function aServerWithEvents(events = [anAuditEvent()], total = events.length): FakeServer {
  return aSignedInServer()
    .on(EVENTS, listAnswer(events, total))
    .on('GET /api/users', listAnswer([aStaffUser()]));
}

const theTable = () => screen.findByRole('table', { name: 'Audit events' });
const lastQuery = (server: FakeServer) => server.requestsTo(EVENTS).at(-1)?.path.split('?')[1];

describe('event list', () => {
  it('the audit log shows time, user, action, subject, address and details', async () => {
    aServerWithEvents();
    openApp('/audit-log');
    const table = within(await theTable());
    expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'When',
      'Who',
      'What',
      'Subject',
      'Address',
      'Details',
    ]);
    expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      'Nov 20, 2026 09:14:07 UTC',
      'adminAdmin',
      'Role changed',
      'User dana',
      '10.20.1.14',
      'From: User · To: Admin',
    ]);
  });

  it('the audit log is not reachable for users who are not admins', async () => {
    const server = aServerWithEvents().on('GET /api/auth/user', { body: aUser({ role: 'User' }) });
    openApp('/audit-log');
    expect(await screen.findByText('404 Page Not Found')).toBeVisible();
    expect(server.requestsTo(EVENTS)).toHaveLength(0);
  });

  it('the audit log shows all details of an event next to the list', async () => {
    aServerWithEvents();
    const user = openApp('/audit-log');
    await user.click(within(await theTable()).getByText('Role changed'));
    const drawer = within(await screen.findByRole('dialog'));
    expect(drawer.getByText('Event #812')).toBeInTheDocument();
    expect(drawer.getByText('ab'.repeat(32))).toBeInTheDocument();
    expect(drawer.getByText('req-42')).toBeInTheDocument();
    expect(drawer.getByText('#812')).toBeInTheDocument();
    expect(drawer.getByText('user.role_changed')).toBeInTheDocument();
    expect(drawer.getByText(`(${anAuditEvent().at})`)).toBeInTheDocument();
    expect(drawer.getByText('In your time zone').nextSibling).toHaveTextContent(formatDateTime(anAuditEvent().at));
  });

  it('the audit log opens the event in the URL even if no loaded page contains it', async () => {
    aServerWithEvents().on('GET /api/audit-events/7', {
      body: Object.assign(anAuditEvent(), { seq: 7, requestId: 'req-of-long-ago' }),
    });
    openApp('/audit-log?event=7');
    const drawer = within(await screen.findByRole('dialog'));
    expect(await drawer.findByText('req-of-long-ago')).toBeInTheDocument();
    expect(drawer.getByText('Event #7')).toBeInTheDocument();
  });

  it('the audit log reports an unknown event in the URL', async () => {
    aServerWithEvents().on('GET /api/audit-events/7', { status: 404, body: 'There is no such event.' });
    openApp('/audit-log?event=7');
    const drawer = within(await screen.findByRole('dialog'));
    expect(await drawer.findByText(/^No event has this number/)).toBeInTheDocument();
  });

  it('an audit event links to all events about its subject', async () => {
    const server = aServerWithEvents();
    const user = openApp('/audit-log?search=role&page=2');
    await user.click(within(await theTable()).getByText('Role changed'));
    const drawer = within(await screen.findByRole('dialog'));
    await user.click(drawer.getByRole('button', { name: 'Events about User dana' }));
    await waitFor(() => expect(lastQuery(server)).toBe('subjectType=user&subjectId=2&page=1&pageSize=50'));
    expect(window.location.search).toBe('?subjectType=user&subjectId=2');
    await user.click(screen.getByRole('button', { name: /About User #2/ }));
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it('the audit log shows an unknown action by its name', async () => {
    const unknown = Object.assign(anAuditEvent(), { action: 'vault.opened', subjectType: 'vault' });
    aServerWithEvents([unknown]);
    openApp('/audit-log');
    const table = within(await theTable());
    expect(table.getByText('vault.opened')).toBeVisible();
    expect(table.getByText('vault dana')).toBeVisible();
  });
});

describe('filters and pages', () => {
  it('the audit log uses the filters in the URL', async () => {
    const server = aServerWithEvents([anAuditEvent()], 120);
    openApp('/audit-log?search=dana&action=user&actorId=2&from=2026-11-01&to=2026-11-20&page=2');
    await theTable();
    expect(lastQuery(server)).toBe(
      'search=dana&action=user&actorId=2&from=2026-11-01&to=2026-11-20&page=2&pageSize=50',
    );
    expect(screen.getByLabelText('Search the audit log')).toHaveValue('dana');
    expect(screen.getByLabelText('Start date (UTC)')).toHaveValue('2026-11-01');
    expect(screen.getByText('Users: all')).toBeVisible();
    expect(await screen.findByText('51–51 of 120')).toBeVisible();
  });

  it('the audit log searches after a typing pause and updates the URL', async () => {
    const server = aServerWithEvents();
    const user = openApp('/audit-log?page=2');
    await theTable();
    await user.type(screen.getByLabelText('Search the audit log'), 'dana 100%');
    await waitFor(() => expect(lastQuery(server)).toBe('search=dana+100%25&page=1&pageSize=50'));
    expect(window.location.search).toBe('?search=dana+100%25');
    expect(server.requestsTo(EVENTS)).toHaveLength(2);
  });

  it('a filter chosen before the typing pause of the search is kept in the audit log', async () => {
    const server = aServerWithEvents();
    const user = openApp('/audit-log');
    await theTable();
    await user.click(screen.getByLabelText('Action'));
    const choice = await screen.findByTitle('Sign-in failed');
    fireEvent.change(screen.getByLabelText('Search the audit log'), { target: { value: 'dana' } });
    fireEvent.click(choice);
    await waitFor(() => expect(window.location.search).toContain('search=dana'));
    expect(window.location.search).toBe('?search=dana&action=session.sign_in_failed');
    await waitFor(() => expect(lastQuery(server)).toBe('search=dana&action=session.sign_in_failed&page=1&pageSize=50'));
  });

  it('the audit log can be filtered by action and by user', async () => {
    const server = aServerWithEvents();
    const user = openApp('/audit-log');
    await theTable();
    await user.click(screen.getByLabelText('Action'));
    await user.click(await screen.findByTitle('Sign-in failed'));
    await waitFor(() => expect(lastQuery(server)).toBe('action=session.sign_in_failed&page=1&pageSize=50'));
    await user.click(screen.getByLabelText('By user'));
    await user.click(await screen.findByTitle('dana'));
    await waitFor(() => expect(window.location.search).toBe('?action=session.sign_in_failed&actorId=2'));
  });

  it('the audit log loads pages from the server with the total', async () => {
    const page = Array.from({ length: 50 }, (_, n) => anAuditEvent({ seq: 200 - n }));
    const server = aServerWithEvents(page, 120);
    const user = openApp('/audit-log');
    expect(await screen.findByText('1–50 of 120')).toBeVisible();
    await user.click(screen.getByRole('listitem', { name: '3' }));
    await waitFor(() => expect(lastQuery(server)).toBe('page=3&pageSize=50'));
    expect(window.location.search).toBe('?page=3');
  });

  it('the audit log follows the browser’s Back button', async () => {
    const server = aServerWithEvents([anAuditEvent()], 120);
    const user = openApp('/audit-log');
    await theTable();
    await user.click(screen.getByRole('listitem', { name: '2' }));
    await waitFor(() => expect(lastQuery(server)).toBe('page=2&pageSize=50'));
    window.history.back();
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(await screen.findByText('1–1 of 120')).toBeVisible();
  });

  it('the audit log reports that no events match, and its filters can be cleared', async () => {
    const server = aServerWithEvents([]);
    const user = openApp('/audit-log?search=unknown');
    expect(await screen.findByText('No events match these filters.')).toBeVisible();
    server.on(EVENTS, listAnswer([anAuditEvent()]));
    const [clear] = screen.getAllByRole('button', { name: 'Clear filters' });
    if (clear) await user.click(clear);
    expect(await theTable()).toBeVisible();
    expect(screen.getByLabelText('Search the audit log')).toHaveValue('');
  });

  it('an empty audit log shows that there are no events yet', async () => {
    aServerWithEvents([]);
    openApp('/audit-log');
    expect(await screen.findByText(/No events yet/)).toBeVisible();
    expect(screen.getByRole('button', { name: /Export CSV/ })).toBeDisabled();
  });

  it('a page past the end of the audit log offers the first page', async () => {
    const server = aServerWithEvents([], 3);
    const user = openApp('/audit-log?page=9');
    server.on(EVENTS, listAnswer([], 3));
    await user.click(await screen.findByRole('button', { name: 'Go to the first page' }));
    await waitFor(() => expect(lastQuery(server)).toBe('page=1&pageSize=50'));
  });

  it('the audit log sends no request when the end date precedes the start date', async () => {
    const server = aServerWithEvents();
    openApp('/audit-log?from=2026-11-20&to=2026-11-01');
    expect(await screen.findByText('The end date is before the start date.')).toBeVisible();
    expect(server.requestsTo(EVENTS)).toHaveLength(0);
  });

  it('the audit log reports a load error with the request ID', async () => {
    const server = aServerWithEvents().on(EVENTS, {
      status: 503,
      body: 'The database is not available.',
      headers: { 'X-Request-Id': 'req-9' },
    });
    const user = openApp('/audit-log');
    expect(await screen.findByText('The audit log could not be loaded.')).toBeVisible();
    expect(screen.getByText('Request req-9')).toBeVisible();
    server.on(EVENTS, listAnswer([anAuditEvent()]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await theTable()).toBeVisible();
  });

  it('the audit log reports a failed refresh and keeps its events', async () => {
    const answer = heldAnswer({ status: 503, body: 'The database is not available.' });
    const server = aServerWithEvents();
    const user = openApp('/audit-log');
    await theTable();
    server.on(EVENTS, answer.respond);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('button', { name: 'Refreshing...' })).toBeDisabled();
    answer.release();
    expect(await screen.findByText('The database is not available.')).toBeVisible();
    expect(await theTable()).toBeVisible();
  });
});
