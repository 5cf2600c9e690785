import type { MemberRisk } from '../sections/member-risk-sections.ts';
import {
  composeReport,
  malformedSentences,
  reportScope,
  unverifiedStatements,
} from '../testing/compose-report.ts';
import { NO_RISK, someFlows, someMemberRisk } from '../testing/report-fixtures.ts';
import { memberRiskAnalysis } from './member-base-reports.ts';

const write = (data: MemberRisk, scope = reportScope()) =>
  composeReport(memberRiskAnalysis, { flows: someFlows(), risk: data }, scope);

describe('a member risk analysis', () => {
  test('says first how many are at risk and who comes first', () => {
    expect(write(someMemberRisk()).headline).toBe(
      'Of 200 members, 3 are at high risk and 1 at medium as of Aug 31, 2026. Ana Sample (***0001) comes first: ' +
        '2 open high alerts, the largest for possible Structuring over $9,500.00.',
    );
  });

  test('says what alerts are more and fewer than before, and for whom they are the first', () => {
    expect(write(someMemberRisk()).prose('What changed')).toBe(
      'Alerts of high or medium risk concern 4 members in the period, up from 2. For 3 of them it is the first such ' +
        'alert. More members than before have alerts of Structuring (3 after 0). Fewer have alerts of Unauthorized ' +
        'ACH (1 after 2).',
    );
  });

  test('compares nothing with a time that the ledger does not hold', () => {
    const report = write(someMemberRisk(), reportScope({ firstDay: '2026-08-01' }));
    expect(report.prose('What changed')).toBe(
      'Alerts of high or medium risk concern 4 members in the period. For 3 of them it is the first such alert.',
    );
    expect(report.rows('What changed')).toEqual([
      ['Structuring', '3'],
      ['Unauthorized ACH', '1'],
    ]);
  });

  test('lists whom to look at with their alerts, and who falls short', () => {
    const report = write(someMemberRisk());
    expect(report.rows('Members to look at first')).toEqual([
      ['Ana Sample', '***0001', '2', '1', 'Structuring', '$9,500.00', 'Aug 3, 2026', '$12,000.00', '$300.00'],
    ]);
    expect(report.document.sections[0]?.blocks.at(-1)).toEqual({ kind: 'alerts', alertIds: [7, 9] });
    expect(report.rows('Bills above income')).toEqual([
      ['Ben Low', '***0002', '$1,000.00', '$1,500.00', '$500.00'],
    ]);
    expect(report.rows('Risk across members')[0]).toEqual(['High', '3', '1.5%', '$15,000.00', '$400.00']);
  });

  test('names what to do with figures and reasons', () => {
    expect(write(someMemberRisk()).prose('Recommended actions').split('\n')).toEqual([
      'Fraud analysts: review Ana Sample (***0001): 2 open high alerts, first the alert for possible Structuring over $9,500.00 of Aug 3, 2026.',
      'Fraud analysts: then the other 2 members at high risk, in the order of the list.',
      'Fraud analysts: work the open alerts of the member at medium risk, which goes back to low, or up, once they are decided.',
      'Member services: offer the members whose bills are above their income (1) a conversation about their budget, beginning with those listed.',
    ]);
  });

  test('sends to the list where members are at high risk by decisions alone', () => {
    const { levels } = someMemberRisk();
    const decided = { ...NO_RISK, levels: { ...levels, medium: NO_RISK.levels.medium } };
    expect(write(decided).prose('Recommended actions')).toBe(
      'Fraud analysts: keep watching the 3 members at high risk: decisions keep them there, no open alert does.',
    );
  });

  test('is short where nobody is at risk', () => {
    const report = write(NO_RISK);
    expect(report.headline).toBe('None of the 200 members is above low risk as of Aug 31, 2026.');
    expect(report.titles).toEqual(['Risk across members', 'Recommended actions', 'Method and limits']);
    expect(report.prose('Recommended actions')).toBe('This report recommends no action.');
  });

  test.each([
    ['as usual', someMemberRisk()],
    ['quiet', NO_RISK],
  ])('states nothing that is no fact, %s', (_which, data) => {
    const report = write(data);
    expect(unverifiedStatements(report)).toEqual([]);
    expect(malformedSentences(report)).toEqual([]);
  });
});
