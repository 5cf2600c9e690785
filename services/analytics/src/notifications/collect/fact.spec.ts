import { DEFAULT_NOTIFICATIONS, type NotificationSettings } from '@clearwatch/contracts/notifications.dto';
import { type Fact, recipientsOf } from './fact.ts';

const colleague = (userId: number, over: Partial<NotificationSettings> = {}) => ({
  userId,
  settings: { ...DEFAULT_NOTIFICATIONS, ...over },
});
const fact = (over: Partial<Fact>): Fact => ({
  source: 'high_alerts',
  subject: '1',
  onlyFor: null,
  exceptFor: null,
  tells: { subjectId: null, count: 3, label: null, actor: null, day: null, outcome: null },
  ...over,
});

describe('who is told', () => {
  it('is everybody who wants to hear of that kind', () => {
    const staff = [colleague(1), colleague(2, { highAlerts: false }), colleague(3, { mediumAlerts: true })];
    expect(recipientsOf(fact({}), staff)).toEqual([1, 3]);
    expect(recipientsOf(fact({ source: 'medium_alerts' }), staff)).toEqual([3]);
  });

  it('is never who did it himself', () => {
    const staff = [colleague(1, { colleaguesImports: true }), colleague(2, { colleaguesImports: true })];
    expect(recipientsOf(fact({ source: 'import', exceptFor: 1 }), staff)).toEqual([2]);
  });

  it('is only whom it concerns, and not even he when he does not want to hear of it', () => {
    const staff = [colleague(1), colleague(2)];
    expect(recipientsOf(fact({ source: 'report', onlyFor: 2 }), staff)).toEqual([2]);
    expect(
      recipientsOf(fact({ source: 'report', onlyFor: 2 }), [colleague(2, { ownReports: false })]),
    ).toEqual([]);
    expect(recipientsOf(fact({ source: 'report', onlyFor: 9 }), staff)).toEqual([]);
  });
});
