import { sortByReferences } from './backup-tables.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));
const orderOf = (names: string[], references: { from: string; to: string }[]) =>
  sortByReferences(named(...names), references).map(({ name }) => name);

describe('the order in which tables are loaded', () => {
  it('is the one given while nothing refers to anything', () => {
    expect(orderOf(['a', 'b', 'c'], [])).toEqual(['a', 'b', 'c']);
  });

  it('puts what is referred to first, over several steps', () => {
    const references = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ];
    expect(orderOf(['a', 'b', 'c'], references)).toEqual(['c', 'b', 'a']);
  });

  it('does not wait for what is not loaded at all', () => {
    expect(orderOf(['a'], [{ from: 'a', to: 'elsewhere' }])).toEqual(['a']);
  });

  it('does not exist for tables in a circle', () => {
    const references = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ];
    expect(() => orderOf(['a', 'b'], references)).toThrow(/in a circle: a, b/);
  });
});
