import { nextSorting } from './data-table.tsx';

describe('a click on a column heading', () => {
  it('starts with the default order of the column', () => {
    expect(nextSorting({ sort: 'name', order: 'asc' }, 'risk', 'asc')).toEqual({
      sort: 'risk',
      order: 'asc',
    });
    expect(nextSorting({ sort: 'score', order: 'asc' }, 'risk', 'desc')).toEqual({
      sort: 'risk',
      order: 'desc',
    });
  });

  it('reverses the order of the sorted column', () => {
    expect(nextSorting({ sort: 'risk', order: 'desc' }, 'risk', 'desc').order).toBe('asc');
    expect(nextSorting({ sort: 'risk', order: 'asc' }, 'risk', 'asc').order).toBe('desc');
  });
});
