import './audit.css';
import { DownloadOutlined } from '@ant-design/icons';
import type { AuditEvent } from '@clearwatch/contracts/audit-events.dto';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Select } from 'antd';
import { useMemo } from 'react';
import { request } from '../../api/api-client.ts';
import { AUDIT_EVENTS_KEY, getAuditEvent, listAuditEvents } from '../../api/audit-api.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { listUsers } from '../../api/users-api.ts';
import { Fact } from '../../components/figure-cards.tsx';
import { useDownload } from '../../components/file-download.ts';
import { Panel, PanelEmpty, QueryStates, TableSkeleton } from '../../components/panel.tsx';
import { ViewsMenu } from '../../components/saved-views/views-menu.tsx';
import { type Column, TwoLines } from '../../components/tables/data-table.tsx';
import { DayField, DebouncedField } from '../../components/tables/list-filters.tsx';
import { PagedList } from '../../components/tables/paged-list.tsx';
import { useToasts } from '../../components/toasts.tsx';
import {
  actionLabel,
  auditDetailSummary,
  auditDetailTerms,
  subjectLabelOf,
  subjectTypeLabel,
} from '../../lib/audit-labels.ts';
import { formatDateTime, formatUtcTime } from '../../lib/date-format.ts';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { canonicalQuery, isRangeReversed } from '../../lib/list-query.ts';
import { formatCount, formatQuantity } from '../../lib/number-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useOpenIdInUrl, useUrlState } from '../../lib/use-url-state.ts';
import {
  AUDIT_PAGE_SIZE,
  type AuditFilters,
  actionGroups,
  auditAddressParams,
  auditExportQuery,
  auditPageQuery,
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
  { title: 'Subject', cell: (event) => <span className="audit-subject">{subjectLabelOf(event)}</span> },
  { title: 'Address', cell: ({ address }) => address ?? '' },
  {
    title: 'Details',
    cell: ({ detail }) => <span className="audit-detail">{auditDetailSummary(detail)}</span>,
  },
];

function ExportAuditLogButton({ filters, disabled }: { filters: AuditFilters; disabled: boolean }) {
  const client = useQueryClient();
  const exporting = useDownload({
    request: () => request(`/api/audit-events/export?${auditExportQuery(filters).toString()}`),
    fileName: () => `audit-log-${new Date(serverNow()).toISOString().slice(0, 10)}.csv`,
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

interface LoadedEventProps {
  seq: number;
  /** The event, if the list shows it. */
  listed: AuditEvent | undefined;
  onFilter: (part: Partial<AuditFilters>) => void;
}

/** The event in the URL may be on another page of the list. */
function LoadedEvent({ seq, listed, onFilter }: LoadedEventProps) {
  const event = useQuery({ ...getAuditEvent(seq), initialData: listed });
  return (
    <QueryStates
      query={event}
      height={40}
      failed="The event could not be loaded."
      missing="No event has this number, or its retention period has passed."
    >
      {(found) => <EventFacts event={found} onFilter={onFilter} />}
    </QueryStates>
  );
}

function EventFacts({ event, onFilter }: Pick<LoadedEventProps, 'onFilter'> & { event: AuditEvent }) {
  const { actorId, subjectType, subjectId } = event;
  const details = auditDetailTerms(event.detail);
  return (
    <div className="audit-event">
      <h2>{actionLabel(event.action)}</h2>
      <dl>
        <Fact term="When">
          {formatUtcTime(event.at)}
          <span className="quiet"> ({event.at})</span>
        </Fact>
        <Fact term="In your time zone">{formatDateTime(event.at)}</Fact>
        <Fact term="Who">
          {event.actorName} <span className="quiet">({event.actorRole})</span>
        </Fact>
        <Fact term="Subject">
          {subjectLabelOf(event)}
          {event.subjectLabel !== null && subjectId !== null && (
            <span className="quiet">
              {' '}
              ({subjectTypeLabel(subjectType)} #{subjectId})
            </span>
          )}
        </Fact>
        <Fact term="Address">{event.address ?? 'None (system action)'}</Fact>
      </dl>
      {details.length > 0 && (
        <>
          <h3>Details</h3>
          <dl>
            {details.map(({ term, value }) => (
              <Fact key={term} term={term}>
                {value}
              </Fact>
            ))}
          </dl>
        </>
      )}
      <div className="audit-event-more">
        {actorId !== null && (
          <Button onClick={() => onFilter({ actorId: String(actorId) })}>Events by {event.actorName}</Button>
        )}
        {subjectId !== null && (
          <Button onClick={() => onFilter({ subjectType, subjectId })}>Events about {subjectLabelOf(event)}</Button>
        )}
      </div>
      <h3>Technical details</h3>
      <dl>
        <Fact term="Action">
          <code>{event.action}</code>
        </Fact>
        <Fact term="Position in the chain">#{formatCount(event.seq)}</Fact>
        <Fact term="Request">{event.requestId === null ? 'None' : <code>{event.requestId}</code>}</Fact>
        <Fact term="Hash">
          <code>{event.hash}</code>
        </Fact>
      </dl>
    </div>
  );
}

const ACTION_GROUPS = actionGroups();
const UTC_DAYS = 'Days begin and end at midnight UTC';

interface AuditFilterBarProps {
  filters: AuditFilters;
  onChange: (part: Partial<AuditFilters>) => void;
  onSearch: (search: string) => void;
}

export function AuditFilterBar({ filters, onChange, onSearch }: AuditFilterBarProps) {
  const { actorId, subjectType, subjectId } = filters;
  const users = useUserOptions(actorId);
  return (
    <section className="audit-filters" aria-label="Filters">
      <DebouncedField
        className="audit-search"
        label="Search the audit log"
        placeholder="Name, address, action"
        value={filters.search}
        onChange={onSearch}
      />
      <Select
        className="audit-action"
        aria-label="Action"
        placeholder="Any action"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={260}
        options={ACTION_GROUPS}
        value={filters.action || null}
        onChange={(action) => onChange({ action: action ?? '' })}
      />
      <Select
        className="audit-actor"
        aria-label="By user"
        placeholder="Any user"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        virtual
        options={users}
        value={actorId || null}
        onChange={(userId) => onChange({ actorId: userId ?? '' })}
      />
      <span className="audit-days">
        <DayField
          label="Start date (UTC)"
          title={UTC_DAYS}
          value={filters.from}
          onChange={(from) => onChange({ from })}
        />
        <DayField label="End date (UTC)" title={UTC_DAYS} value={filters.to} onChange={(to) => onChange({ to })} />
      </span>
      {subjectType !== '' && (
        <Button size="small" onClick={() => onChange({ subjectType: '', subjectId: '' })}>
          About {subjectLabelOf({ subjectType, subjectId: subjectId || null, subjectLabel: null })}{' '}
          <span aria-hidden>×</span>
          <span className="visually-hidden">(remove)</span>
        </Button>
      )}
      {isAuditFiltered(filters) && (
        <Button type="link" onClick={() => onChange(NO_AUDIT_FILTERS)}>
          Clear filters
        </Button>
      )}
    </section>
  );
}

/** All users, plus a deleted user whose ID is in the URL. */
function useUserOptions(actorId: string): { value: string; label: string }[] {
  const { data } = useQuery(listUsers());
  return useMemo(() => {
    const options = (data?.items ?? []).map(({ id, username }) => ({ value: String(id), label: username }));
    const known = actorId === '' || options.some(({ value }) => value === actorId);
    return known ? options : [...options, { value: actorId, label: `User #${actorId}` }];
  }, [data, actorId]);
}

const AUDIT_ADDRESS = { read: readAuditFilters, write: auditAddressParams };
const AUDIT_LIST = { screen: 'audit', canonical: canonicalQuery(AUDIT_ADDRESS) } as const;

function AuditPanel() {
  const { state: filters, change, amend } = useUrlState(AUDIT_ADDRESS);
  const isReversed = isRangeReversed(filters);
  const events = useQuery({ ...listAuditEvents(auditPageQuery(filters)), enabled: !isReversed });
  const total = events.data?.total ?? 0;
  const toasts = useToasts();
  const opened = useOpenIdInUrl('event');
  useRestoreFocus(opened.id !== null);

  const refresh = async (): Promise<void> => {
    const { error } = await events.refetch();
    // The old events stay on screen; the toast shows that they may not be current.
    if (error) toasts.failed('Error', error, 'Failed to load the audit log');
  };

  return (
    <Panel
      title="Events"
      note={total > 0 && formatQuantity(total, 'event')}
      flush
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
        <PanelEmpty text="The end date is before the start date." />
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
              <PanelEmpty text="No events yet. Sign-ins, imports, decisions and user changes appear here." />
            )
          }
          scrollTo="start"
        />
      )}
      <Drawer
        title={opened.id === null ? 'Audit event' : `Event #${formatCount(opened.id)}`}
        size={640}
        open={opened.id !== null}
        onClose={opened.close}
        destroyOnHidden
      >
        {opened.id !== null && (
          <LoadedEvent
            key={opened.id}
            seq={opened.id}
            listed={events.data?.items.find(({ seq }) => seq === opened.id)}
            onFilter={(part) => change(Object.assign({}, NO_AUDIT_FILTERS, part))}
          />
        )}
      </Drawer>
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
