import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useAddressState } from '../../addresses/use-address-state.ts';
import { useOpenedInAddress } from '../../addresses/use-opened-in-address.ts';
import { describeError } from '../../api/describe-error.ts';
import { listAuditEvents } from '../../api/list-audit-events.ts';
import { useFocusAround } from '../../dialogs/use-focus-around.ts';
import { formatCounted } from '../../formats/count.ts';
import { Panel } from '../../panels/panel.tsx';
import { PanelEmpty } from '../../panels/panel-states.tsx';
import { useToasts } from '../../toasts/toasts.tsx';
import { canonicalQuery } from '../../views/canonical-query.ts';
import { ViewsMenu } from '../../views/views-menu.tsx';
import { AuditEventDrawer } from './audit-event-drawer.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { filterAddress, isBackwards, NO_FILTERS, pageQuery, readFilters } from './audit-filters.ts';
import { EventList } from './event-list.tsx';
import { ExportButton } from './export-button.tsx';

const ADDRESS = { read: readFilters, write: filterAddress };
const LIST = { screen: 'audit', canonical: canonicalQuery(ADDRESS) } as const;

export function AuditPanel() {
  const { state: filters, change, amend } = useAddressState(ADDRESS);
  const backwards = isBackwards(filters);
  const events = useQuery({ ...listAuditEvents(pageQuery(filters)), enabled: !backwards });
  const total = events.data?.total ?? 0;
  const toasts = useToasts();
  const address = useOpenedInAddress('event');
  useFocusAround(address.id !== null);

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
      badges={total > 0 && <span className="quiet">{formatCounted(total, 'event')}</span>}
      className="panel-body-flush"
      actions={
        <>
          <ViewsMenu list={LIST} />
          <Button disabled={events.isFetching || backwards} onClick={() => void readAgain()}>
            {events.isRefetching ? 'Refreshing...' : 'Refresh'}
          </Button>
          <ExportButton filters={filters} disabled={backwards || events.data?.total === 0} />
        </>
      }
    >
      <AuditFilterBar filters={filters} onChange={change} onSearch={(search) => amend({ search })} />
      {backwards ? (
        <PanelEmpty text="The last day is before the first." />
      ) : (
        <EventList
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
        onFilter={(part) => change(Object.assign({}, NO_FILTERS, part))}
      />
    </Panel>
  );
}
