import { PlusOutlined } from '@ant-design/icons';
import type { HoldState, LegalHold } from '@clearwatch/contracts/retention.dto';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { listHolds } from '../../api/legal-holds-api.ts';
import { holdSubject, PlaceHoldDialog, ReleaseHoldDialog } from '../../components/legal-hold-dialogs.tsx';
import { Panel, PanelEmpty, SkeletonLines } from '../../components/panel.tsx';
import { type Column, TwoLines } from '../../components/tables/data-table.tsx';
import { PagedList } from '../../components/tables/paged-list.tsx';
import { ToneBadge } from '../../components/tone-badge.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { memberPath } from '../../lib/page-paths.ts';

/** @param onRelease null for users who may not release */
function holdColumns(onRelease: ((hold: LegalHold) => void) | null): Column<LegalHold>[] {
  const columns: Column<LegalHold>[] = [
    {
      title: 'Held',
      cell: (hold) => (
        <span className="two-lines">
          {hold.member === null ? (
            holdSubject(hold)
          ) : (
            <Link to={memberPath(hold.member)}>{holdSubject(hold)}</Link>
          )}
          {hold.accountNumber !== null && (
            <span className="quiet figures">{maskAccount(hold.accountNumber)}</span>
          )}
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
      title: 'State',
      cell: ({ state, releasedBy, releasedAt, releaseReason }) =>
        state === 'standing' || releasedAt === null ? (
          <ToneBadge tone="yellow">Stands</ToneBadge>
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
        <Button
          size="small"
          aria-label={`Release the hold on ${holdSubject(hold)}`}
          onClick={() => onRelease(hold)}
        >
          Release
        </Button>
      ),
  });
  return columns;
}

const PAGE_SIZE = 50;
const HOLD_STATE_OPTIONS: { value: HoldState | 'all'; label: string }[] = [
  { value: 'all', label: 'All holds' },
  { value: 'standing', label: 'That stand' },
  { value: 'released', label: 'Released' },
];

/** Released holds stay in the list. */
export function LegalHoldList({ mayEdit }: { mayEdit: boolean }) {
  const [page, setPage] = useState(1);
  const [state, setState] = useState<HoldState | 'all'>('all');
  const [search, setSearch] = useState('');
  const [isPlacing, setIsPlacing] = useState(false);
  const [releasing, setReleasing] = useState<LegalHold | null>(null);
  const holds = useQuery(
    listHolds({ state: state === 'all' ? null : state, search, page, pageSize: PAGE_SIZE }),
  );
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
          aria-label="State of legal holds"
          value={state}
          options={HOLD_STATE_OPTIONS}
          virtual={false}
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
        empty={<PanelEmpty text={isFiltered ? 'No legal hold matches.' : 'No legal hold has been placed.'} />}
      />
      {isPlacing && <PlaceHoldDialog account={null} onClose={() => setIsPlacing(false)} />}
      {releasing !== null && <ReleaseHoldDialog hold={releasing} onClose={() => setReleasing(null)} />}
    </Panel>
  );
}
