import { FactSheet } from '../fact-sheet.ts';
import { aMover, NO_CONTRIBUTIONS } from '../testing/some-topics.ts';
import { anAsked } from '../testing/written.ts';
import type { Mover } from './contributions.ts';
import { moversBlocks } from './movers-table.ts';
import { pairOf } from './pair.ts';
import type { MoverKind } from './stated-movers.ts';

const young = anAsked({ firstDay: '2026-08-01' });

/** The table of movers when credits went from $10.00 to $20.00, and the sentence below it. */
function told(
  largest: Mover[],
  {
    kind = 'companies',
    most = 2,
    others = 0,
    asked = anAsked(),
  }: Partial<{
    kind: MoverKind;
    most: number;
    others: number;
    asked: typeof young;
  }> = {},
) {
  const sheet = new FactSheet();
  const figure = { label: 'Credits', source: 'by hand', now: 2_000, before: 1_000 };
  const total = pairOf(asked, figure, (note, cents) => sheet.money(note, cents));
  const contributions = {
    ...NO_CONTRIBUTIONS,
    credits: { ...NO_CONTRIBUTIONS.credits, [kind]: { largest, others } },
  };
  const [table, below] = moversBlocks(
    { direction: 'credits', kind, most },
    { contributions, total },
    { asked, sheet },
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
    const movers = [aMover('A', 900, 400), aMover('B', 100, 350), aMover('C', 20, 10)];
    expect(told(movers)).toEqual({
      caption: 'Largest changes in credits, by company',
      columns: ['Company', 'Period', 'Period before', 'Change', 'Part of the whole'],
      rows: [
        ['A', '$9.00', '$4.00', '$5.00', '50.0%'],
        ['B', '$1.00', '$3.50', '-$2.50', '-25.0%'],
      ],
      below: '1 further company changed by less.',
    });
    expect(told(movers, { others: 4 })?.below).toBe('5 further companies changed by less.');
    expect(told(movers, { most: 3 })?.below).toBeNull();
    expect(told([])).toBeNull();
  });

  test('has the largest sums where nothing can be compared', () => {
    expect(told([aMover('A', 500, 0)], { asked: young, others: 1 })).toEqual({
      caption: 'Largest credits, by company',
      columns: ['Company', 'Period', 'Part of all'],
      rows: [['A', '$5.00', '25.0%']],
      below: '1 further company had less.',
    });
    expect(told([aMover('A', 5_000, 0)], { asked: young, others: 1 })?.below).toBe(
      '1 further company had less.',
    );
  });

  test('says that what is beyond the whole is made up for', () => {
    const below = (now: number, before: number) => told([aMover('A', now, before)], { others: 1 })?.below;
    const madeUp = 'A part beyond the whole is made up for by changes the other way.';
    expect(below(1_001, 0)).toBe(`1 further company changed by less. ${madeUp}`);
    expect(below(0, 1_001)).toContain(madeUp);
    expect(below(1_000, 0)).not.toContain(madeUp);
  });

  test('shows accounts of members, and counts no further classes', () => {
    const member = aMover('Ana Sample', 900, 400, { accountNumber: '1000004321' });
    expect(told([member], { kind: 'members', others: 2 })).toMatchObject({
      caption: 'Largest changes in credits, by member',
      columns: ['Member', 'Account', 'Period', 'Period before', 'Change', 'Part of the whole'],
      rows: [['Ana Sample', '***4321', '$9.00', '$4.00', '$5.00', '50.0%']],
      below: '2 further members changed by less.',
    });
    expect(told([aMover('PPD', 900, 400)], { kind: 'classes', others: 2 })).toMatchObject({
      columns: ['SEC code', 'Period', 'Period before', 'Change', 'Part of the whole'],
      below: null,
    });
  });
});
