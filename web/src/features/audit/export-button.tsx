import { DownloadOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { request } from '../../api/http.ts';
import { AUDIT_EVENTS_KEY } from '../../api/list-audit-events.ts';
import { refresh } from '../../api/server-events.ts';
import { serverNow } from '../../clock/server-now.ts';
import { useDownload } from '../../files/use-download.ts';
import { type AuditFilters, filterQuery } from './audit-filters.ts';

interface ExportButtonProps {
  filters: AuditFilters;
  disabled: boolean;
}

/** Everything that matches the filters as CSV, all pages. */
export function ExportButton({ filters, disabled }: ExportButtonProps) {
  const client = useQueryClient();
  const exporting = useDownload({
    ask: () => request(`/api/audit-events/export?${filterQuery(filters).toString()}`),
    nameOf: () => `audit-log-${today()}.csv`,
    done: () => 'The audit log has been downloaded as CSV',
    failed: 'Failed to export the audit log',
    // The export itself is recorded.
    onSettled: () => refresh(client, [AUDIT_EVENTS_KEY]),
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
