import type { AuditEvent } from '@clearwatch/contracts/audit/audit-event';
import { useQuery } from '@tanstack/react-query';
import { Button, Pagination } from 'antd';
import { useRef, useState } from 'react';
import { listAuditEvents } from '../../api/list-audit-events.ts';
import type { Page } from '../../api/page.ts';
import { useFocusReturn } from '../../dialogs/use-focus-return.ts';
import { formatCount } from '../../formats/count.ts';
import { Panel } from '../../panels/panel.tsx';
import { PanelEmpty, QueryStates } from '../../panels/panel-states.tsx';
import { SkeletonLines } from '../../panels/skeleton-lines.tsx';
import { AuditEventDrawer } from './audit-event-drawer.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { isFiltered, NO_FILTERS, PAGE_SIZE, pageQuery } from './audit-filters.ts';
import { AuditTable } from './audit-table.tsx';
import { ExportButton } from './export-button.tsx';
import { useAuditFilters } from './use-audit-filters.ts';

export function AuditPanel() {
  const { filters, change, amend } = useAuditFilters();
  const events = useQuery(listAuditEvents(pageQuery(filters)));
  const [opened, setOpened] = useState<AuditEvent | null>(null);
  const focus = useFocusReturn();
  const top = useRef<HTMLDivElement>(null);
  const nothingToExport = events.data?.total === 0;

  return (
    <Panel
      title="Events"
      className="panel-body-flush"
      actions={
        <>
          <Button disabled={events.isFetching} onClick={() => void events.refetch()}>
            {events.isFetching && events.data !== undefined ? 'Refreshing...' : 'Refresh'}
          </Button>
          <ExportButton filters={filters} disabled={nothingToExport} />
        </>
      }
    >
      <AuditFilterBar filters={filters} onChange={change} onSearch={(search) => amend({ search })} />
      <div ref={top} className={events.isPlaceholderData ? 'audit-outdated' : undefined}>
        <QueryStates
          query={events}
          skeleton={
            <div className="audit-skeleton">
              <SkeletonLines lines={10} height={28} />
            </div>
          }
          failed="The audit log could not be loaded."
        >
          {(page) =>
            page.items.length === 0 ? (
              <NoEvents filtered={isFiltered(filters)} total={page.total} onChange={change} />
            ) : (
              <>
                <AuditTable
                  events={page.items}
                  onOpen={(event) => {
                    focus.leave(document.activeElement);
                    setOpened(event);
                  }}
                />
                <Pages
                  page={page}
                  current={filters.page}
                  onChange={(next) => {
                    change({ page: next });
                    top.current?.scrollIntoView();
                  }}
                />
              </>
            )
          }
        </QueryStates>
      </div>
      <AuditEventDrawer
        event={opened}
        onClose={() => {
          setOpened(null);
          focus.comeBack();
        }}
        onFilter={(part) => {
          setOpened(null);
          change(Object.assign({}, NO_FILTERS, part));
        }}
      />
    </Panel>
  );
}

interface PagesProps {
  page: Page<AuditEvent>;
  current: number;
  onChange: (page: number) => void;
}

function Pages({ page: { items, total }, current, onChange }: PagesProps) {
  const first = (current - 1) * PAGE_SIZE + 1;
  const last = first + items.length - 1;
  return (
    <div className="audit-pages">
      <span className="quiet figures">
        {formatCount(first)}–{formatCount(last)} of {formatCount(total)}
      </span>
      {total > PAGE_SIZE && (
        <Pagination
          current={current}
          pageSize={PAGE_SIZE}
          total={total}
          showSizeChanger={false}
          onChange={onChange}
        />
      )}
    </div>
  );
}

interface NoEventsProps {
  filtered: boolean;
  total: number;
  onChange: ReturnType<typeof useAuditFilters>['change'];
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
