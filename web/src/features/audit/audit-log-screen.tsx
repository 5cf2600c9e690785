import './audit.css';
import { DownloadOutlined } from '@ant-design/icons';
import type { AuditEvent } from '@clearwatch/contracts/audit-events.dto';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type Page, request } from '../../api/api-client.ts';
import { AUDIT_EVENTS_KEY, listAuditEvents } from '../../api/audit-api.ts';
import { describeError } from '../../api/error-messages.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { useDownload } from '../../components/file-download.ts';
import { Panel, PanelEmpty, TableSkeleton } from '../../components/panel.tsx';
import { ViewsMenu } from '../../components/saved-views/views-menu.tsx';
import type { Column } from '../../components/tables/data-table.tsx';
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
      <span className="audit-who">
        <strong>{actorName}</strong>
        <span className="quiet">{actorRole}</span>
      </span>
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

interface AuditEventListProps {
  events: UseQueryResult<Page<AuditEvent>>;
  filters: AuditFilters;
  onChange: (part: Partial<AuditFilters>) => void;
  onOpen: (event: AuditEvent) => void;
}

/** One page of events in all its states. While the next one comes the last one stays, paler. */
function AuditEventList({ events, filters, onChange, onOpen }: AuditEventListProps) {
  return (
    <PagedList
      caption="Audit events"
      query={events}
      columns={AUDIT_COLUMNS}
      rowKey={({ seq }) => seq}
      onOpen={onOpen}
      page={filters.page}
      pageSize={AUDIT_PAGE_SIZE}
      onPage={(page) => onChange({ page })}
      skeleton={<TableSkeleton lines={10} height={28} />}
      failed="The audit log could not be loaded."
      empty={<EmptyEventList filtered={isAuditFiltered(filters)} onChange={onChange} />}
      scrollTo="start"
    />
  );
}

interface EmptyEventListProps {
  filtered: boolean;
  onChange: AuditEventListProps['onChange'];
}

/** Nothing matches, or nothing is there at all. */
function EmptyEventList({ filtered, onChange }: EmptyEventListProps) {
  if (filtered) {
    return (
      <PanelEmpty text="No events match these filters.">
        <Button onClick={() => onChange(NO_AUDIT_FILTERS)}>Clear filters</Button>
      </PanelEmpty>
    );
  }
  return (
    <PanelEmpty text="Nothing has been recorded yet. Sign-ins, imports, reviews and changes of users appear here." />
  );
}

interface ExportAuditLogButtonProps {
  filters: AuditFilters;
  disabled: boolean;
}

/** Everything that matches the filters as CSV, all pages. */
function ExportAuditLogButton({ filters, disabled }: ExportAuditLogButtonProps) {
  const client = useQueryClient();
  const exporting = useDownload({
    ask: () => request(`/api/audit-events/export?${auditExportQuery(filters).toString()}`),
    nameOf: () => `audit-log-${today()}.csv`,
    done: () => 'The audit log has been downloaded as CSV',
    failed: 'Failed to export the audit log',
    // The export itself is recorded.
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

function today(): string {
  return new Date(serverNow()).toISOString().slice(0, 10);
}

const AUDIT_ADDRESS = { read: readAuditFilters, write: auditAddressParams };
const AUDIT_LIST = { screen: 'audit', canonical: canonicalQuery(AUDIT_ADDRESS) } as const;

function AuditPanel() {
  const { state: filters, change, amend } = useUrlState(AUDIT_ADDRESS);
  const backwards = hasReversedAuditDates(filters);
  const events = useQuery({ ...listAuditEvents(auditPageQuery(filters)), enabled: !backwards });
  const total = events.data?.total ?? 0;
  const toasts = useToasts();
  const address = useOpenIdInUrl('event');
  useRestoreFocus(address.id !== null);

  const readAgain = async (): Promise<void> => {
    const { error } = await events.refetch();
    // What was read before stays on the screen; it must not pass for fresh.
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
          <Button disabled={events.isFetching || backwards} onClick={() => void readAgain()}>
            {events.isRefetching ? 'Refreshing...' : 'Refresh'}
          </Button>
          <ExportAuditLogButton filters={filters} disabled={backwards || events.data?.total === 0} />
        </>
      }
    >
      <AuditFilterBar filters={filters} onChange={change} onSearch={(search) => amend({ search })} />
      {backwards ? (
        <PanelEmpty text="The last day is before the first." />
      ) : (
        <AuditEventList
          events={events}
          filters={filters}
          onChange={change}
          onOpen={({ seq }) => address.open(seq)}
        />
      )}
      <AuditEventDrawer
        seq={address.id}
        listed={events.data?.items.find(({ seq }) => seq === address.id)}
        onClose={address.close}
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
