import {
  anAlert,
  NO_ALERTS,
  NO_CONTRIBUTIONS,
  NO_FLOWS,
  NO_RETURNS,
  SOME_CHANGES,
  someAlerts,
  someContributions,
  someFlows,
  someReturns,
} from '../../testing/some-topics.ts';
import { anAsked, illFormed, unfounded, written } from '../../testing/written.ts';
import { NO_COMPANY_CHANGES } from '../../topics/company-changes.ts';
import { custom } from './custom.ts';
import type { AskedCompany, AskedMember, CustomData } from './custom-data.ts';
import { understand } from './understand.ts';

const NO_BAND = { members: 0, cents: 0 };
const RUTH: AskedMember = {
  member: { accountNumber: '2000004570', name: 'Ruth Miller' },
  creditCents: 210_000,
  creditCentsBefore: 200_000,
  debitCents: 50_000,
  debitCentsBefore: 50_000,
  entries: 4,
  companies: [{ company: 'ACME PAYROLL', creditCents: 210_000, debitCents: 0 }],
  alerts: [anAlert()],
};
const ACME: AskedCompany = {
  company: 'ACME PAYROLL',
  creditCents: 9_500_000,
  creditCentsBefore: 8_000_000,
  debitCents: 0,
  debitCentsBefore: 0,
  entries: 50,
  members: 30,
  score: 81,
  riskLevel: 'medium',
  flags: ['International entries (IAT)'],
};

function some(prompt: string, change: Partial<CustomData> = {}): CustomData {
  return {
    asked: anAsked({ prompt }),
    isPeriodOfQuestion: false,
    question: understand(prompt),
    members: [],
    companies: [],
    pairs: [],
    notFound: [],
    flows: someFlows(),
    contributions: someContributions(),
    changes: SOME_CHANGES,
    alerts: someAlerts(),
    namedAlerts: [anAlert({ id: 12, activityType: 'structuring' })],
    returns: someReturns(),
    membership: {
      active: 90,
      activeBefore: 90,
      arrived: 12,
      arrivedBefore: 10,
      returned: 20,
      quiet: 32,
      arrivedCents: 1,
      quietCents: 1,
      arrivedThrough: [],
      quietThrough: [],
      quietFirst: [],
      months: [],
    },
    concentration: {
      receiving: 200,
      creditCents: 12_000_000,
      onePercent: { members: 2, cents: 1_200_000 },
      halfMembers: 40,
      bands: { low: NO_BAND, medium: NO_BAND, high: NO_BAND },
    },
    international: { entries: 1, entriesBefore: 0, inCents: 45_000, outCents: 0, members: 1 },
    ...change,
  };
}
const write = (data: CustomData) => written(custom, data, data.asked);
const KEPT = ['Recommended actions', 'Method and limits'];

describe('a custom report', () => {
  test.each([
    ['Why did credits fall?', ['At a glance', 'What changed, and why']],
    ['Any alerts?', ['Risks']],
    ['Show returns', ['Returned debits']],
    ['IAT please', ['What changed, and why', 'International entries']],
    ['the monthly trend', ['Month by month']],
    ['how concentrated is it', ['On how few it rests']],
    ['Who left?', ['Members']],
  ])('answers "%s" with the sections of its topics', (prompt, titles) => {
    expect(write(some(prompt)).titles).toEqual([...titles, ...KEPT]);
  });

  test('begins with those whom the question names, and leaves everybody else out', () => {
    const report = write(
      some('How much did Ruth Miller get from Acme Payroll?', {
        members: [RUTH],
        companies: [ACME],
        pairs: [
          { member: RUTH.member, company: 'ACME PAYROLL', creditCents: 210_000, debitCents: 0, entries: 2 },
        ],
      }),
    );
    expect(report.headline).toBe(
      'Between Ruth Miller (***4570) and ACME PAYROLL: $2,100 in, in 2 entries. ' +
        'Ruth Miller (***4570): credits rose 5.0% to $2,100 and debits stayed at $500, in 4 entries.',
    );
    expect(report.titles).toEqual(['Members in the question', 'Companies in the question', ...KEPT]);
    expect(report.prose('Companies in the question')).toBe(
      'ACME PAYROLL: credits rose 18.8% to $95,000, in 50 entries. 30 members ever had entries of it. ' +
        'Its partnership score is 81, its risk medium (International entries (IAT)).',
    );
    expect(report.prose('Recommended actions')).toContain('Fraud analysts: review alert 37');
  });

  test('lists alerts of the kinds that the question names, and says when there are none', () => {
    const links = write(some('Any structuring?')).document.sections[0]?.blocks.filter(
      ({ kind }) => kind === 'alerts',
    );
    expect(links?.at(-1)).toEqual({ kind: 'alerts', alertIds: [12] });
    expect(write(some('Any structuring?', { namedAlerts: [] })).prose('Risks')).toContain(
      'None of the period is of the category Structuring.',
    );
  });

  test('says plainly what it cannot answer', () => {
    const report = write(
      some('What balance has Peter Nobody, and what is the forecast?', { notFound: ['Peter Nobody'] }),
    );
    expect(report.prose('What could not be answered')).toBe(
      'The question names no topic, member or company that this report knows; it gets the general picture. Name a member, a company, ' +
        'an SEC code, a kind of alert, or a topic such as credits, returns or trends.\n' +
        'Nobody in the ledger is called Peter Nobody.\n' +
        'Not in a ledger of ACH entries, and therefore not answered: balances and what will happen.',
    );
  });

  test('gives the general picture to a question that it does not understand', () => {
    expect(write(some('What is the weather?')).titles).toEqual([
      'At a glance',
      'What changed, and why',
      'Risks',
      'What could not be answered',
      ...KEPT,
    ]);
  });

  test('speaks of the days that the question names', () => {
    const asked = anAsked({ period: { firstDay: '2026-06-01', lastDay: '2026-06-30' } });
    const report = write(some('credits in June', { asked, isPeriodOfQuestion: true }));
    expect(report.prose('Method and limits')).toContain('Period: Jun 1, 2026 to Jun 30, 2026');
    expect(report.prose('Method and limits')).toContain('The days are those that the question names.');
  });

  test('states no number without a fact and nothing that is no sentence', () => {
    const nothing = {
      flows: NO_FLOWS,
      contributions: NO_CONTRIBUTIONS,
      changes: NO_COMPANY_CHANGES,
      alerts: NO_ALERTS,
      namedAlerts: [],
      returns: NO_RETURNS,
      membership: null,
      concentration: null,
      international: { entries: 0, entriesBefore: 0, inCents: 0, outCents: 0, members: 0 },
    };
    const all = [
      'credits alerts returns IAT trend why members companies classes top',
      'structuring of 4 accounts in Q3, 2026',
      '',
    ].flatMap((prompt) => [
      write(some(prompt, { members: [RUTH, { ...RUTH, entries: 0, alerts: [] }], companies: [ACME] })),
      write(some(prompt)),
      write(some(prompt, nothing)),
      write(some(prompt, { asked: anAsked({ firstDay: '2026-08-10' }), notFound: ['Room 101'] })),
    ]);
    expect(all.flatMap(unfounded)).toEqual([]);
    expect(all.flatMap(illFormed)).toEqual([]);
  });
});
