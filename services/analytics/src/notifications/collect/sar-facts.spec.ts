import { DEFAULT_NOTIFICATIONS } from '@clearwatch/contracts/notifications.dto';
import { sarFacts } from './sar-facts.ts';

const staff = [
  { userId: 1, settings: { ...DEFAULT_NOTIFICATIONS, sarDaysLeft: 7 } },
  { userId: 2, settings: { ...DEFAULT_NOTIFICATIONS, sarDaysLeft: 3 } },
  { userId: 3, settings: { ...DEFAULT_NOTIFICATIONS, sarDue: false } },
];
// Due on 31 March.
const alert = { id: 40, detectedOn: '2026-03-01', owners: [1, 2, 3] };
const on = (today: string) => sarFacts([alert], { staff, today }).map(({ subject }) => subject);

describe('the clock of thirty days', () => {
  it('is told to each owner when so many days are left as he has said', () => {
    expect(on('2026-03-23')).toEqual([]);
    expect(on('2026-03-24')).toEqual(['40-1-ahead']);
    expect(on('2026-03-28')).toEqual(['40-1-ahead', '40-2-ahead']);
  });

  it('is told once more on its day, and not after it', () => {
    expect(on('2026-03-31')).toEqual(['40-1-due', '40-2-due']);
    expect(on('2026-04-01')).toEqual([]);
  });

  it('says until when, and concerns nobody but the owners', () => {
    expect(sarFacts([{ ...alert, owners: [2] }], { staff, today: '2026-03-30' })).toEqual([
      expect.objectContaining({
        onlyFor: 2,
        tells: expect.objectContaining({ subjectId: 40, day: '2026-03-31', outcome: 'ahead' }),
      }),
    ]);
  });
});
