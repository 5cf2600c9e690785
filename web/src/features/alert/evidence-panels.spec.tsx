import type { DetectionPolicyView } from '@clearwatch/contracts/detection-policy.dto';
import { screen, waitFor, within } from '@testing-library/react';
import { openApp } from '../../testing/open-app.tsx';
import { barScale, formatFigure, formatThreshold } from './evidence-panels.tsx';
import { anEvidenceServer } from './testing/alert-drawer-fixtures.ts';

describe('figure bar', () => {
  it('the bar of a figure extends past the threshold line when the figure is above the threshold', () => {
    const scale = barScale({ value: '28000.00', threshold: '10000.00' });
    expect(scale?.filled).toBeCloseTo(89.29, 2);
    expect(scale?.line).toBeCloseTo(31.89, 2);
  });

  it('the bar of a figure ends before the threshold line when the figure is below the threshold', () => {
    const scale = barScale({ value: '1', threshold: '4' });
    expect(scale?.filled).toBeCloseTo(22.32, 2);
    expect(scale?.line).toBeCloseTo(89.29, 2);
  });

  it('the bar of a figure has its threshold line at the start for a threshold of zero', () => {
    expect(barScale({ value: '3', threshold: '0' })?.line).toBe(0);
  });

  it.each([
    ['0', '0'],
    ['-5.00', '10.00'],
    ['3', 'Infinity'],
    ['', 'none'],
  ])('the bar of a figure is not drawn for value %s and threshold %s', (value, threshold) => {
    expect(barScale({ value, threshold })).toBeNull();
  });
});

describe('figure format', () => {
  it.each([
    ['28200.00', 'USD', '$28,200.00'],
    ['1204', 'count', '1,204'],
    ['1', 'days', '1 day'],
    ['180', 'days', '180 days'],
    ['38.02', 'ratio', '38.02×'],
    ['12.5', 'percent', '12.5%'],
    ['4', 'hours', '4 hours'],
  ])('an evidence figure with value %s and unit %s is shown as %s', (value, unit, expected) => {
    expect(formatFigure({ value, unit })).toBe(expected);
  });

  it('the threshold of an evidence figure is shown in words', () => {
    const figure = { label: 'Total', value: '12.00', unit: 'USD', met: true } as const;
    expect(formatThreshold({ ...figure, comparison: '>=', threshold: '10.00' })).toBe('at least $10.00');
    expect(formatThreshold({ ...figure, comparison: '<', threshold: '10.00' })).toBe('less than $10.00');
  });
});

const VERSION = 'GET /api/detection/policy/versions/5';

function aPolicy({ usual, ruleVersion = 2 }: { usual: number; ruleVersion?: number }): DetectionPolicyView {
  const parameter = {
    name: 'threshold',
    unit: 'USD',
    scaling: 'fixed',
    meaning: 'Reporting threshold',
    example: 'with $10,000, a $9,999 credit counts',
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

describe('rule', () => {
  it('the rule of an alert shows its versions, parameters and regulation', async () => {
    anEvidenceServer();
    openApp('/?alert=7');
    const part = await rule();
    expect(part).toHaveTextContent('Structuring, rule version 2, policy version 5');
    expect(part).toHaveTextContent('Reporting threshold$10,000.00');
    expect(within(part).getByText('31 CFR 1010.314')).toBeVisible();
  });

  it('the rule of an alert marks parameters that the institution has changed', async () => {
    anEvidenceServer().on(VERSION, { body: aPolicy({ usual: 9_000 }) });
    openApp('/?alert=7');
    expect(await screen.findByText('Default $9,000.00')).toBeVisible();
  });

  it.each([
    ['are at their default', aPolicy({ usual: 10_000 })],
    ['belong to an older version of the rule', aPolicy({ usual: 9_000, ruleVersion: 3 })],
  ])('the rule of an alert does not mark parameters that %s', async (_what, policy) => {
    const server = anEvidenceServer().on(VERSION, { body: policy });
    openApp('/?alert=7');
    const part = await rule();
    await waitFor(() => expect(server.requestsTo(VERSION)).toHaveLength(1));
    expect(part).not.toHaveTextContent('Default');
  });
});
