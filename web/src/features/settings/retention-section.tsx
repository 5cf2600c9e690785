import type { LastPurge, RetainedKind, RetentionStatus } from '@clearwatch/contracts/retention.dto';
import { formatRemovedCounts } from '@clearwatch/domain/retention-period';
import { useQuery } from '@tanstack/react-query';
import { getCurrentUser } from '../../api/session-api.ts';
import { getRetention } from '../../api/system-api.ts';
import { Fact, Facts } from '../../components/figure-cards.tsx';
import { Panel, QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { ToneBadge } from '../../components/tone-badge.tsx';
import { formatDateTime, formatDay } from '../../lib/date-format.ts';
import { formatCount, formatQuantity } from '../../lib/number-format.ts';
import { LegalHoldList } from './legal-hold-list.tsx';

const RETENTION_TEXT: Record<RetainedKind, { title: string; item: string; items: string; removed: string }> =
  {
    transactions: {
      title: 'Transaction data',
      item: 'entry',
      items: 'entries',
      removed:
        'Once a day, older entries are removed with their rejected rows, duplicates, files and documents, and decided alerts. Open alerts stay, with the entries they show. The operator sets the period with TRANSACTIONS_KEPT_YEARS.',
    },
    ai_reports: {
      title: 'AI reports',
      item: 'report',
      items: 'reports',
      removed: 'Older reports are deleted once a day; the audit log says how many.',
    },
    activity_log: {
      title: 'Activity logs',
      item: 'event',
      items: 'events',
      removed:
        'Kept as long as the records it describes. Whole months are removed, the oldest first, once their last day is past the period, they are sealed, twelve sealed months follow, and the whole log has been verified. None is removed while any legal hold is in place.',
    },
  };

function formatNextRemoval({ kind, nextRemovalDay, nextRemovalCount }: RetentionStatus): string {
  if (nextRemovalDay === null) return 'Nothing';
  const day = formatDay(nextRemovalDay);
  const { item, items } = RETENTION_TEXT[kind];
  return nextRemovalCount === 0
    ? `From ${day}`
    : `${formatQuantity(nextRemovalCount, item, items)}, from ${day}`;
}

function formatLastPurge(last: LastPurge | null): string {
  if (last === null) return 'Has not run yet';
  if (last.finishedAt === null) return `Under way since ${formatDateTime(last.startedAt)}`;
  const outcome =
    last.failure === null ? formatRemovedCounts(last.removed) : `${last.failure} The next day goes on.`;
  return `${formatDateTime(last.finishedAt)}: ${outcome}`;
}

function RetainedData({ held }: { held: RetentionStatus }) {
  const { title, removed } = RETENTION_TEXT[held.kind];
  return (
    <section className="retention-kind" aria-label={title}>
      <h3>
        {title}{' '}
        <span className="quiet">
          {formatQuantity(held.keptYears, 'year', 'years')}
          {held.legalMinimumYears !== null &&
            ` (at least ${held.legalMinimumYears} by the Nacha Operating Rules)`}
        </span>
      </h3>
      <ToneBadge tone="green">Removed automatically</ToneBadge>
      <Facts>
        <Fact term="Held now" value={held.isKnown ? formatCount(held.count) : 'Not known at the moment'} />
        <Fact term="Oldest" value={held.oldestDay === null ? '—' : formatDay(held.oldestDay)} />
        <Fact term="Removed next" value={formatNextRemoval(held)} />
        {held.withheldCount > 0 && (
          <Fact
            term="Past its time, kept"
            value={`${formatCount(held.withheldCount)}, held or shown by an alert`}
          />
        )}
        <Fact term="Last run" value={held.isKnown ? formatLastPurge(held.lastPurge) : '—'} />
      </Facts>
      <p className="quiet">{removed}</p>
    </section>
  );
}

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
                <RetainedData key={held.kind} held={held} />
              ))}
            </div>
          )}
        </QueryStates>
      </Panel>
      <LegalHoldList mayEdit={user.data?.role === 'Admin'} />
    </div>
  );
}
