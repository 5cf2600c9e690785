import type { Fact } from '@clearwatch/contracts/ai-reports';
import { describeStatements } from '../testing/compose-report.ts';
import { KnownNames } from './find-statements.ts';

type Kind = 'member' | 'company' | 'account' | 'other';

/** The fact names found in a text. */
function found(text: string, ...names: readonly (readonly [name: string, of?: Kind])[]): string[] {
  const facts = names.map(
    ([name, of = 'company'], index): Fact => ({
      id: `F${index + 1}`,
      label: 'Name',
      source: 'test',
      value: { kind: 'name', name, of },
    }),
  );
  const known = new KnownNames(facts);
  return describeStatements(text, (words) => known.find(words)).map((parsed) => parsed.replace(/: name .*$/, ''));
}

describe('fact names', () => {
  test('names from facts are found in a text as whole words, longest first', () => {
    expect(found('ACME paid ACME PAYROLL, not ACMES', ['ACME'], ['ACME PAYROLL'])).toEqual(['ACME', 'ACME PAYROLL']);
    expect(found('A.B+C (X) paid', ['A.B+C (X']).length).toBe(1);
    expect(found('AXB+C', ['A.B+C'])).toEqual([]);
    expect(found('nothing', ['ACME'])).toEqual([]);
    expect(found('ACME')).toEqual([]);
  });

  test('names of people and companies are found in any letter case if they start with a capital', () => {
    expect(found('Acme  Payroll and acme payroll', ['ACME PAYROLL'])).toEqual(['Acme  Payroll']);
    expect(found('acme payroll', ['acme payroll'])).toEqual(['acme payroll']);
    expect(found('Lee paid', [' LEE ', 'member'])).toEqual(['Lee']);
  });

  test('names that are short or ledger terms are found only in their exact case', () => {
    expect(found('High Risk and high risk', ['high risk', 'other'])).toEqual(['high risk']);
    expect(found('Li and LI', ['LI'])).toEqual(['LI']);
    expect(found('Lee and LEE', ['LEE'])).toEqual(['Lee', 'LEE']);
  });

  test.each(['500', '$1 MILLION', '12 percent', 'Aug 2026', 'twelve', 'X', '7 X'])(
    'names that look like a figure are not found in a text: %s',
    (name) => {
      expect(found(`It was ${name} in all`, [name])).toEqual([]);
    },
  );

  test.each(['7 ELEVEN STORES', '***4411', 'AB', 'STUDIO 54 LLC'])('names such as %s are found in a text', (name) => {
    expect(found(`It was ${name} in all`, [name])).toEqual([name]);
  });

  test.each(['x***4411', '***', '***44-11'])('names such as %s are not found as masked accounts', (name) => {
    expect(found(`It was ${name} in all`, [name, 'account'])).toEqual([]);
  });
});
