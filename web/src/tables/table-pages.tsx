import { Pagination } from 'antd';
import type { Page } from '../api/page.ts';
import { formatCount } from '../formats/count.ts';
import './table-pages.css';

interface TablePagesProps {
  of: Page<unknown>;
  /** From 1. */
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
}

/** Which part of a long list stands above, and the way to the others. */
export function TablePages({ of: { items, total }, page, pageSize, onPage }: TablePagesProps) {
  const first = (page - 1) * pageSize + 1;
  // While the last page comes, the one before may still stand there with more rows.
  const last = Math.min(first + items.length - 1, total);
  return (
    <div className="table-pages">
      <span className="quiet figures">
        {formatCount(first)}–{formatCount(last)} of {formatCount(total)}
      </span>
      {total > pageSize && (
        <Pagination
          current={page}
          pageSize={pageSize}
          total={total}
          showSizeChanger={false}
          onChange={onPage}
        />
      )}
    </div>
  );
}
