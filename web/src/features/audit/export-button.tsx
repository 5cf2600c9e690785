import { DownloadOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { describeError } from '../../api/describe-error.ts';
import { request } from '../../api/http.ts';
import { AUDIT_EVENTS_KEY } from '../../api/list-audit-events.ts';
import { refresh } from '../../api/server-events.ts';
import { serverNow } from '../../clock/server-now.ts';
import { fileNameOf } from '../../files/file-name-of.ts';
import { saveFile } from '../../files/save-file.ts';
import { useToasts } from '../../toasts/toasts.tsx';
import { type AuditFilters, filterQuery } from './audit-filters.ts';

interface ExportButtonProps {
  filters: AuditFilters;
  disabled: boolean;
}

/** Everything that matches the filters as CSV, all pages. An answer that breaks off half-way is a failure. */
export function ExportButton({ filters, disabled }: ExportButtonProps) {
  const toasts = useToasts();
  const client = useQueryClient();
  const exporting = useMutation({
    mutationFn: async () => {
      const response = await request(`/api/audit-events/export?${filterQuery(filters).toString()}`);
      saveFile(await response.blob(), fileNameOf(response) ?? `audit-log-${today()}.csv`);
    },
    onSuccess: () =>
      toasts.success({
        title: 'Export Successful',
        description: 'The audit log has been downloaded as CSV',
      }),
    onError: (error) =>
      toasts.failure({
        title: 'Export Failed',
        description: describeError(error, 'Failed to export the audit log'),
      }),
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
