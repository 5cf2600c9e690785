import { FactSheet } from '../fact-sheet.ts';
import { aMover } from '../testing/some-topics.ts';
import { anAsked } from '../testing/written.ts';
import { type Direction, type MoverKind, statedMover } from './stated-movers.ts';

const stated = (direction: Direction, kind: MoverKind, asked = anAsked()) =>
  statedMover(
    aMover('ACME', 900, 500, kind === 'members' ? { accountNumber: '1000004321' } : {}),
    { direction, kind },
    { asked, sheet: new FactSheet() },
  );

describe('a mover as facts', () => {
  test.each([
    ['companies', 'company', 'Credits of ACME, Aug 2026', 'in the daily totals of companies'],
    ['members', 'member', 'Credits of ACME, ***4321, Aug 2026', 'in the daily totals of accounts'],
    ['classes', 'other', 'Credits of ACME, Aug 2026', 'of the entries of the ledger, by SEC code'],
  ] as const)('of %s is called by its name and says where it comes from', (kind, of, label, source) => {
    const { name, amount } = stated('credits', kind);
    expect(name.fact.value).toEqual({ kind: 'name', name: 'ACME', of });
    expect(amount.now.fact.label.replace(/Aug 1.* 2026$/, 'Aug 2026')).toBe(label);
    expect(amount.now.fact.source).toMatch(
      new RegExp(`^Sum of credits ${source}, 2026-08-01 to 2026-08-31$`),
    );
  });

  test('names the direction, and what has changed in it', () => {
    const { amount, change, entries, days } = stated('debits', 'companies');
    expect(amount.label).toBe('Debits of ACME');
    expect(change?.fact).toMatchObject({ label: 'Debits of ACME, change', value: { cents: 400 } });
    expect([entries.label, days.label]).toEqual(['Number of debits of ACME', 'Days with debits of ACME']);
  });

  test('has an account of members only, masked, and no change where nothing can be compared', () => {
    expect(stated('credits', 'members').account?.text).toBe('***4321');
    expect(stated('credits', 'companies').account).toBeNull();
    expect(stated('credits', 'companies', anAsked({ firstDay: '2026-08-01' })).change).toBeNull();
  });
});
