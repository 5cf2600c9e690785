import type { SampleOffer as Offer } from '@clearwatch/contracts/imports.dto';
import { Button } from 'antd';
import { formatCount } from '../formats/count.ts';
import { useLoadSample } from './use-load-sample.ts';
import { useSampleOffer } from './use-sample-offer.ts';
import './sample-offer.css';

/** In the place of figures that are not there: admins load the sample, others learn that an admin can. */
export function SampleOffer() {
  const mine = useSampleOffer();
  const { load, isLoading } = useLoadSample();
  if (mine === null) return null;
  if (!mine.isAdmin) {
    return <p className="quiet">To look around first, an admin can load generated sample data.</p>;
  }
  return (
    <div className="sample-offer">
      <SampleDescription offer={mine.offer} />
      <Button onClick={load} disabled={isLoading}>
        {isLoading ? 'Loading sample data...' : 'Load sample data'}
      </Button>
    </div>
  );
}

/** What it is, before anybody takes it. */
function SampleDescription({ offer: { transactionCount, accountCount } }: { offer: Offer }) {
  return (
    <p className="quiet">
      Look around with sample data: {formatCount(transactionCount)} generated transactions of{' '}
      {formatCount(accountCount)} accounts, no real persons. It is imported like any file, and an admin can
      undo it.
    </p>
  );
}
