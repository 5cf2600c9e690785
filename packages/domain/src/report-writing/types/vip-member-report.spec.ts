import { composeReport, malformedSentences, reportScope, unverifiedStatements } from '../testing/compose-report.ts';
import { anAlert, memberFigures, someFlows } from '../testing/report-fixtures.ts';
import { type VipData, vipMemberAnalysis } from './high-value-member-reports.ts';

const credits = (now: number, before: number) => ({
  now: { creditCents: now, debitCents: 0 },
  before: { creditCents: before, debitCents: 0 },
});
const ANA = memberFigures('Ana Sample', { ...credits(300_000, 400_000), recentCreditCents: 299_700 });
const BEN = memberFigures('Ben Low', { ...credits(600_000, 400_000), recentCreditCents: 500_300 });
const EVA = memberFigures('Eva Gone', { ...credits(400_000, 900_000), recentCreditCents: 300_000 });

function some(change: Partial<VipData> = {}): VipData {
  return {
    flows: someFlows(),
    members: [ANA, BEN, EVA],
    leastMonths: 6,
    yearCents: 10_000_000,
    vipYearCents: 2_500_000,
    alerts: [],
    ...change,
  };
}
const write = (data: VipData, scope = reportScope()) => composeReport(vipMemberAnalysis, data, scope);

describe('VIP member analysis', () => {
  test('a VIP member analysis states the share of credits from VIP members and who is below their usual month', () => {
    expect(write(some()).headline).toBe(
      'The 3 members with the largest regular credits received 25.0% of the year’s credits. In the last 30 days of the ' +
        'ledger, 1 of them received much less than in a usual month: Ana Sample (***0001).',
    );
  });

  test('a VIP member analysis treats a change of up to 25% as usual', () => {
    expect(write(some({ members: [EVA] })).headline).toContain('The member did not fall below the usual month');
    expect(write(some({ members: [BEN] })).prose('Recommended actions')).toBe(
      'Relationship officers: offer Ben Low (***0001) a savings option for extra funds; $5,003 came in recently, compared with $4,000 in a usual month.',
    );
  });

  test('a VIP member analysis names the members responsible for the change in total credits', () => {
    expect(write(some()).prose('What changed, and why')).toBe(
      'These members’ credits in the period fell 23.5% to $13,000. Largest increases: Ben Low (***0001) by $2,000. ' +
        'Largest decreases: Eva Gone (***0001) by $5,000 and Ana Sample (***0001) by $1,000.',
    );
    expect(write(some({ members: [BEN, EVA] })).prose('What changed, and why')).toContain(
      'The members whose credits fell are receiving about as much as in a usual month, or more',
    );
  });

  test('a VIP member analysis recommends reviewing open alerts before anyone calls', () => {
    const alert = anAlert({ accountNumber: ANA.member.accountNumber, memberName: 'Ana Sample' });
    const report = write(some({ members: [ANA], alerts: [alert] }));
    expect(report.prose('Recommended actions')).toMatch(/^Fraud analysts: review alert .* first;/);
    expect(report.prose('Recommended actions')).not.toContain('call Ana');
    expect(report.document.sections.find(({ title }) => title === 'Risks')?.blocks.at(-1)).toEqual({
      kind: 'alerts',
      alertIds: [alert.id],
    });
  });

  test('a VIP member analysis recommends asking members below their usual month where their credits go now', () => {
    expect(write(some({ members: [ANA] })).prose('Recommended actions')).toBe(
      'Relationship officers: call Ana Sample (***0001), who recently received $2,997, compared with $4,000 in a usual month; ask whether the credits from RIVERTON SCHOOLS now go elsewhere.',
    );
  });

  test.each([
    ['as usual', some(), reportScope()],
    ['without members', some({ members: [] }), reportScope()],
    [
      'in a new ledger',
      some({ members: [memberFigures('New Here', { normal: null })] }),
      reportScope({ firstDay: '2026-08-01' }),
    ],
  ])('a VIP member analysis binds every figure to a fact: %s', (_which, data, scope) => {
    const report = write(data, scope);
    expect(unverifiedStatements(report)).toEqual([]);
    expect(malformedSentences(report)).toEqual([]);
  });
});
