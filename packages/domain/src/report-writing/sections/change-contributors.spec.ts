import { pairsFrom } from '../compared-facts.ts';
import { FactSheet } from '../fact-sheet.ts';
import { reportScope } from '../testing/compose-report.ts';
import { aContributor, NO_CONTRIBUTIONS } from '../testing/report-fixtures.ts';
import {
  type Contributor,
  type ContributorKind,
  contributorFacts,
  contributorsBlocks,
  type FlowDirection,
} from './what-changed-section.ts';

const young = reportScope({ firstDay: '2026-08-01' });

/** The contributor table for an increase in credits from $10.00 to $20.00, and the sentence below it. */
function contributorsText(
  largest: Contributor[],
  {
    kind = 'companies',
    most = 2,
    others = 0,
    scope = reportScope(),
  }: Partial<{
    kind: ContributorKind;
    most: number;
    others: number;
    scope: typeof young;
  }> = {},
) {
  const sheet = new FactSheet();
  const total = pairsFrom({ scope, sheet }, 'by hand').money('Credits', 2_000, 1_000);
  const contributions = {
    ...NO_CONTRIBUTIONS,
    credits: { ...NO_CONTRIBUTIONS.credits, [kind]: { largest, others } },
  };
  const [table, below] = contributorsBlocks(
    { direction: 'credits', kind, most },
    { contributions, total },
    { scope, sheet },
  );
  if (table?.kind !== 'table') return null;
  return {
    caption: table.caption,
    columns: table.columns.map(({ label }) => label),
    rows: table.rows.map((row) => row.map(({ text }) => text)),
    below: below?.kind === 'paragraph' ? below.spans.map(({ text }) => text).join('') : null,
  };
}

describe('contributor table', () => {
  test('a contributor table lists the largest changes with their share of the total change, and counts the others', () => {
    const movers = [aContributor('A', 900, 400), aContributor('B', 100, 350), aContributor('C', 20, 10)];
    expect(contributorsText(movers)).toEqual({
      caption: 'Largest changes in credits, by company',
      columns: ['Company', 'Period', 'Previous period', 'Change', 'Share of change'],
      rows: [
        ['A', '$9.00', '$4.00', '$5.00', '50.0%'],
        ['B', '$1.00', '$3.50', '-$2.50', '-25.0%'],
      ],
      below: '1 other company changed by smaller amounts.',
    });
    expect(contributorsText(movers, { others: 4 })?.below).toBe('5 other companies changed by smaller amounts.');
    expect(contributorsText(movers, { most: 3 })?.below).toBeNull();
    expect(contributorsText([])).toBeNull();
  });

  test('a contributor table lists the largest sums when there is no previous period', () => {
    expect(contributorsText([aContributor('A', 500, 0)], { scope: young, others: 1 })).toEqual({
      caption: 'Largest credits, by company',
      columns: ['Company', 'Period', 'Share of total'],
      rows: [['A', '$5.00', '25.0%']],
      below: '1 other company had smaller amounts.',
    });
    expect(contributorsText([aContributor('A', 5_000, 0)], { scope: young, others: 1 })?.below).toBe(
      '1 other company had smaller amounts.',
    );
  });

  test('a contributor table explains a share of more than 100%', () => {
    const below = (now: number, before: number) =>
      contributorsText([aContributor('A', now, before)], { others: 1 })?.below;
    const offset = 'Changes larger than the total are offset by changes in the opposite direction.';
    expect(below(1_001, 0)).toBe(`1 other company changed by smaller amounts. ${offset}`);
    expect(below(0, 1_001)).toContain(offset);
    expect(below(1_000, 0)).not.toContain(offset);
  });

  test('a contributor table shows member accounts, and does not count unlisted SEC codes', () => {
    const member = aContributor('Ana Sample', 900, 400, { accountNumber: '1000004321' });
    expect(contributorsText([member], { kind: 'members', others: 2 })).toMatchObject({
      caption: 'Largest changes in credits, by member',
      columns: ['Member', 'Account', 'Period', 'Previous period', 'Change', 'Share of change'],
      rows: [['Ana Sample', '***4321', '$9.00', '$4.00', '$5.00', '50.0%']],
      below: '2 other members changed by smaller amounts.',
    });
    expect(contributorsText([aContributor('PPD', 900, 400)], { kind: 'classes', others: 2 })).toMatchObject({
      columns: ['SEC code', 'Period', 'Previous period', 'Change', 'Share of change'],
      below: null,
    });
  });
});

const facts = (direction: FlowDirection, kind: ContributorKind, scope = reportScope()) =>
  contributorFacts(
    aContributor('ACME', 900, 500, kind === 'members' ? { accountNumber: '1000004321' } : {}),
    { direction, kind },
    { scope, sheet: new FactSheet() },
  );

describe('contributor facts', () => {
  test.each([
    ['companies', 'company', 'Credits for ACME, Aug 2026', 'in the daily totals of companies'],
    ['members', 'member', 'Credits for ACME, ***4321, Aug 2026', 'in the daily totals of accounts'],
    ['classes', 'other', 'Credits for ACME, Aug 2026', 'in ledger entries, by SEC code'],
  ] as const)('facts about a contributor include the name and source for %s', (kind, of, label, source) => {
    const { name, amount } = facts('credits', kind);
    expect(name.fact.value).toEqual({ kind: 'name', name: 'ACME', of });
    expect(amount.now.fact.label.replace(/Aug 1.* 2026$/, 'Aug 2026')).toBe(label);
    expect(amount.now.fact.source).toMatch(new RegExp(`^Sum of credits ${source}, 2026-08-01 to 2026-08-31$`));
  });

  test('facts about a contributor include the direction and the change', () => {
    const { amount, change, entries, days } = facts('debits', 'companies');
    expect(amount.label).toBe('Debits for ACME');
    expect(change?.fact).toMatchObject({ label: 'Debits for ACME, change', value: { cents: 400 } });
    expect([entries.label, days.label]).toEqual(['Number of debits for ACME', 'Days with debits for ACME']);
  });

  test('facts about a contributor include a masked account only for members, and no change without a previous period', () => {
    expect(facts('credits', 'members').account?.text).toBe('***4321');
    expect(facts('credits', 'companies').account).toBeNull();
    expect(facts('credits', 'companies', reportScope({ firstDay: '2026-08-01' })).change).toBeNull();
  });
});
