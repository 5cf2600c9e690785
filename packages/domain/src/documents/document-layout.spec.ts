import { layoutFingerprint, lineBeginning } from './document-layout.ts';

const columns = (...headings: string[]) => headings.map((heading) => ({ heading, kind: 'text' }));

describe('layouts of documents', () => {
  test('a layout is the same when only digits, case and blanks in its headings differ', () => {
    expect(layoutFingerprint(columns('ACCT#', 'Item Amount 2025'))).toBe(
      layoutFingerprint(columns('acct #', 'item amount 2026')),
    );
  });

  test('a layout with other headings or another number of columns is different', () => {
    const known = layoutFingerprint(columns('Acct', 'Amount'));
    expect(layoutFingerprint(columns('Acct', 'Balance'))).not.toBe(known);
    expect(layoutFingerprint(columns('Acct', 'Amount', ''))).not.toBe(known);
  });

  test('without headings, the kinds of cells identify a layout', () => {
    const kinds = (...found: string[]) => found.map((kind) => ({ heading: '', kind }));
    expect(layoutFingerprint(kinds('number', 'money'))).toBe(layoutFingerprint(kinds('number', 'money')));
    expect(layoutFingerprint(kinds('number', 'money'))).not.toBe(layoutFingerprint(kinds('money', 'number')));
  });

  test('the beginning of a line has 9 for every digit', () => {
    expect(lineBeginning(' Run 03/07/26 ')).toBe('run 99/99/99');
  });
});
