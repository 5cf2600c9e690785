import { DEFAULT_NOTIFICATIONS, type NotificationSettings } from '@clearwatch/contracts/notifications.dto';
import { type NotificationEvent, recipientsOf, sarDueEvents } from './notification-events.repository.ts';

const colleague = (userId: number, over: Partial<NotificationSettings> = {}) => ({
  userId,
  role: 'User' as const,
  settings: { ...DEFAULT_NOTIFICATIONS, ...over },
});
const event = (over: Partial<NotificationEvent>): NotificationEvent => ({
  kind: 'high_alerts',
  subject: '1',
  onlyFor: null,
  exceptFor: null,
  subjectId: null,
  count: 3,
  label: null,
  actor: null,
  day: null,
  outcome: null,
  ...over,
});

describe('event recipients', () => {
  it('notification recipients are all users who have enabled that kind of event', () => {
    const staff = [colleague(1), colleague(2, { highAlerts: false }), colleague(3, { mediumAlerts: true })];
    expect(recipientsOf(event({}), staff)).toEqual([1, 3]);
    expect(recipientsOf(event({ kind: 'medium_alerts' }), staff)).toEqual([3]);
  });

  it('notification recipients never include the user who caused the event', () => {
    const staff = [colleague(1, { colleaguesImports: true }), colleague(2, { colleaguesImports: true })];
    expect(recipientsOf(event({ kind: 'import', exceptFor: 1 }), staff)).toEqual([2]);
  });

  it('an event about one user notifies only that user, if they have enabled that kind of event', () => {
    const staff = [colleague(1), colleague(2)];
    expect(recipientsOf(event({ kind: 'report', onlyFor: 2 }), staff)).toEqual([2]);
    expect(recipientsOf(event({ kind: 'report', onlyFor: 2 }), [colleague(2, { ownReports: false })])).toEqual([]);
    expect(recipientsOf(event({ kind: 'report', onlyFor: 9 }), staff)).toEqual([]);
  });
});

const staff = [
  { userId: 1, role: 'User' as const, settings: { ...DEFAULT_NOTIFICATIONS, sarDaysLeft: 7 } },
  { userId: 2, role: 'User' as const, settings: { ...DEFAULT_NOTIFICATIONS, sarDaysLeft: 3 } },
  { userId: 3, role: 'User' as const, settings: { ...DEFAULT_NOTIFICATIONS, sarDue: false } },
];
// Due on March 31.
const alert = { id: 40, detectedOn: '2026-03-01', owners: [1, 2, 3] };
const on = (today: string) => sarDueEvents([alert], { staff, today }).map(({ subject }) => subject);

describe('SAR due date notification', () => {
  it('a SAR due date notification is sent to each owner when the days left match their setting', () => {
    expect(on('2026-03-23')).toEqual([]);
    expect(on('2026-03-24')).toEqual(['40-1-ahead']);
    expect(on('2026-03-28')).toEqual(['40-1-ahead', '40-2-ahead']);
  });

  it('a SAR due date notification is sent again on the due date but not later', () => {
    expect(on('2026-03-31')).toEqual(['40-1-due', '40-2-due']);
    expect(on('2026-04-01')).toEqual([]);
  });

  it('a SAR due date notification states the date and is sent only to the owners of the alert', () => {
    expect(sarDueEvents([{ ...alert, owners: [2] }], { staff, today: '2026-03-30' })).toEqual([
      expect.objectContaining({
        onlyFor: 2,
        subjectId: 40,
        day: '2026-03-31',
        outcome: 'ahead',
      }),
    ]);
  });
});
