import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import type { DefinedMetric } from '@clearwatch/domain/metric-definitions';
import { DefinitionInfo } from '../definitions/definition-info.tsx';
import type { TableSorting } from './sorting.ts';

export interface Heading {
  title: string;
  /** Numbers stand to the right, in figures of one width. */
  numeric?: true;
  /** The server's name for the order by this column; without one it cannot be sorted by. */
  sort?: string;
  /** What the column's figure means, behind an icon. */
  definition?: DefinedMetric;
}

interface ColumnHeadingProps {
  heading: Heading;
  sorting: TableSorting | undefined;
}

/** The heading of a column: sorts by it where the list can be sorted, and says what its figure means. */
export function ColumnHeading({ heading, sorting }: ColumnHeadingProps) {
  const { title, numeric, sort, definition } = heading;
  const isSorted = sorting !== undefined && sort !== undefined && sorting.sort === sort;
  const ariaSort = sorting?.order === 'asc' ? 'ascending' : 'descending';
  return (
    <th scope="col" className={numeric && 'numeric'} aria-sort={isSorted ? ariaSort : undefined}>
      <span className="column-heading" data-title={title}>
        {sort === undefined || sorting === undefined ? (
          title
        ) : (
          <button type="button" className="sort-button" onClick={() => sorting.onSort(sort)}>
            {title}
            <SortArrow order={isSorted ? sorting.order : null} />
          </button>
        )}
        {definition !== undefined && <DefinitionInfo figure={definition} />}
      </span>
    </th>
  );
}

function SortArrow({ order }: { order: TableSorting['order'] | null }) {
  if (order === 'asc') return <ArrowUpOutlined className="sort-arrow" aria-hidden />;
  return (
    <ArrowDownOutlined className={`sort-arrow ${order === null ? 'sort-arrow-none' : ''}`} aria-hidden />
  );
}
