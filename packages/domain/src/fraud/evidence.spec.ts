import { UNKNOWN_COMPANY } from '../import/ledger-row.ts';
import { type DatedEntry, isDated } from './entry.ts';
import { evidenceEntries, evidenceOf, MAX_EVIDENCE_COMPANIES, MAX_EVIDENCE_ENTRIES } from './evidence.ts';
import { aContext } from './testing/a-context.ts';
import { aHistory, type HistoryBuilder } from './testing/a-history.ts';

/** The evidence of a behaviour of the entries of the history from this place on, anchored at the last. */
function evidenceOver(history: HistoryBuilder, { context = aContext(), from = 0 } = {}) {
  const entries: DatedEntry[] = history.entries().filter(isDated).slice(from);
  const trigger = entries.at(-1);
  if (trigger === undefined) throw new Error('a behaviour has at least one entry');
  return evidenceOf({
    detector: { activityType: 'structuring', ruleVersion: 3, sources: ['31 CFR 1010.314'] },
    parameters: [],
    history: history.build(),
    context,
    trigger,
    entries,
    figures: [],
    baseline: null,
    wouldBeSilent: [],
  });
}

/** How many entries are kept of so many, and which come first and last, when the one at this place is the trigger. */
function keptOf(number: number, at: number): string[] {
  const entries = aHistory()
    .debit('1.00')
    .on('2026-03-02')
    .again({ times: number - 1, everyDays: 0 })
    .entries()
    .filter(isDated);
  const trigger = entries[at - 1];
  if (trigger === undefined) throw new Error('the trigger is one of them');
  const kept = evidenceEntries(entries, trigger);
  return [String(kept.length), kept[0]?.transactionId ?? '', kept.at(-1)?.transactionId ?? ''];
}

describe('evidence', () => {
  test('names rule, policy and sources, and the days from the first entry to the last', () => {
    const history = aHistory().credit('10.00').on('2026-03-02', '2026-03-05', '2026-03-09');
    expect(evidenceOver(history)).toMatchObject({
      rule: { activityType: 'structuring', ruleVersion: 3, policyVersion: 1, sources: ['31 CFR 1010.314'] },
      triggerEntryId: '3',
      window: { firstDay: '2026-03-02', lastDay: '2026-03-09' },
      dailyTotals: [],
      facts: [],
    });
  });

  test('keeps of many entries 500 around the trigger', () => {
    expect([MAX_EVIDENCE_ENTRIES, keptOf(500, 1)]).toEqual([500, ['500', '1', '500']]);
    expect(keptOf(600, 1)).toEqual(['500', '1', '500']);
    expect(keptOf(600, 300)).toEqual(['500', '50', '549']);
    expect(keptOf(600, 600)).toEqual(['500', '101', '600']);
  });

  test('begins with the first entries when the trigger is none of them', () => {
    const entries = aHistory().credit('1.00').on('2026-03-02', '2026-03-03').entries().filter(isDated);
    const [elsewhere] = aHistory().credit('1.00').entries().filter(isDated);
    const kept = elsewhere === undefined ? [] : evidenceEntries(entries, elsewhere);
    expect(kept.map(({ transactionId }) => transactionId)).toEqual(['1', '2']);
  });

  test('tells of each company since when it is on the account, and how many accounts of others it has', () => {
    const history = aHistory()
      .account('2')
      .debit('5.00')
      .from('CITY WATER')
      .on('2025-06-02')
      .account('1')
      .debit('5.00')
      .from('CITY WATER')
      .on('2025-09-01', '2026-03-02')
      .debit('7.00')
      .from('NOVA TRADE')
      .on('2026-03-03')
      .account('2')
      .debit('8.00')
      .from('NOVA TRADE')
      .on('2026-03-04');
    const { companies } = evidenceOver(history, { context: aContext({ known: ['CITY WATER'] }) });
    expect(companies).toEqual([
      // The first entry is of account 2; 40 accounts use the company, two of them the member's.
      { company: 'CITY WATER', firstSeenOnAccount: '2025-06-02', otherAccounts: 38 },
      // One account uses it as far as the table knows, both are the member's: nobody else's.
      { company: 'NOVA TRADE', firstSeenOnAccount: '2026-03-03', otherAccounts: 0 },
    ]);
  });

  test('takes for the first day on the account not the day of the entry, nor that of another account', () => {
    const history = aHistory()
      .account('1')
      .debit('5.00')
      .from('CITY WATER')
      .on('2025-06-02')
      .account('2')
      .debit('5.00')
      .from('CITY WATER')
      .on('2025-09-01', '2026-03-02');
    const evidence = evidenceOver(history, { from: 2 });
    expect(evidence.companies).toMatchObject([{ firstSeenOnAccount: '2025-09-01' }]);
  });

  test('tells nothing of an unknown company', () => {
    const history = aHistory()
      .debit('5.00')
      .from(UNKNOWN_COMPANY)
      .on('2026-03-02')
      .debit('5.00')
      .from('ACME')
      .on('2026-03-03');
    expect(evidenceOver(history).companies.map(({ company }) => company)).toEqual(['ACME']);
  });

  test('tells of 50 companies at most', () => {
    const history = aHistory();
    for (let number = 1; number <= 51; number += 1)
      history.debit('5.00').from(`SHOP ${number}`).on('2026-03-02');
    const { companies } = evidenceOver(history);
    expect([MAX_EVIDENCE_COMPANIES, companies.length, companies.at(-1)?.company]).toEqual([
      50,
      50,
      'SHOP 50',
    ]);
  });
});
