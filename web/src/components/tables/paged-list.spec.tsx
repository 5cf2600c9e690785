import { render, screen } from '@testing-library/react';
import { TablePagination } from './paged-list.tsx';

const rows = (count: number) => Array.from({ length: count }, () => ({}));
const turnNowhere = (): void => {};

describe('the pages of a list', () => {
  it('says which part stands above', () => {
    render(
      <TablePagination of={{ items: rows(25), total: 1175 }} page={12} pageSize={100} onPage={turnNowhere} />,
    );
    expect(screen.getByText('1,101–1,125 of 1,175')).toBeVisible();
  });

  it('never counts beyond the end, also while the page before stands there until the last one comes', () => {
    render(
      <TablePagination of={{ items: rows(50), total: 175 }} page={4} pageSize={50} onPage={turnNowhere} />,
    );
    expect(screen.getByText('151–175 of 175')).toBeVisible();
  });
});
