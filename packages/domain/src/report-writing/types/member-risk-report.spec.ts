import type { MemberRisk } from '../sections/member-risk-sections.ts';
import { composeReport, malformedSentences, reportScope, unverifiedStatements } from '../testing/compose-report.ts';
import { NO_RISK, someFlows, someMemberRisk } from '../testing/report-fixtures.ts';
import { memberRiskAnalysis } from './member-base-reports.ts';

const write = (data: MemberRisk, scope = reportScope()) =>
  composeReport(memberRiskAnalysis, { flows: someFlows(), risk: data }, scope);

describe('member risk analysis', () => {
  test('a member risk analysis opens with the members at risk and the first to review', () => {
    expect(write(someMemberRisk()).headline).toBe(
      'Of 200 members, 3 are at high risk and 1 at medium risk as of Aug 31, 2026. Review Ana Sample (***0001) first: ' +
        '2 open high-risk alerts. Start with the alert for possible Structuring, $9,500.00.',
    );
  });

  test('a member risk analysis states which alert categories grew or shrank and how many members have a first alert', () => {
    expect(write(someMemberRisk()).prose('What changed')).toBe(
      '4 members had high- or medium-risk alerts in the period, up from 2. 3 of them had no such alert before. ' +
        'More members had alerts in Structuring (3, up from 0). Fewer members had alerts in Unauthorized ACH (1, down from 2).',
    );
  });

  test('a member risk analysis makes no comparison with days before the ledger begins', () => {
    const report = write(someMemberRisk(), reportScope({ firstDay: '2026-08-01' }));
    expect(report.prose('What changed')).toBe(
      '4 members had high- or medium-risk alerts in the period. 3 of them had no such alert before.',
    );
    expect(report.rows('What changed')).toEqual([
      ['Structuring', '3'],
      ['Unauthorized ACH', '1'],
    ]);
  });

  test('a member risk analysis lists members to review with their alerts, and members with a shortfall', () => {
    const report = write(someMemberRisk());
    expect(report.rows('Members to review first')).toEqual([
      ['Ana Sample', '***0001', '2', '1', 'Structuring', '$9,500.00', 'Aug 3, 2026', '$12,000.00', '$300.00'],
    ]);
    expect(report.document.sections[0]?.blocks.at(-1)).toEqual({ kind: 'alerts', alertIds: [7, 9] });
    expect(report.rows('Bills above income')).toEqual([['Ben Low', '***0002', '$1,000.00', '$1,500.00', '$500.00']]);
    expect(report.rows('Risk across members')[0]).toEqual(['High', '3', '1.5%', '$15,000.00', '$400.00']);
  });

  test('a member risk analysis recommends actions with figures and reasons', () => {
    expect(write(someMemberRisk()).prose('Recommended actions').split('\n')).toEqual([
      'Fraud analysts: review Ana Sample (***0001), who has 2 open high-risk alerts. Start with the alert for possible Structuring, $9,500.00, dated Aug 3, 2026.',
      'Fraud analysts: then review 2 other members at high risk, in the order listed.',
      'Fraud analysts: review the open alerts for the member at medium risk; the risk level may change once they are reviewed.',
      'Member services: offer budget counseling to the members whose bills exceed their income (1), starting with those listed.',
    ]);
  });

  test('a member risk analysis recommends monitoring when only past decisions keep members at high risk', () => {
    const { levels } = someMemberRisk();
    const decided = { ...NO_RISK, levels: { ...levels, medium: NO_RISK.levels.medium } };
    expect(write(decided).prose('Recommended actions')).toBe(
      'Fraud analysts: keep monitoring the 3 members at high risk, for whom no open alerts are listed.',
    );
  });

  test('a member risk analysis contains only risk levels when no member is at risk', () => {
    const report = write(NO_RISK);
    expect(report.headline).toBe('None of the 200 members is above low risk as of Aug 31, 2026.');
    expect(report.titles).toEqual(['Risk across members', 'Recommended actions', 'Method and limits']);
    expect(report.prose('Recommended actions')).toBe('This report recommends no action.');
  });

  test.each([
    ['as usual', someMemberRisk()],
    ['quiet', NO_RISK],
  ])('a member risk analysis binds every figure to a fact: %s', (_which, data) => {
    const report = write(data);
    expect(unverifiedStatements(report)).toEqual([]);
    expect(malformedSentences(report)).toEqual([]);
  });
});
