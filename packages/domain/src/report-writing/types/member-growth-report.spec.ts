import type { Membership } from '../sections/membership-sections.ts';
import { composeReport, malformedSentences, reportScope, unverifiedStatements } from '../testing/compose-report.ts';
import { NO_MEMBERS, SOME_MEMBERS, someFlows } from '../testing/report-fixtures.ts';
import { memberGrowthAnalysis } from './member-base-reports.ts';

const write = (membership: Membership, scope = reportScope()) =>
  composeReport(memberGrowthAnalysis, { flows: someFlows(), membership }, scope);

describe('member growth analysis', () => {
  test('a member growth analysis opens with the change in active members and its components', () => {
    expect(write(SOME_MEMBERS).headline).toBe(
      'Active members rose 10.0% to 110. In the period, 20 members were new, 15 returned after a pause and 25 went quiet.',
    );
  });

  test('a member growth analysis reconciles active members with the previous period', () => {
    const report = write(SOME_MEMBERS);
    expect(report.rows('What changed, and why')).toEqual([
      ['Active in the previous period', '100'],
      ['New: first entry in the period', '20'],
      ['Returned after a pause', '15'],
      ['Went quiet', '25'],
      ['Active in the period', '110'],
      ['Difference', '10'],
    ]);
    expect(report.prose('What changed, and why')).toBe(
      '75 members active in the previous period stayed active (75.0%).',
    );
  });

  test('a member growth analysis describes new and quiet members with their credits and companies', () => {
    const report = write(SOME_MEMBERS);
    expect(report.prose('New members')).toBe(
      'The number of new members rose 25.0% to 20. They received $6,000, 5.0% of all credits.',
    );
    expect(report.rows('Who went quiet')[0]).toEqual(['Ana Sample', '***0001', '$4,000.00', '7', 'Jul 30, 2026']);
  });

  test('a member growth analysis recommends calls to members whose credits stopped and to employers, not the government', () => {
    expect(write(SOME_MEMBERS).prose('Recommended actions').split('\n')).toEqual([
      'Member services: call Ana Sample (***0001), whose regular credits stopped: $4,000 in credits in the previous period, and credits in 7 months of the year before the period.',
      'Business development: RIVERTON SCHOOLS paid 4 new members, the most of any likely employer; ask whether it would recommend the credit union to its other staff.',
    ]);
  });

  test('a member growth analysis advises management when active members decline', () => {
    expect(
      write({ ...SOME_MEMBERS, active: 95, quiet: 40, quietFirst: [], arrivedThrough: [] }).prose(
        'Recommended actions',
      ),
    ).toBe(
      'Management: find out why fewer members are active than in the previous period (95, down from 100); start with the companies that paid the members who went quiet.',
    );
  });

  test('a member growth analysis identifies no new members in a new ledger', () => {
    const report = write(SOME_MEMBERS, reportScope({ firstDay: '2026-06-15' }));
    expect(report.headline).toBe(
      'Active members rose 10.0% to 110. In the period, 15 returned after a pause and 25 went quiet.',
    );
    expect(report.titles).not.toContain('New members');
  });

  test.each([
    ['as usual', SOME_MEMBERS, reportScope()],
    ['in the ledger’s first period', SOME_MEMBERS, reportScope({ firstDay: '2026-08-01' })],
    ['without members', NO_MEMBERS, reportScope()],
  ])('a member growth analysis binds every figure to a fact: %s', (_which, membership, scope) => {
    const report = write(membership, scope);
    expect(unverifiedStatements(report)).toEqual([]);
    expect(malformedSentences(report)).toEqual([]);
  });
});
