import { isSilenced } from './is-silenced.ts';

const silence = { accountNumber: '4711', activityType: 'structuring', until: '2026-06-30' };
const finding = { accountNumber: '4711', activityType: 'structuring', triggerDay: '2026-06-30' } as const;

describe('a silence of a rule about an account', () => {
  test('covers what is triggered until its last day', () => {
    expect(isSilenced(finding, [silence])).toBe(true);
    expect(isSilenced({ ...finding, triggerDay: '2020-01-01' }, [silence])).toBe(true);
    expect(isSilenced({ ...finding, triggerDay: '2026-07-01' }, [silence])).toBe(false);
  });

  test('covers neither other accounts nor other rules', () => {
    expect(isSilenced({ ...finding, accountNumber: '4712' }, [silence])).toBe(false);
    expect(isSilenced({ ...finding, activityType: 'large_credit' }, [silence])).toBe(false);
    expect(isSilenced(finding, [])).toBe(false);
  });

  test('is prolonged by one that follows', () => {
    const later = { ...silence, until: '2026-12-31' };
    expect(isSilenced({ ...finding, triggerDay: '2026-07-01' }, [silence, later])).toBe(true);
  });
});
