import { aNotification } from '../testing/a-notification.ts';
import { newsIn } from './news-in.ts';

const list = (...newest: ReturnType<typeof aNotification>[]) => ({ unread: newest.length, newest });

describe('the news in a list', () => {
  it('are what is newer than what is known, and unread', () => {
    expect(newsIn(list(aNotification({ id: 7 })), 7)).toBeNull();
    expect(newsIn(list(aNotification({ id: 8, readAt: '2026-11-20T09:00:00Z' })), 7)).toBeNull();
    expect(newsIn(list(aNotification({ id: 8 }), aNotification({ id: 7 })), 7)).toEqual({
      title: 'New high-risk alerts',
      description: 'Detection has raised 3 high-risk alerts',
    });
  });

  it('are one toast, however many there are', () => {
    expect(newsIn(list(aNotification({ id: 9 }), aNotification({ id: 8 })), 7)).toEqual({
      title: '2 new notifications',
      description: 'The newest: New high-risk alerts. Detection has raised 3 high-risk alerts.',
    });
  });
});
