import type { Fact, ReportDocument } from '@clearwatch/contracts/ai-reports';
import type request from 'supertest';
import { PAULA, type ReportsWorld, type TestUser } from './reports-world.ts';

/** The type that tests ask for when it does not matter. */
export const SMALL_TYPE = 'executive_summary';

/** A report with one figure. */
export const SMALL_REPORT: { document: ReportDocument; facts: Fact[] } = {
  document: {
    headline: [{ text: 'Credits came to ' }, { text: '$123.45', fact: 'F1' }, { text: '.' }],
    sections: [
      { title: 'What happened', blocks: [{ kind: 'paragraph', spans: [{ text: 'Nothing else.' }] }] },
    ],
  },
  facts: [{ id: 'F1', label: 'Credits', value: { kind: 'money', cents: 12_345 }, source: 'counted by hand' }],
};

export function askForReport(
  world: ReportsWorld,
  more: object = {},
  user: TestUser = PAULA,
): Promise<request.Response> {
  return world.post('/api/generate-report', { reportType: SMALL_TYPE, ...more }, user);
}
