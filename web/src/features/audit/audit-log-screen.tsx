import './audit.css';
import { DownloadOutlined } from '@ant-design/icons';
import type { AuditEvent } from '@clearwatch/contracts/audit-events.dto';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { request } from '../../api/api-client.ts';
import { AUDIT_EVENTS_KEY, listAuditEvents } from '../../api/audit-api.ts';
import { describeError } from '../../api/error-messages.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { useDownload } from '../../components/file-download.ts';
import { Panel, PanelEmpty, TableSkeleton } from '../../components/panel.tsx';
import { ViewsMenu } from '../../components/saved-views/views-menu.tsx';
import { type Column, TwoLines } from '../../components/tables/data-table.tsx';
import { PagedList } from '../../components/tables/paged-list.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { actionLabel, auditDetailSummary, subjectLabelOf } from '../../lib/audit-labels.ts';
import { formatDateTime, formatUtcTime } from '../../lib/date-format.ts';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { canonicalQuery } from '../../lib/list-query.ts';
import { formatQuantity } from '../../lib/number-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useOpenIdInUrl, useUrlState } from '../../lib/use-url-state.ts';
import { AuditEventDrawer } from './audit-event-drawer.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import {
  AUDIT_PAGE_SIZE,
  type AuditFilters,
  auditAddressParams,
  auditExportQuery,
  auditPageQuery,
  hasReversedAuditDates,
  isAuditFiltered,
  NO_AUDIT_FILTERS,
  readAuditFilters,
} from './audit-log-filters.ts';
import { VerifyPanel } from './audit-verification-panel.tsx';

const AUDIT_COLUMNS: Column<AuditEvent>[] = [
  {
    title: 'When',
    cell: ({ at }) => (
      <time className="audit-when" dateTime={at} title={`${formatDateTime(at)} in your time zone`}>
        {formatUtcTime(at)}
      </time>
    ),
  },
  {
    title: 'Who',
    cell: ({ actorName, actorRole }) => (
      <TwoLines className="audit-who" text={<strong>{actorName}</strong>} note={actorRole} />
    ),
  },
  { title: 'What', cell: ({ action }) => <span className="audit-what">{actionLabel(action)}</span> },
  { title: 'To What', cell: (event) => <span className="audit-subject">{subjectLabelOf(event)}</span> },
  { title: 'From Where', cell: ({ address }) => address ?? '' },
  {
    title: 'Details',
    cell: ({ detail }) => <span className="audit-detail">{auditDetailSummary(detail)}</span>,
  },
];

/** Exports all pages that match the filters. */
function ExportAuditLogButton({ filters, disabled }: { filters: AuditFilters; disabled: boolean }) {
  const client = useQueryClient();
  const exporting = useDownload({
    ask: () => request(`/api/audit-events/export?${auditExportQuery(filters).toString()}`),
    nameOf: () => `audit-log-${new Date(serverNow()).toISOString().slice(0, 10)}.csv`,
    done: () => 'The audit log has been downloaded as CSV',
    failed: 'Failed to export the audit log',
    // The export adds an event.
    onSettled: () => refreshQueries(client, [AUDIT_EVENTS_KEY]),
  });
  return (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      disabled={disabled || exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {exporting.isPending ? 'Exporting...' : 'Export CSV'}
    </Button>
  );
}

const AUDIT_ADDRESS = { read: readAuditFilters, write: auditAddressParams };
const AUDIT_LIST = { screen: 'audit', canonical: canonicalQuery(AUDIT_ADDRESS) } as const;

function AuditPanel() {
  const { state: filters, change, amend } = useUrlState(AUDIT_ADDRESS);
  const isReversed = hasReversedAuditDates(filters);
  const events = useQuery({ ...listAuditEvents(auditPageQuery(filters)), enabled: !isReversed });
  const total = events.data?.total ?? 0;
  const toasts = useToasts();
  const opened = useOpenIdInUrl('event');
  useRestoreFocus(opened.id !== null);

  const refresh = async (): Promise<void> => {
    const { error } = await events.refetch();
    // The old events stay on the screen and must not look fresh.
    if (error) {
      toasts.failure({ title: 'Error', description: describeError(error, 'Failed to load the audit log') });
    }
  };

  return (
    <Panel
      title="Events"
      badges={total > 0 && <span className="quiet">{formatQuantity(total, 'event')}</span>}
      className="panel-body-flush"
      actions={
        <>
          <ViewsMenu list={AUDIT_LIST} />
          <Button disabled={events.isFetching || isReversed} onClick={() => void refresh()}>
            {events.isRefetching ? 'Refreshing...' : 'Refresh'}
          </Button>
          <ExportAuditLogButton filters={filters} disabled={isReversed || events.data?.total === 0} />
        </>
      }
    >
      <AuditFilterBar filters={filters} onChange={change} onSearch={(search) => amend({ search })} />
      {isReversed ? (
        <PanelEmpty text="The last day is before the first." />
      ) : (
        <PagedList
          caption="Audit events"
          query={events}
          columns={AUDIT_COLUMNS}
          rowKey={({ seq }) => seq}
          onOpen={({ seq }) => opened.open(seq)}
          page={filters.page}
          pageSize={AUDIT_PAGE_SIZE}
          onPage={(page) => change({ page })}
          skeleton={<TableSkeleton lines={10} height={28} />}
          failed="The audit log could not be loaded."
          empty={
            isAuditFiltered(filters) ? (
              <PanelEmpty text="No events match these filters.">
                <Button onClick={() => change(NO_AUDIT_FILTERS)}>Clear filters</Button>
              </PanelEmpty>
            ) : (
              <PanelEmpty text="Nothing has been recorded yet. Sign-ins, imports, reviews and changes of users appear here." />
            )
          }
          scrollTo="start"
        />
      )}
      <AuditEventDrawer
        seq={opened.id}
        listed={events.data?.items.find(({ seq }) => seq === opened.id)}
        onClose={opened.close}
        onFilter={(part) => change(Object.assign({}, NO_AUDIT_FILTERS, part))}
      />
    </Panel>
  );
}

export default function AuditLogScreen() {
  return (
    <div className="audit-screen">
      <VerifyPanel />
      <AuditPanel />
    </div>
  );
}
