import { sortByReferences } from './backup-tables.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));
const orderOf = (names: string[], references: { from: string; to: string }[]) =>
  sortByReferences(named(...names), references).map(({ name }) => name);

describe('sortByReferences', () => {
  it('sorting tables by their references keeps the given order of tables without references', () => {
    expect(orderOf(['a', 'b', 'c'], [])).toEqual(['a', 'b', 'c']);
  });

  it('sorting tables by their references puts referenced tables first, across several steps', () => {
    const references = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ];
    expect(orderOf(['a', 'b', 'c'], references)).toEqual(['c', 'b', 'a']);
  });

  it('sorting tables by their references ignores references to tables that are not loaded', () => {
    expect(orderOf(['a'], [{ from: 'a', to: 'elsewhere' }])).toEqual(['a']);
  });

  it('sorting tables by their references rejects circular references', () => {
    const references = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ];
    expect(() => orderOf(['a', 'b'], references)).toThrow(/in a circle: a, b/);
  });
});
