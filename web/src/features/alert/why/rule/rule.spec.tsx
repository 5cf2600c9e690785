import type { DetectionPolicyView } from '@clearwatch/contracts/detection-policy.dto';
import { screen, waitFor, within } from '@testing-library/react';
import { openApp } from '../../../../testing/render-app.tsx';
import { anEvidenceServer } from '../testing/an-evidence-server.ts';

const VERSION = 'GET /api/detection/policy/versions/5';

function aPolicy({ usual, ruleVersion = 2 }: { usual: number; ruleVersion?: number }): DetectionPolicyView {
  const parameter = {
    name: 'threshold',
    unit: 'USD',
    scaling: 'fixed',
    meaning: 'Reporting threshold',
    min: 1,
    max: 50_000,
  } as const;
  return {
    version: 5,
    sensitivity: 'medium',
    createdBy: 'lena',
    createdAt: '2026-11-01T08:00:00Z',
    reason: 'Fewer false positives',
    rules: [
      {
        activityType: 'structuring',
        category: 'Structuring',
        ruleVersion,
        sources: [],
        switchedOff: null,
        parameters: [{ ...parameter, default: usual, value: 10_000, effective: 10_000 }],
      },
    ],
  };
}
const rule = () => screen.findByRole('region', { name: 'The rule' });

describe('the rule of an alert', () => {
  it('is named with its versions, its numbers in force and its regulation', async () => {
    anEvidenceServer();
    openApp('/?alert=7');
    const part = await rule();
    expect(part).toHaveTextContent('Structuring, rule version 2, policy version 5');
    expect(part).toHaveTextContent('Reporting threshold$10,000.00');
    expect(within(part).getByText('31 CFR 1010.314')).toBeVisible();
  });

  it('marks numbers that the institution has changed', async () => {
    anEvidenceServer().on(VERSION, { body: aPolicy({ usual: 9_000 }) });
    openApp('/?alert=7');
    expect(await screen.findByText('Default $9,000.00')).toBeVisible();
  });

  it.each([
    ['are the default', aPolicy({ usual: 10_000 })],
    ['belong to a rule that has changed since', aPolicy({ usual: 9_000, ruleVersion: 3 })],
  ])('marks nothing of numbers that %s', async (_what, policy) => {
    const server = anEvidenceServer().on(VERSION, { body: policy });
    openApp('/?alert=7');
    const part = await rule();
    await waitFor(() => expect(server.requestsTo(VERSION)).toHaveLength(1));
    expect(part).not.toHaveTextContent('Default');
  });
});
