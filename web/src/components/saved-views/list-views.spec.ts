import { currentView, describeQuery, isViewShown, type ViewedList } from './list-views.ts';

const aList = (query: string, hidden?: string[]): ViewedList => ({
  screen: 'members',
  query,
  canonical: (given) => {
    const params = new URLSearchParams(given);
    params.delete('page');
    params.sort();
    return params.toString();
  },
  ...(hidden && { columns: { hidden, hide: () => undefined } }),
});

describe('matching and content', () => {
  it('a saved view matches a query with the same parameters in any order', () => {
    expect(isViewShown(aList('a=1&b=2'), { query: 'b=2&a=1&page=4', hiddenColumns: [] })).toBe(true);
    expect(isViewShown(aList('a=1&b=3'), { query: 'b=2&a=1', hiddenColumns: [] })).toBe(false);
  });

  it('a saved view matches the same hidden columns in any order', () => {
    const list = aList('', ['Bills', 'Income']);
    expect(isViewShown(list, { query: '', hiddenColumns: ['Income', 'Bills'] })).toBe(true);
    expect(isViewShown(list, { query: '', hiddenColumns: ['Income'] })).toBe(false);
  });

  it('a saved view stores the query and the hidden columns', () => {
    expect(currentView(aList('a=1', ['Bills']))).toEqual({ query: 'a=1', hiddenColumns: ['Bills'] });
    expect(currentView(aList('a=1'))).toEqual({ query: 'a=1', hiddenColumns: [] });
  });
});

describe('description', () => {
  it('the description of a saved view lists its filters', () => {
    expect(describeQuery('riskLevel=high&search=a%26b')).toBe('Risk level: high · Search: a&b');
    expect(describeQuery('')).toBe('Everything');
  });
});
