import { Pagination } from 'antd';
import type { RowsPage } from '../../../api/list-imports.ts';
import type { Page } from '../../../api/page.ts';
import { formatCount } from '../../../formats/count.ts';

interface RowsPagerProps extends Pick<RowsPage, 'page' | 'pageSize'> {
  of: Page<unknown>;
  onPage: (page: number) => void;
}

/** Which part of a long list stands above, and the way to the others. */
export function RowsPager({ of: { items, total }, page, pageSize, onPage }: RowsPagerProps) {
  const first = (page - 1) * pageSize + 1;
  return (
    <div className="rows-pager">
      <span className="quiet figures">
        {formatCount(first)}–{formatCount(first + items.length - 1)} of {formatCount(total)}
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
