import { isSuppressed } from './finding-to-alert.ts';

const suppression = { accountNumber: '4711', activityType: 'structuring', until: '2026-06-30' };
const finding = { accountNumber: '4711', activityType: 'structuring', triggerDay: '2026-06-30' } as const;

describe('rule suppression for an account', () => {
  test('a rule suppression covers triggers through its last day', () => {
    expect(isSuppressed(finding, [suppression])).toBe(true);
    expect(isSuppressed({ ...finding, triggerDay: '2020-01-01' }, [suppression])).toBe(true);
    expect(isSuppressed({ ...finding, triggerDay: '2026-07-01' }, [suppression])).toBe(false);
  });

  test('a rule suppression does not cover other accounts or rules', () => {
    expect(isSuppressed({ ...finding, accountNumber: '4712' }, [suppression])).toBe(false);
    expect(isSuppressed({ ...finding, activityType: 'large_credit' }, [suppression])).toBe(false);
    expect(isSuppressed(finding, [])).toBe(false);
  });

  test('a rule suppression can be extended by a later suppression', () => {
    const later = { ...suppression, until: '2026-12-31' };
    expect(isSuppressed({ ...finding, triggerDay: '2026-07-01' }, [suppression, later])).toBe(true);
  });
});
