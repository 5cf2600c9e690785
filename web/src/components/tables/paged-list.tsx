import './tables.css';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Pagination } from 'antd';
import { type ReactNode, useRef } from 'react';
import type { Page } from '../../api/api-client.ts';
import { formatCount } from '../../lib/number-format.ts';
import { PanelEmpty, QueryStates, type QueryStatesProps, TableSkeleton } from '../panel.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';

interface TablePaginationProps {
  of: Page<unknown>;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
}

export function TablePagination({ of: { items, total }, page, pageSize, onPage }: TablePaginationProps) {
  const first = (page - 1) * pageSize + 1;
  // While the last page loads, the previous page is shown and can have more rows.
  const last = Math.min(first + items.length - 1, total);
  return (
    <div className="table-pages">
      <span className="quiet figures">
        {formatCount(first)}–{formatCount(last)} of {formatCount(total)}
      </span>
      {total > pageSize && (
        <Pagination current={page} pageSize={pageSize} total={total} showSizeChanger={false} onChange={onPage} />
      )}
    </div>
  );
}

interface PageStatesProps<Row> {
  query: UseQueryResult<Page<Row>>;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  skeleton?: ReactNode;
  failed: string;
  empty: ReactNode;
  scrollTo?: 'start' | 'nearest';
  hidesSinglePage?: true;
}

export function PageStates<Row>(props: PageStatesProps<Row> & { children: (shown: Page<Row>) => ReactNode }) {
  const { query, page, pageSize, onPage, failed, empty, scrollTo = 'nearest', hidesSinglePage } = props;
  const top = useRef<HTMLDivElement>(null);
  const turnTo = (to: number): void => {
    onPage(to);
    top.current?.scrollIntoView({ block: scrollTo });
  };
  const show = (shown: Page<Row>): ReactNode => {
    if (shown.items.length > 0) {
      return (
        <>
          {props.children(shown)}
          {!(hidesSinglePage && shown.total <= pageSize) && (
            <TablePagination of={shown} page={page} pageSize={pageSize} onPage={turnTo} />
          )}
        </>
      );
    }
    if (shown.total === 0) return empty;
    return (
      <PanelEmpty text="This page does not exist.">
        <Button onClick={() => onPage(1)}>Go to the first page</Button>
      </PanelEmpty>
    );
  };
  return (
    <div ref={top} className={query.isPlaceholderData ? 'table-outdated' : undefined}>
      <QueryStates query={query} skeleton={props.skeleton ?? <TableSkeleton lines={10} height={36} />} failed={failed}>
        {show}
      </QueryStates>
    </div>
  );
}

type PagedListProps<Row> = PageStatesProps<Row> & Omit<DataTableProps<Row>, 'rows'>;

export function PagedList<Row>(props: PagedListProps<Row>) {
  return (
    <PageStates {...props}>
      {({ items }) => (
        // Remounts, so that a new page starts at the top.
        <DataTable key={props.page} {...props} rows={items} />
      )}
    </PageStates>
  );
}

interface QueryTableProps<Row> extends Omit<QueryStatesProps<Row[]>, 'children'>, Omit<DataTableProps<Row>, 'rows'> {
  empty: ReactNode;
}

export function QueryTable<Row>(props: QueryTableProps<Row>) {
  return (
    <QueryStates {...props}>
      {(rows) => (rows.length === 0 ? props.empty : <DataTable {...props} rows={rows} />)}
    </QueryStates>
  );
}
