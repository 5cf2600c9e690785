import { nextSorting } from './data-table.tsx';

describe('a click on the heading of a column', () => {
  it('begins in the order the list begins with', () => {
    expect(nextSorting({ sort: 'name', order: 'asc' }, 'risk', 'asc')).toEqual({
      sort: 'risk',
      order: 'asc',
    });
    expect(nextSorting({ sort: 'score', order: 'asc' }, 'risk', 'desc')).toEqual({
      sort: 'risk',
      order: 'desc',
    });
  });

  it('turns the order round on the column that is sorted by', () => {
    expect(nextSorting({ sort: 'risk', order: 'desc' }, 'risk', 'desc').order).toBe('asc');
    expect(nextSorting({ sort: 'risk', order: 'asc' }, 'risk', 'asc').order).toBe('desc');
  });
});
