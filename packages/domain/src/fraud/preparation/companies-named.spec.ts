import { aHistory } from '../testing/a-history.ts';
import { companiesNamed } from './companies-named.ts';

function named(...companies: string[]): string {
  const history = aHistory();
  for (const company of companies) history.debit('5.00').from(company).on('2026-03-02');
  return companiesNamed(
    history
      .build()
      .accounts[0]?.entries.toSorted((one, other) => Number(one.entry.id) - Number(other.entry.id)) ?? [],
  );
}

describe('the companies of entries', () => {
  test('three are named, of more the number is told', () => {
    expect(named('NOVA', 'OPAL', 'QUILL')).toBe('NOVA, OPAL, QUILL');
    expect(named('NOVA', 'OPAL', 'QUILL', 'WREN')).toBe('NOVA, OPAL, QUILL and 1 more');
    expect(named('NOVA', 'OPAL', 'QUILL', 'WREN', 'YEW')).toBe('NOVA, OPAL, QUILL and 2 more');
  });

  test('each is named once, as its first entry has it', () => {
    expect(named('Nova Inc.', 'NOVA', 'OPAL', 'NOVA LLC')).toBe('Nova Inc., OPAL');
  });
});
