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

describe('a view of a list', () => {
  it('is shown when the list would write its query the same, whatever order it was kept in', () => {
    expect(isViewShown(aList('a=1&b=2'), { query: 'b=2&a=1&page=4', hiddenColumns: [] })).toBe(true);
    expect(isViewShown(aList('a=1&b=3'), { query: 'b=2&a=1', hiddenColumns: [] })).toBe(false);
  });

  it('is another one with other columns, in whatever order they were hidden', () => {
    const list = aList('', ['Bills', 'Income']);
    expect(isViewShown(list, { query: '', hiddenColumns: ['Income', 'Bills'] })).toBe(true);
    expect(isViewShown(list, { query: '', hiddenColumns: ['Income'] })).toBe(false);
  });

  it('keeps what the list shows', () => {
    expect(currentView(aList('a=1', ['Bills']))).toEqual({ query: 'a=1', hiddenColumns: ['Bills'] });
    expect(currentView(aList('a=1'))).toEqual({ query: 'a=1', hiddenColumns: [] });
  });
});

describe('what a view asks for', () => {
  it('is said in words', () => {
    expect(describeQuery('riskLevel=high&search=a%26b')).toBe('Risk level: high · Search: a&b');
    expect(describeQuery('')).toBe('Everything');
  });
});
