import { PlusOutlined } from '@ant-design/icons';
import type {
  HoldState,
  LastPurge,
  LegalHold,
  RetainedKind,
  RetentionStatus,
} from '@clearwatch/contracts/retention.dto';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { formatRemovedCounts } from '@clearwatch/domain/retention-period';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { listHolds } from '../../api/legal-holds-api.ts';
import { getCurrentUser } from '../../api/session-api.ts';
import { getRetention } from '../../api/system-api.ts';
import { Fact, Facts } from '../../components/figure-cards.tsx';
import { holdSubject, PlaceHoldDialog, ReleaseHoldDialog } from '../../components/legal-hold-dialogs.tsx';
import { Panel, PanelEmpty, QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { type Column, TwoLines } from '../../components/tables/data-table.tsx';
import { PagedList } from '../../components/tables/paged-list.tsx';
import { ToneBadge } from '../../components/tone-badge.tsx';
import { formatDateTime, formatDay } from '../../lib/date-format.ts';
import { formatCount, formatQuantity } from '../../lib/number-format.ts';
import { memberPath } from '../../lib/page-paths.ts';

const RETENTION_TEXT: Record<RetainedKind, { title: string; item: string; items: string; removed: string }> = {
  transactions: {
    title: 'Transaction data',
    item: 'entry',
    items: 'entries',
    removed:
      'Each day, Clearwatch removes older entries with their rejected rows, duplicates, files, documents and reviewed alerts. Open alerts stay, with the entries they show.',
  },
  ai_reports: {
    title: 'AI reports',
    item: 'report',
    items: 'reports',
    removed: 'Each day, Clearwatch deletes older reports. The audit log records how many.',
  },
  activity_log: {
    title: 'Activity logs',
    item: 'event',
    items: 'events',
    removed:
      'Events are kept as long as the records they describe. Clearwatch removes whole months, oldest first. A month is removed once its last day is past the period, it and the twelve months after it are sealed, and the whole log has been verified. No month is removed while a legal hold is active.',
  },
};

/** @param onRelease null for users who may not release holds */
function holdColumns(onRelease: ((hold: LegalHold) => void) | null): Column<LegalHold>[] {
  const columns: Column<LegalHold>[] = [
    {
      title: 'Subject',
      cell: (hold) => (
        <span className="two-lines">
          {hold.member === null ? holdSubject(hold) : <Link to={memberPath(hold.member)}>{holdSubject(hold)}</Link>}
          {hold.accountNumber !== null && <span className="quiet figures">{maskAccount(hold.accountNumber)}</span>}
        </span>
      ),
    },
    {
      title: 'Reason',
      cell: ({ reason, reference }) => (
        <span className="hold-words">
          <span>{reason}</span>
          {reference !== null && <span className="quiet">{reference}</span>}
        </span>
      ),
    },
    {
      title: 'Placed',
      cell: ({ placedBy, placedAt }) => <TwoLines text={placedBy} note={formatDateTime(placedAt)} />,
    },
    {
      title: 'Status',
      cell: ({ state, releasedBy, releasedAt, releaseReason }) =>
        state === 'standing' || releasedAt === null ? (
          <ToneBadge tone="yellow">Active</ToneBadge>
        ) : (
          <span className="hold-words">
            Released by {releasedBy}
            <span className="quiet">{formatDateTime(releasedAt)}</span>
            <span className="quiet">{releaseReason}</span>
          </span>
        ),
    },
  ];
  if (onRelease === null) return columns;
  columns.push({
    title: 'Actions',
    cell: (hold) =>
      hold.state === 'standing' && (
        <Button size="small" aria-label={`Release the hold on ${holdSubject(hold)}`} onClick={() => onRelease(hold)}>
          Release
        </Button>
      ),
  });
  return columns;
}

const PAGE_SIZE = 50;
const HOLD_STATE_OPTIONS: { value: HoldState | 'all'; label: string }[] = [
  { value: 'all', label: 'All holds' },
  { value: 'standing', label: 'Active' },
  { value: 'released', label: 'Released' },
];

export function LegalHoldList({ mayEdit }: { mayEdit: boolean }) {
  const [page, setPage] = useState(1);
  const [state, setState] = useState<HoldState | 'all'>('all');
  const [search, setSearch] = useState('');
  const [isPlacing, setIsPlacing] = useState(false);
  const [releasing, setReleasing] = useState<LegalHold | null>(null);
  const holds = useQuery(listHolds({ state: state === 'all' ? null : state, search, page, pageSize: PAGE_SIZE }));
  const isFiltered = state !== 'all' || search !== '';
  return (
    <Panel
      title="Legal holds"
      actions={
        mayEdit && (
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => setIsPlacing(true)}>
            Place hold
          </Button>
        )
      }
    >
      <div className="hold-filters">
        <Input.Search
          allowClear
          aria-label="Search legal holds"
          placeholder="Name, account, reason, reference"
          maxLength={200}
          onSearch={(text) => {
            setSearch(text.trim());
            setPage(1);
          }}
        />
        <Select
          aria-label="Status of legal holds"
          value={state}
          options={HOLD_STATE_OPTIONS}
          onChange={(chosen) => {
            setState(chosen);
            setPage(1);
          }}
        />
      </div>
      <PagedList
        caption="Legal holds"
        query={holds}
        columns={holdColumns(mayEdit ? setReleasing : null)}
        rowKey={({ id }) => id}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        skeleton={<SkeletonLines lines={4} height={36} />}
        failed="The legal holds could not be loaded."
        empty={<PanelEmpty text={isFiltered ? 'No legal holds match.' : 'No legal holds.'} />}
      />
      {isPlacing && <PlaceHoldDialog account={null} onClose={() => setIsPlacing(false)} />}
      {releasing !== null && <ReleaseHoldDialog hold={releasing} onClose={() => setReleasing(null)} />}
    </Panel>
  );
}

function formatNextRemoval({ kind, nextRemovalDay, nextRemovalCount }: RetentionStatus): string {
  if (nextRemovalDay === null) return 'None';
  const day = formatDay(nextRemovalDay);
  const { item, items } = RETENTION_TEXT[kind];
  return nextRemovalCount === 0
    ? `On or after ${day}`
    : `${formatQuantity(nextRemovalCount, item, items)}, on or after ${day}`;
}

function formatLastPurge(last: LastPurge | null): string {
  if (last === null) return 'No purge yet';
  if (last.finishedAt === null) return `Running since ${formatDateTime(last.startedAt)}`;
  const outcome =
    last.failure === null ? formatRemovedCounts(last.removed) : `${last.failure} The next run resumes it.`;
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
          {held.legalMinimumYears !== null && ` (at least ${held.legalMinimumYears} under the Nacha Operating Rules)`}
        </span>
      </h3>
      <ToneBadge tone="green">Removed automatically</ToneBadge>
      <Facts>
        <Fact term="Records" value={held.isKnown ? formatCount(held.count) : 'Not available'} />
        <Fact term="Oldest" value={held.oldestDay === null ? '—' : formatDay(held.oldestDay)} />
        <Fact term="Next removal" value={formatNextRemoval(held)} />
        {held.withheldCount > 0 && (
          <Fact
            term="Kept past the period"
            value={`${formatCount(held.withheldCount)} (under a legal hold or in an alert)`}
          />
        )}
        <Fact term="Last purge" value={held.isKnown ? formatLastPurge(held.lastPurge) : '—'} />
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
      <Panel title="Data retention" note="The server operator sets the periods.">
        <QueryStates query={retention} lines={9} height={24} failed="Data retention could not be loaded.">
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
