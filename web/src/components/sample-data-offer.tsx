import './components.css';
import type { SampleOffer } from '@clearwatch/contracts/imports.dto';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { getSampleDataOffer, IMPORTS_KEY, loadSampleData } from '../api/imports-api.ts';
import { LEDGER_QUERIES, refreshQueries } from '../api/server-events.ts';
import { getCurrentUser } from '../api/session-api.ts';
import { formatCount, formatQuantity } from '../lib/number-format.ts';
import { Panel } from './panel.tsx';
import { useToasts } from './toasts.tsx';

/** Null while loading and when sample data is not available. */
function useSampleDataOffer(): { offer: SampleOffer; isAdmin: boolean } | null {
  const { data: offer } = useQuery(getSampleDataOffer());
  const { data: user } = useQuery(getCurrentUser());
  if (!offer?.available || !user) return null;
  return { offer, isAdmin: user.role === 'Admin' };
}

export function SampleDataOffer() {
  const client = useQueryClient();
  const toasts = useToasts();
  const sample = useSampleDataOffer();
  const { mutate, isPending } = useMutation({
    mutationFn: loadSampleData,
    onSuccess: ({ state, transactionCount }) =>
      toasts.success(
        state === 'completed'
          ? {
              title: 'Sample Data Loaded',
              description: `${formatQuantity(transactionCount, 'transaction')} imported`,
            }
          : { title: 'Sample Data Received', description: 'The import continues if you leave this screen.' },
      ),
    onError: (error) => toasts.failed('Sample Data Not Loaded', error, 'The sample data could not be loaded.'),
    onSettled: () => refreshQueries(client, [...LEDGER_QUERIES, IMPORTS_KEY]),
  });
  if (sample === null) return null;
  if (!sample.isAdmin) return <p className="quiet">An admin can load sample data to explore Clearwatch.</p>;
  const { transactionCount, accountCount } = sample.offer;
  return (
    <div className="sample-offer">
      <p className="quiet">
        Explore Clearwatch with sample data: {formatCount(transactionCount)} generated transactions for{' '}
        {formatCount(accountCount)} accounts. It contains no real people. An admin can undo the import.
      </p>
      <Button onClick={() => mutate()} disabled={isPending}>
        {isPending ? 'Loading sample data...' : 'Load sample data'}
      </Button>
    </div>
  );
}

export function SampleDataPanel() {
  const sample = useSampleDataOffer();
  if (sample === null || !sample.isAdmin) return null;
  return (
    <Panel title="No file yet?">
      <SampleDataOffer />
    </Panel>
  );
}
