import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import type { Page } from '../api/page.ts';
import { PanelEmpty, QueryStates } from '../panels/panel-states.tsx';
import { SkeletonLines } from '../panels/skeleton-lines.tsx';
import { type Column, DataTable } from './data-table.tsx';
import type { TableSorting } from './sorting.ts';
import { TablePages } from './table-pages.tsx';

interface ListBodyProps<Row> {
  caption: string;
  query: UseQueryResult<Page<Row>>;
  columns: Column<Row>[];
  rowKey: (row: Row) => string | number;
  onOpen: (row: Row) => void;
  sorting: TableSorting;
  /** From 1. */
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  failed: string;
  /** Nothing matches, or nothing is there at all. */
  empty: ReactNode;
}

/** One page of a long list in all its states. While the next one comes the last one stays, paler. */
export function ListBody<Row>(props: ListBodyProps<Row>) {
  const { caption, query, columns, rowKey, onOpen, sorting, page, pageSize, onPage, failed, empty } = props;
  const top = useRef<HTMLDivElement>(null);
  const turnTo = (to: number): void => {
    onPage(to);
    top.current?.scrollIntoView({ block: 'nearest' });
  };
  const show = (shown: Page<Row>): ReactNode => {
    if (shown.items.length > 0) {
      return (
        <>
          <DataTable
            // A new page begins at its top, however far the one before was scrolled.
            key={page}
            caption={caption}
            columns={columns}
            rows={shown.items}
            rowKey={rowKey}
            onOpen={onOpen}
            sorting={sorting}
          />
          <TablePages of={shown} page={page} pageSize={pageSize} onPage={turnTo} />
        </>
      );
    }
    if (shown.total === 0) return empty;
    return (
      <PanelEmpty text="There are not that many pages.">
        <Button onClick={() => onPage(1)}>Go to the first page</Button>
      </PanelEmpty>
    );
  };
  return (
    <div ref={top} className={query.isPlaceholderData ? 'table-outdated' : undefined}>
      <QueryStates
        query={query}
        skeleton={
          <div className="table-skeleton">
            <SkeletonLines lines={10} height={36} />
          </div>
        }
        failed={failed}
      >
        {show}
      </QueryStates>
    </div>
  );
}
