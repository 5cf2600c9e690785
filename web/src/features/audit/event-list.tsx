import type { AuditEvent } from '@clearwatch/contracts/audit-events.dto';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef } from 'react';
import type { Page } from '../../api/page.ts';
import { PanelEmpty, QueryStates } from '../../panels/panel-states.tsx';
import { SkeletonLines } from '../../panels/skeleton-lines.tsx';
import { TablePages } from '../../tables/table-pages.tsx';
import { type AuditFilters, isFiltered, NO_FILTERS, PAGE_SIZE } from './audit-filters.ts';
import { AuditTable } from './audit-table.tsx';

interface EventListProps {
  events: UseQueryResult<Page<AuditEvent>>;
  filters: AuditFilters;
  onChange: (part: Partial<AuditFilters>) => void;
  onOpen: (event: AuditEvent) => void;
}

/** One page of events in all its states. While the next one comes the last one stays, paler. */
export function EventList({ events, filters, onChange, onOpen }: EventListProps) {
  const top = useRef<HTMLDivElement>(null);
  const turnTo = (page: number): void => {
    onChange({ page });
    top.current?.scrollIntoView();
  };
  return (
    <div ref={top} className={events.isPlaceholderData ? 'table-outdated' : undefined}>
      <QueryStates
        query={events}
        skeleton={
          <div className="table-skeleton">
            <SkeletonLines lines={10} height={28} />
          </div>
        }
        failed="The audit log could not be loaded."
      >
        {(page) =>
          page.items.length === 0 ? (
            <NoEvents filtered={isFiltered(filters)} total={page.total} onChange={onChange} />
          ) : (
            <>
              <AuditTable events={page.items} onOpen={onOpen} />
              <TablePages of={page} page={filters.page} pageSize={PAGE_SIZE} onPage={turnTo} />
            </>
          )
        }
      </QueryStates>
    </div>
  );
}

interface NoEventsProps {
  filtered: boolean;
  total: number;
  onChange: EventListProps['onChange'];
}

/** Nothing to show, for one of three reasons: past the end, nothing matches, or nothing is there at all. */
function NoEvents({ filtered, total, onChange }: NoEventsProps) {
  if (total > 0) {
    return (
      <PanelEmpty text="There are not that many pages.">
        <Button onClick={() => onChange({ page: 1 })}>Go to the first page</Button>
      </PanelEmpty>
    );
  }
  if (filtered) {
    return (
      <PanelEmpty text="No events match these filters.">
        <Button onClick={() => onChange(NO_FILTERS)}>Clear filters</Button>
      </PanelEmpty>
    );
  }
  return (
    <PanelEmpty text="Nothing has been recorded yet. Sign-ins, imports, reviews and changes of users appear here." />
  );
}
