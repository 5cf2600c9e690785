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

/** The table of movers when credits went from $10.00 to $20.00, and the sentence below it. */
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

describe('a table of who moved', () => {
  test('has the largest changes with their part of the whole, and counts the others', () => {
    const movers = [aContributor('A', 900, 400), aContributor('B', 100, 350), aContributor('C', 20, 10)];
    expect(contributorsText(movers)).toEqual({
      caption: 'Largest changes in credits, by company',
      columns: ['Company', 'Period', 'Period before', 'Change', 'Part of the whole'],
      rows: [
        ['A', '$9.00', '$4.00', '$5.00', '50.0%'],
        ['B', '$1.00', '$3.50', '-$2.50', '-25.0%'],
      ],
      below: '1 further company changed by less.',
    });
    expect(contributorsText(movers, { others: 4 })?.below).toBe('5 further companies changed by less.');
    expect(contributorsText(movers, { most: 3 })?.below).toBeNull();
    expect(contributorsText([])).toBeNull();
  });

  test('has the largest sums where nothing can be compared', () => {
    expect(contributorsText([aContributor('A', 500, 0)], { scope: young, others: 1 })).toEqual({
      caption: 'Largest credits, by company',
      columns: ['Company', 'Period', 'Part of all'],
      rows: [['A', '$5.00', '25.0%']],
      below: '1 further company had less.',
    });
    expect(contributorsText([aContributor('A', 5_000, 0)], { scope: young, others: 1 })?.below).toBe(
      '1 further company had less.',
    );
  });

  test('says that what is beyond the whole is made up for', () => {
    const below = (now: number, before: number) =>
      contributorsText([aContributor('A', now, before)], { others: 1 })?.below;
    const madeUp = 'A part beyond the whole is made up for by changes the other way.';
    expect(below(1_001, 0)).toBe(`1 further company changed by less. ${madeUp}`);
    expect(below(0, 1_001)).toContain(madeUp);
    expect(below(1_000, 0)).not.toContain(madeUp);
  });

  test('shows accounts of members, and counts no further classes', () => {
    const member = aContributor('Ana Sample', 900, 400, { accountNumber: '1000004321' });
    expect(contributorsText([member], { kind: 'members', others: 2 })).toMatchObject({
      caption: 'Largest changes in credits, by member',
      columns: ['Member', 'Account', 'Period', 'Period before', 'Change', 'Part of the whole'],
      rows: [['Ana Sample', '***4321', '$9.00', '$4.00', '$5.00', '50.0%']],
      below: '2 further members changed by less.',
    });
    expect(contributorsText([aContributor('PPD', 900, 400)], { kind: 'classes', others: 2 })).toMatchObject({
      columns: ['SEC code', 'Period', 'Period before', 'Change', 'Part of the whole'],
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

describe('a mover as facts', () => {
  test.each([
    ['companies', 'company', 'Credits of ACME, Aug 2026', 'in the daily totals of companies'],
    ['members', 'member', 'Credits of ACME, ***4321, Aug 2026', 'in the daily totals of accounts'],
    ['classes', 'other', 'Credits of ACME, Aug 2026', 'of the entries of the ledger, by SEC code'],
  ] as const)('of %s is called by its name and says where it comes from', (kind, of, label, source) => {
    const { name, amount } = facts('credits', kind);
    expect(name.fact.value).toEqual({ kind: 'name', name: 'ACME', of });
    expect(amount.now.fact.label.replace(/Aug 1.* 2026$/, 'Aug 2026')).toBe(label);
    expect(amount.now.fact.source).toMatch(
      new RegExp(`^Sum of credits ${source}, 2026-08-01 to 2026-08-31$`),
    );
  });

  test('names the direction, and what has changed in it', () => {
    const { amount, change, entries, days } = facts('debits', 'companies');
    expect(amount.label).toBe('Debits of ACME');
    expect(change?.fact).toMatchObject({ label: 'Debits of ACME, change', value: { cents: 400 } });
    expect([entries.label, days.label]).toEqual(['Number of debits of ACME', 'Days with debits of ACME']);
  });

  test('has an account of members only, masked, and no change where nothing can be compared', () => {
    expect(facts('credits', 'members').account?.text).toBe('***4321');
    expect(facts('credits', 'companies').account).toBeNull();
    expect(facts('credits', 'companies', reportScope({ firstDay: '2026-08-01' })).change).toBeNull();
  });
});
