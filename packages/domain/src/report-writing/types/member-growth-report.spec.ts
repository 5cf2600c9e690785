import type { Membership } from '../sections/membership-sections.ts';
import {
  composeReport,
  malformedSentences,
  reportScope,
  unverifiedStatements,
} from '../testing/compose-report.ts';
import { NO_MEMBERS, SOME_MEMBERS, someFlows } from '../testing/report-fixtures.ts';
import { memberGrowthAnalysis } from './member-base-reports.ts';

const write = (membership: Membership, scope = reportScope()) =>
  composeReport(memberGrowthAnalysis, { flows: someFlows(), membership }, scope);

describe('a member growth analysis', () => {
  test('says whether active members became more, and by whom', () => {
    expect(write(SOME_MEMBERS).headline).toBe(
      'Active members rose 10.0% to 110. In the period 20 members were new, 15 came back after a pause and 25 went quiet.',
    );
  });

  test('adds up from the period before to this one', () => {
    const report = write(SOME_MEMBERS);
    expect(report.rows('What changed, and why')).toEqual([
      ['Active in the period before', '100'],
      ['New: first entry of all in the period', '20'],
      ['Back after a pause', '15'],
      ['Gone quiet', '25'],
      ['Active in the period', '110'],
      ['Difference', '10'],
    ]);
    expect(report.prose('What changed, and why')).toBe(
      '75 members of the period before stayed active (75.0%).',
    );
  });

  test('says who came and went with their money and through whom', () => {
    const report = write(SOME_MEMBERS);
    expect(report.prose('Who came')).toBe(
      'The number of new members rose 25.0% to 20. They received $6,000, 5.0% of all credits.',
    );
    expect(report.rows('Who went quiet')[0]).toEqual([
      'Ana Sample',
      '***0001',
      '$4,000.00',
      '7',
      'Jul 30, 2026',
    ]);
  });

  test('sends staff to those whose regular money stopped and to employers, not to the government', () => {
    expect(write(SOME_MEMBERS).prose('Recommended actions').split('\n')).toEqual([
      'Member services: call Ana Sample (***0001), whose regular credits stopped: $4,000 came in during the period before, and money in 7 months of the year before.',
      'Business development: RIVERTON SCHOOLS paid 4 new members, the most of all companies that may be employers; ask whether it would name the institution to its other staff.',
    ]);
  });

  test('tells management when members become fewer', () => {
    expect(
      write({ ...SOME_MEMBERS, active: 95, quiet: 40, quietFirst: [], arrivedThrough: [] }).prose(
        'Recommended actions',
      ),
    ).toBe(
      'Management: find out why fewer members are active than in the period before (95 after 100); begin with the companies whose paid members went quiet.',
    );
  });

  test('calls nobody new in a ledger that has just begun', () => {
    const report = write(SOME_MEMBERS, reportScope({ firstDay: '2026-06-15' }));
    expect(report.headline).toBe(
      'Active members rose 10.0% to 110. In the period 15 came back after a pause and 25 went quiet.',
    );
    expect(report.titles).not.toContain('Who came');
  });

  test.each([
    ['as usual', SOME_MEMBERS, reportScope()],
    ['in the ledger’s first period', SOME_MEMBERS, reportScope({ firstDay: '2026-08-01' })],
    ['with nobody', NO_MEMBERS, reportScope()],
  ])('states nothing that is no fact, %s', (_which, membership, scope) => {
    const report = write(membership, scope);
    expect(unverifiedStatements(report)).toEqual([]);
    expect(malformedSentences(report)).toEqual([]);
  });
});
