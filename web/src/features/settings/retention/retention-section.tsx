import type { RetentionStatus } from '@clearwatch/contracts/retention.dto';
import { useQuery } from '@tanstack/react-query';
import { getCurrentUser } from '../../../api/get-current-user.ts';
import { getRetention } from '../../../api/system.ts';
import { Fact, Facts } from '../../../figures/facts.tsx';
import { ToneBadge } from '../../../figures/tone-badge.tsx';
import { formatCount } from '../../../formats/count.ts';
import { formatDay } from '../../../formats/dates.ts';
import { Panel } from '../../../panels/panel.tsx';
import { QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { HoldList } from './hold-list.tsx';
import { lastPurgeWords, periodWords, RETENTION_WORDS, removalWords } from './retention-words.ts';
import './retention.css';

/** How long data are kept, what the next purge takes and what the last one took, and what is held. */
export function RetentionSection() {
  const retention = useQuery(getRetention());
  const user = useQuery(getCurrentUser());
  return (
    <div className="retention">
      <Panel
        title="Data retention"
        badges={<span className="quiet">Periods are set by whoever runs the server.</span>}
      >
        <QueryStates
          query={retention}
          skeleton={<SkeletonLines lines={9} height={24} />}
          failed="What is kept could not be asked."
        >
          {({ kinds }) => (
            <div className="retention-kinds">
              {kinds.map((held) => (
                <KindOfData key={held.kind} held={held} />
              ))}
            </div>
          )}
        </QueryStates>
      </Panel>
      <HoldList mayEdit={user.data?.role === 'Admin'} />
    </div>
  );
}

function KindOfData({ held }: { held: RetentionStatus }) {
  const { title, removed } = RETENTION_WORDS[held.kind];
  return (
    <section className="retention-kind" aria-label={title}>
      <h3>
        {title} <span className="quiet">{periodWords(held)}</span>
      </h3>
      <ToneBadge tone="green">Removed automatically</ToneBadge>
      <Facts>
        <Fact term="Held now" value={held.isKnown ? formatCount(held.count) : 'Not known at the moment'} />
        <Fact term="Oldest" value={held.oldestDay === null ? '—' : formatDay(held.oldestDay)} />
        <Fact term="Removed next" value={removalWords(held)} />
        {held.withheldCount > 0 && (
          <Fact
            term="Past its time, kept"
            value={`${formatCount(held.withheldCount)}, held or shown by an alert`}
          />
        )}
        <Fact term="Last run" value={held.isKnown ? lastPurgeWords(held.lastPurge) : '—'} />
      </Facts>
      <p className="quiet">{removed}</p>
    </section>
  );
}
