import { act, screen, waitFor, within } from '@testing-library/react';
import { aNotification } from '../../testing/api-core-fixtures.ts';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const GET = 'GET /api/notifications';
const READ = 'POST /api/notifications/read';
const first = aNotification();
const anImport = (readAt: string | null) =>
  aNotification({
    id: 8,
    kind: 'import',
    outcome: 'stored',
    subjectId: 12,
    label: 'n.ach',
    actor: 'ben',
    readAt,
  });
const second = anImport(null);

describe('notifications', () => {
  it('the notification bell shows the unread count, lists notifications and links to their subjects', async () => {
    const server = aSignedInServer()
      .on(GET, { body: { unread: 2, newest: [second, first] } })
      .on(READ, { body: { unread: 1, newest: [anImport(first.createdAt), first] } });
    const user = openApp('/import');
    await user.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
    const drawer = await screen.findByRole('dialog', { name: 'Notifications' });
    expect(window.location.search).toBe('?dialog=notifications');
    const links = within(drawer).getAllByRole('listitem');
    expect(links[0]).toHaveTextContent('Import finishedNewn.ach, imported by benNov 20, 2026 09:30');
    await user.click(within(drawer).getByRole('link', { name: /Import finished/ }));
    expect(server.requestsTo(READ)[0]?.body).toEqual({ id: 8, andOlder: false });
    await waitFor(() => expect(window.location.search).toBe('?import=12'));
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeInTheDocument();
  });

  it('the notification drawer marks all notifications as read and shows an empty text', async () => {
    const server = aSignedInServer()
      .on(GET, { body: { unread: 1, newest: [first] } })
      .on(READ, { body: { unread: 0, newest: [] } });
    const user = openApp('/import');
    await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
    const drawer = await screen.findByRole('dialog', { name: 'Notifications' });
    await user.click(within(drawer).getByRole('button', { name: 'Mark all as read' }));
    expect(server.requestsTo(READ)[0]?.body).toEqual({ id: 7, andOlder: true });
    expect(await within(drawer).findByText(/^No notifications yet/)).toBeVisible();
    expect(within(drawer).getByRole('link', { name: 'Choose your notifications' })).toHaveAttribute(
      'href',
      '/settings?section=notifications',
    );
  });

  it('a toast appears for new notifications only, not for older ones', async () => {
    const server = aSignedInServer().on(GET, { body: { unread: 1, newest: [first] } });
    openApp('/import');
    await screen.findByRole('button', { name: 'Notifications, 1 unread' });
    expect(screen.queryByText('Import finished')).not.toBeInTheDocument();
    server.on(GET, { body: { unread: 2, newest: [second, first] } });
    act(() => FakeEventSource.emit({ type: 'notifications.added', notifications: 1 }));
    expect(await screen.findByText('Import finished')).toBeVisible();
    expect(screen.getByText('n.ach, imported by ben')).toBeVisible();
  });
});

// cspell:ignore newn
