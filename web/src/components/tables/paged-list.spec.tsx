import { render, screen } from '@testing-library/react';
import { TablePagination } from './paged-list.tsx';

const rows = (count: number) => Array.from({ length: count }, () => ({}));
const turnNowhere = (): void => {};

describe('page range', () => {
  it('the pagination of a list shows the range of the page', () => {
    render(<TablePagination of={{ items: rows(25), total: 1175 }} page={12} pageSize={100} onPage={turnNowhere} />);
    expect(screen.getByText('1,101–1,125 of 1,175')).toBeVisible();
  });

  it('the pagination of a list does not count past the total while the last page loads', () => {
    render(<TablePagination of={{ items: rows(50), total: 175 }} page={4} pageSize={50} onPage={turnNowhere} />);
    expect(screen.getByText('151–175 of 175')).toBeVisible();
  });
});
