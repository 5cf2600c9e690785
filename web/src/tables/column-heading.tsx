import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { DefinitionInfo } from '../definitions/definition-info.tsx';
import type { Column, TableSorting } from './data-table.tsx';

interface ColumnHeadingProps<Row> {
  column: Column<Row>;
  sorting: TableSorting | undefined;
}

/** The heading of a column: sorts by it where the list can be sorted, and says what its figure means. */
export function ColumnHeading<Row>({ column, sorting }: ColumnHeadingProps<Row>) {
  const { title, numeric, sort, definition } = column;
  const isSorted = sorting !== undefined && sort !== undefined && sorting.sort === sort;
  const ariaSort = sorting?.order === 'asc' ? 'ascending' : 'descending';
  return (
    <th scope="col" className={numeric && 'numeric'} aria-sort={isSorted ? ariaSort : undefined}>
      {sort === undefined || sorting === undefined ? (
        title
      ) : (
        <button type="button" className="sort-button" onClick={() => sorting.onSort(sort)}>
          {title}
          <SortArrow order={isSorted ? sorting.order : null} />
        </button>
      )}
      {definition !== undefined && <DefinitionInfo figure={definition} />}
    </th>
  );
}

function SortArrow({ order }: { order: TableSorting['order'] | null }) {
  if (order === 'asc') return <ArrowUpOutlined className="sort-arrow" aria-hidden />;
  return (
    <ArrowDownOutlined className={`sort-arrow ${order === null ? 'sort-arrow-none' : ''}`} aria-hidden />
  );
}
