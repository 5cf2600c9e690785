import { Button } from 'antd';
import { ExportEvidence } from './export-evidence.tsx';
import { useComputeAgain } from './use-replay.ts';

/** The evidence proved again, taken out as a file, and on paper. */
export function EvidenceActs({ alertId }: { alertId: number }) {
  const replaying = useComputeAgain(alertId);
  return (
    <section className="evidence-acts" aria-label="Evidence">
      <Button size="small" disabled={replaying.isPending} onClick={() => replaying.mutate()}>
        {replaying.isPending ? 'Computing...' : 'Compute again'}
      </Button>
      <ExportEvidence alertId={alertId} />
      <Button size="small" onClick={() => window.print()}>
        Print
      </Button>
    </section>
  );
}
