import { Button } from 'antd';
import { request } from '../../../api/http.ts';
import { useDownload } from '../../../files/use-download.ts';

/** The alert's evidence as a PDF; the audit log keeps that it was taken out. */
export function ExportEvidence({ alertId }: { alertId: number }) {
  const exporting = useDownload({
    ask: () => request(`/api/unusual-activities/${alertId}/evidence.pdf`),
    nameOf: () => `alert-${alertId}-evidence.pdf`,
    done: () => 'The evidence has been downloaded as PDF.',
    failed: 'The evidence could not be exported.',
  });
  return (
    <Button size="small" disabled={exporting.isPending} onClick={() => exporting.mutate()}>
      {exporting.isPending ? 'Exporting...' : 'Export PDF'}
    </Button>
  );
}
