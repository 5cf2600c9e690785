import { REPORT_TYPES } from '@clearwatch/contracts/ai-reports';
import { previousPeriod } from '@clearwatch/domain/calendar/period';
import { entryKindOf } from '@clearwatch/domain/ledger/ledger-row';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import { malformedSentences, unverifiedStatements } from '@clearwatch/domain/report-writing/testing/compose-report';
import { generateLedger } from '@clearwatch/sample-data/generate-ledger';
import { DEFAULT_LEDGER_OPTIONS } from '@clearwatch/sample-data/ledger-options';
import type { SampleEntry } from '@clearwatch/sample-data/sample-entry';
import type { TestEntry } from '../../testing/text-ledger-fixtures.ts';
import { RolledLedger } from '../testing/rolled-up-ledger-fixtures.ts';
import { REPORT_DEFINITIONS } from './report-registry.ts';

/**
 * A subset of the generated sample that includes every persona and pattern but takes one second to generate
 * instead of ten.
 */
const PART = { ...DEFAULT_LEDGER_OPTIONS, transactions: 2_000, accounts: 300 };
const AS_OF = '2026-11-18';

let ledger: RolledLedger;
let firstDay = AS_OF;
beforeAll(async () => {
  ledger = await RolledLedger.start();
  const entries = [...generateLedger(PART)].map(toTestEntry);
  firstDay = entries.reduce((first, { day }) => (day !== null && day < first ? day : first), AS_OF);
  await ledger.import(entries, AS_OF);
  const accounts = [...new Set(entries.map(({ account }) => account))];
  for (const [index, type] of ['structuring', 'mule_activity', 'unauthorized_ach', 'kiting_pattern'].entries())
    await ledger.alerted({
      account: accounts[index] ?? '',
      type,
      risk: index === 3 ? 'medium' : 'high',
      amount: `${9_000 + index}.00`,
      day: index === 0 ? '2026-09-30' : '2026-11-02',
      companies: ['VENMO'],
    });
});
afterAll(() => ledger.stop());

function toTestEntry(entry: SampleEntry): TestEntry {
  const marks = {
    transactionCode: entry.transactionCode,
    amountCents: entry.cents,
    class: entry.secCode,
    entryDescription: entry.entryDescription,
    addenda: entry.addenda,
  };
  return {
    company: entry.company,
    firstName: entry.firstName,
    lastName: entry.lastName,
    account: entry.accountNumber,
    amount: (entry.cents / 100).toFixed(2),
    type: entry.transactionType,
    kind: entryKindOf(marks),
    code: entry.transactionCode,
    trace: entry.traceNumber,
    addenda: entry.addenda,
    batch: entry.batch,
    day: entry.postingDate,
    description: entry.entryDescription,
    class: entry.secCode,
  };
}

function scope(period: ReportScope['period']): ReportScope {
  return {
    period,
    previous: previousPeriod(period),
    asOf: AS_OF,
    firstDay,
    prompt: 'What changed last month, and why?',
  };
}

const PERIODS = {
  'a month': { firstDay: '2026-10-20', lastDay: AS_OF },
  'a day': { firstDay: AS_OF, lastDay: AS_OF },
  'the whole ledger': { firstDay: '2025-01-01', lastDay: AS_OF },
  'a month before anything was posted': { firstDay: '2024-03-01', lastDay: '2024-03-31' },
};

describe.each(Object.entries(PERIODS))('reports over %s', (_name, period) => {
  it.each(REPORT_TYPES)('the %s report makes no statement without a fact', async (type) => {
    const composed = await REPORT_DEFINITIONS[type].write(ledger.facts, scope(period));
    expect(unverifiedStatements(composed)).toEqual([]);
    expect(malformedSentences(composed)).toEqual([]);
    expect(composed.document.sections.map(({ title }) => title)).toContain('Method and limits');
  });
});

it('every report has the same text for the same ledger', async () => {
  const write = () => REPORT_DEFINITIONS.complete_member_intelligence.write(ledger.facts, scope(PERIODS['a month']));
  expect(await write()).toEqual(await write());
});

it('every report can be written for an empty ledger', async () => {
  const empty = await RolledLedger.start();
  try {
    for (const type of REPORT_TYPES) {
      const composed = await REPORT_DEFINITIONS[type].write(empty.facts, scope(PERIODS['a month']));
      expect([type, ...unverifiedStatements(composed), ...malformedSentences(composed)]).toEqual([type]);
    }
  } finally {
    await empty.stop();
  }
});
