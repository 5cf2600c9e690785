import type { PolicyBacktest } from '@clearwatch/contracts/detection-policy.dto';
import { Progress } from 'antd';
import { formatCount, formatCounted } from '../../../formats/count.ts';

/** What is done of what. */
export function TryoutProgress({ tryout: { shardsDone, shards } }: { tryout: PolicyBacktest }) {
  const percent = shards === 0 ? 0 : Math.floor((shardsDone / shards) * 100);
  const words =
    shards === 0 ? 'Preparing the try-out' : `${formatCount(shardsDone)} of ${formatCounted(shards, 'part')}`;
  return (
    <div className="tryout-progress">
      <Progress percent={percent} status="active" aria-label="Progress of the try-out" showInfo={false} />
      <output className="figures">{words} · you can go on changing values meanwhile</output>
    </div>
  );
}
