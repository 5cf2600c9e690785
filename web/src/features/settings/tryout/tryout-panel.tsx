import type { PolicyBody } from '@clearwatch/contracts/detection-policy.dto';
import { Alert, Button } from 'antd';
import { useEffect, useRef } from 'react';
import { Panel } from '../../../panels/panel.tsx';
import { PanelError } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { TryoutProgress } from './tryout-progress.tsx';
import { TryoutResult } from './tryout-result.tsx';
import { isSamePolicy, type Tryout } from './use-tryout.ts';
import './tryout.css';

interface TryoutPanelProps {
  tryout: Tryout;
  /** What the fields say now; null while something in them is not allowed. */
  current: PolicyBody | null;
}

/** How far a try-out is and what it found. Nothing is saved by it. */
export function TryoutPanel({ tryout: { begun, query, close }, current }: TryoutPanelProps) {
  const place = useRef<HTMLDivElement>(null);
  const id = begun?.id;
  useEffect(() => {
    if (id !== undefined) place.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  if (begun === null) return null;
  const isOutdated = !isSamePolicy(begun.body, current);
  return (
    <div ref={place} className="tryout-place">
      <Panel
        title="Try-out"
        badges={<span className="quiet">on the whole history; nothing is saved and no alert is changed</span>}
        actions={<Button onClick={close}>Close</Button>}
        className="panel-body-flush"
      >
        {isOutdated && (
          <Alert
            banner
            type="warning"
            title="The values have been changed since. Try them out again to see what they would do."
          />
        )}
        <TryoutState query={query} />
      </Panel>
    </div>
  );
}

/** Progress is no result: when a try-out cannot be read any longer, that is said instead. */
function TryoutState({ query }: Pick<Tryout, 'query'>) {
  const { data, error } = query;
  if (data?.state === 'finished') return <TryoutResult tryout={data} />;
  if (error !== null) {
    return (
      <PanelError what="The try-out could not be read." error={error} onRetry={() => void query.refetch()} />
    );
  }
  return data === undefined ? <SkeletonLines lines={3} height={28} /> : <TryoutProgress tryout={data} />;
}
