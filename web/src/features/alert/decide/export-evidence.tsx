import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { describeError } from '../../../api/describe-error.ts';
import { request } from '../../../api/http.ts';
import { fileNameOf } from '../../../files/file-name-of.ts';
import { saveFile } from '../../../files/save-file.ts';
import { useToasts } from '../../../toasts/toasts.tsx';

/** The alert's evidence as a PDF; the audit log keeps that it was taken out. */
export function ExportEvidence({ alertId }: { alertId: number }) {
  const toasts = useToasts();
  const exporting = useMutation({
    mutationFn: async () => {
      const response = await request(`/api/unusual-activities/${alertId}/evidence.pdf`);
      saveFile(await response.blob(), fileNameOf(response) ?? `alert-${alertId}-evidence.pdf`);
    },
    onSuccess: () =>
      toasts.success({ title: 'Export Successful', description: 'The evidence has been downloaded as PDF.' }),
    onError: (error) =>
      toasts.failure({
        title: 'Export Failed',
        description: describeError(error, 'The evidence could not be exported.'),
      }),
  });
  return (
    <Button size="small" disabled={exporting.isPending} onClick={() => exporting.mutate()}>
      {exporting.isPending ? 'Exporting...' : 'Export PDF'}
    </Button>
  );
}
