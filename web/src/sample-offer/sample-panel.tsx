import { Panel } from '../panels/panel.tsx';
import { SampleOffer } from './sample-offer.tsx';
import { useSampleOffer } from './use-sample-offer.ts';

/** The offer on a screen of its own right; not there for those who cannot take it. */
export function SamplePanel() {
  const mine = useSampleOffer();
  if (mine === null || !mine.isAdmin) return null;
  return (
    <Panel title="No file at hand?">
      <SampleOffer />
    </Panel>
  );
}
