import { nextSorting } from './data-table.tsx';

describe('sort order', () => {
  it('a click on a column heading sorts in the default order of the column', () => {
    expect(nextSorting({ sort: 'name', order: 'asc' }, 'risk', 'asc')).toEqual({
      sort: 'risk',
      order: 'asc',
    });
    expect(nextSorting({ sort: 'score', order: 'asc' }, 'risk', 'desc')).toEqual({
      sort: 'risk',
      order: 'desc',
    });
  });

  it('a click on the heading of the sorted column reverses the order', () => {
    expect(nextSorting({ sort: 'risk', order: 'desc' }, 'risk', 'desc').order).toBe('asc');
    expect(nextSorting({ sort: 'risk', order: 'asc' }, 'risk', 'asc').order).toBe('desc');
  });
});
