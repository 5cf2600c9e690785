import type { RetentionOf } from '@clearwatch/contracts/http/retention';
import { useQuery } from '@tanstack/react-query';
import { getRetention } from '../../../api/system.ts';
import { Fact, Facts } from '../../../figures/facts.tsx';
import { ToneBadge } from '../../../figures/tone-badge.tsx';
import { formatCount } from '../../../formats/count.ts';
import { formatDay } from '../../../formats/dates.ts';
import { Panel } from '../../../panels/panel.tsx';
import { QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { RETENTION_WORDS, removalWords } from './retention-words.ts';

/** How long data are kept: what is stated, what is there, and what a program really removes. */
export function RetentionSection() {
  const retention = useQuery(getRetention());
  return (
    <Panel title="Data retention" badges={<span className="quiet">Periods are set by the product.</span>}>
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
  );
}

function KindOfData({ held }: { held: RetentionOf }) {
  const { title, period, enforced, notEnforced } = RETENTION_WORDS[held.kind];
  return (
    <section className="retention-kind" aria-label={title}>
      <h3>
        {title} <span className="quiet">{period}</span>
      </h3>
      <ToneBadge tone={held.isEnforced ? 'green' : 'yellow'}>
        {held.isEnforced ? 'Removed automatically' : 'Not removed automatically'}
      </ToneBadge>
      <Facts>
        <Fact term="Held now" value={held.isKnown ? formatCount(held.count) : 'Not known at the moment'} />
        <Fact term="Oldest" value={held.oldestDay === null ? '—' : formatDay(held.oldestDay)} />
        <Fact term={held.isEnforced ? 'Removed next' : 'Due next'} value={removalWords(held)} />
      </Facts>
      <p className="quiet">{held.isEnforced ? enforced : notEnforced}</p>
    </section>
  );
}
