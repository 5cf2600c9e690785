import type { AuditEvent } from '@clearwatch/contracts/audit/audit-event';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { describeError } from '../../api/describe-error.ts';
import { listAuditEvents } from '../../api/list-audit-events.ts';
import { useFocusReturn } from '../../dialogs/use-focus-return.ts';
import { Panel } from '../../panels/panel.tsx';
import { PanelEmpty } from '../../panels/panel-states.tsx';
import { useToasts } from '../../toasts/toasts.tsx';
import { AuditEventDrawer } from './audit-event-drawer.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { isBackwards, NO_FILTERS, pageQuery } from './audit-filters.ts';
import { EventList } from './event-list.tsx';
import { ExportButton } from './export-button.tsx';
import { useAuditFilters } from './use-audit-filters.ts';

export function AuditPanel() {
  const { filters, change, amend } = useAuditFilters();
  const backwards = isBackwards(filters);
  const events = useQuery({ ...listAuditEvents(pageQuery(filters)), enabled: !backwards });
  const toasts = useToasts();
  const focus = useFocusReturn();
  const [opened, setOpened] = useState<AuditEvent | null>(null);

  const readAgain = async (): Promise<void> => {
    const { error } = await events.refetch();
    // What was read before stays on the screen; it must not pass for fresh.
    if (error) {
      toasts.failure({ title: 'Error', description: describeError(error, 'Failed to load the audit log') });
    }
  };
  const open = (event: AuditEvent): void => {
    focus.leave(document.activeElement);
    setOpened(event);
  };

  return (
    <Panel
      title="Events"
      className="panel-body-flush"
      actions={
        <>
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
        <EventList events={events} filters={filters} onChange={change} onOpen={open} />
      )}
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
