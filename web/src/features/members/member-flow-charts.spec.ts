import type { MemberCompany } from '@clearwatch/contracts/members.dto';
import { MAX_FLOWS, memberFlows } from './member-flow-charts.tsx';

const aCompany = (company: string, over: Partial<MemberCompany> = {}): MemberCompany =>
  Object.assign({ company, credits: '0.00', debits: '0.00', entries: 1, firstDay: null, lastDay: null }, over);

describe('member money flows', () => {
  it('a member’s money flows start with the largest company, and a company can be on both sides', () => {
    const flows = memberFlows([
      aCompany('Bank', { credits: '5.00', debits: '900.10' }),
      aCompany('Payroll', { credits: '2500.00' }),
      aCompany('Prenote only'),
    ]);
    expect(flows).toEqual([
      { side: 'in', name: 'Payroll', amount: '2500.00' },
      { side: 'in', name: 'Bank', amount: '5.00' },
      { side: 'out', name: 'Bank', amount: '900.10' },
    ]);
  });

  it('a member’s money flows show up to eight companies per side', () => {
    const companies = Array.from({ length: MAX_FLOWS }, (_, at) => aCompany(`C${at}`, { debits: '1.00' }));
    expect(memberFlows(companies)).toHaveLength(MAX_FLOWS);
  });

  it('a member’s money flows sum the remaining companies to the cent', () => {
    const companies = Array.from({ length: MAX_FLOWS + 2 }, (_, at) =>
      aCompany(`C${at}`, { debits: `${100 - at}.10` }),
    );
    const flows = memberFlows(companies);
    expect(flows).toHaveLength(MAX_FLOWS);
    expect(flows.at(-1)).toEqual({ side: 'out', name: '3 other companies', amount: '276.30' });
  });
});
