import * as fc from 'fast-check';
import { addDays } from '../calendar/day.ts';
import { detectMember } from './detect-member.ts';
import { detectOverImports } from './detect-over-imports.ts';
import type { Entry } from './entry.ts';
import { prepareMember } from './preparation/prepare-member.ts';
import { aContext } from './testing/a-context.ts';
import { aHistory } from './testing/a-history.ts';
import { lives } from './testing/lives.ts';

const context = aContext({ ledgerFirstDay: '2024-06-02' });
const memberOf = (entries: readonly Entry[]) => ({ memberKey: 'ROBIN|EXAMPLE', entries });
const findingsOf = (entries: readonly Entry[]) => detectMember(prepareMember(memberOf(entries)), context);

/** Pay, then one deposit just below the line on every second day; not so much later that the account had been silent. */
const deposits = (number: number): Entry[] => {
  const history = aHistory().credit('1850.00').from('ACME').described('PAYROLL').on('2026-03-02');
  for (let deposit = 0; deposit < number; deposit += 1)
    history
      .credit('9500.00')
      .from(`SOURCE ${deposit}`)
      .on(addDays('2026-05-04', 2 * deposit));
  return history.entries();
};

/** Each entry in the import of its position, as numbers: 10 comes after 9. */
const oneImportEach = (entries: readonly Entry[]) =>
  entries.map((entry, index) => ({ ...entry, importId: String(index + 8) }));

describe('detection over imports', () => {
  test('finds after each import what was there until then', () => {
    const looks = detectOverImports(memberOf(oneImportEach(deposits(4))), context);
    expect(looks.map((findings) => findings.map(({ amountCents }) => amountCents))).toEqual([
      [],
      [],
      [],
      [2_850_000],
      [3_800_000],
    ]);
  });

  test('leaves out what an earlier look has found just so', () => {
    const [later, ...entries] = oneImportEach(deposits(4)).toReversed();
    if (later === undefined) throw new RangeError('there are five');
    const unrelated = { ...later, amountCents: 100, importId: '99' };
    const looks = detectOverImports(memberOf([...entries, later, unrelated]), context);
    expect(looks.map((findings) => findings.length)).toEqual([0, 0, 0, 1, 1, 0]);
  });

  test('looks once, with all of them, where a look after each import would read millions of entries', () => {
    const pay = aHistory().credit('18.00').from('ACME').described('PAYROLL').on('2026-03-02');
    const looks = detectOverImports(
      memberOf(oneImportEach([...pay.again({ times: 1994, everyDays: 0 }).entries(), ...deposits(4)])),
      context,
    );
    expect(looks.map((findings) => findings.map(({ amountCents }) => amountCents))).toEqual([[3_800_000]]);
  });

  test('misses nothing that the last look finds, whatever came in which import', () => {
    let found = 0;
    fc.assert(
      fc.property(
        lives,
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 70, maxLength: 70 }),
        (entries, imports) => {
          const imported = entries.map((entry, index) => ({
            ...entry,
            importId: String(imports[index] ?? 1),
          }));
          const over = detectOverImports(memberOf(imported), context).flat();
          const whole = findingsOf(imported);
          found += whole.length;
          for (const { activityType, triggerEntryId, amountCents } of whole)
            expect(over).toContainEqual(
              expect.objectContaining({ activityType, triggerEntryId, amountCents }),
            );
        },
      ),
      { numRuns: 60 },
    );
    expect(found).toBeGreaterThan(20);
  });
});
