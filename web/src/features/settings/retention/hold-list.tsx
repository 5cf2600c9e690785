import { PlusOutlined } from '@ant-design/icons';
import type { HoldState, LegalHold } from '@clearwatch/contracts/retention.dto';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { listHoldPage } from '../../../api/legal-holds.ts';
import { PlaceHoldDialog } from '../../../legal-holds/place-hold-dialog.tsx';
import { ReleaseHoldDialog } from '../../../legal-holds/release-hold-dialog.tsx';
import { Panel } from '../../../panels/panel.tsx';
import { PanelEmpty, QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { DataTable } from '../../../tables/data-table.tsx';
import { TablePages } from '../../../tables/table-pages.tsx';
import { holdColumns } from './hold-columns.tsx';

const PAGE_SIZE = 50;
const STATES: { value: HoldState | 'all'; label: string }[] = [
  { value: 'all', label: 'All holds' },
  { value: 'standing', label: 'That stand' },
  { value: 'released', label: 'Released' },
];

/** What is not removed, whatever its age. Nothing is deleted: a hold that was released stays in the list. */
export function HoldList({ mayEdit }: { mayEdit: boolean }) {
  const [page, setPage] = useState(1);
  const [state, setState] = useState<HoldState | 'all'>('all');
  const [search, setSearch] = useState('');
  const [isPlacing, setIsPlacing] = useState(false);
  const [releasing, setReleasing] = useState<LegalHold | null>(null);
  const holds = useQuery(
    listHoldPage({ state: state === 'all' ? null : state, search, page, pageSize: PAGE_SIZE }),
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
          onSearch={(words) => {
            setSearch(words.trim());
            setPage(1);
          }}
        />
        <Select
          aria-label="State of legal holds"
          value={state}
          options={STATES}
          virtual={false}
          onChange={(wanted) => {
            setState(wanted);
            setPage(1);
          }}
        />
      </div>
      <QueryStates
        query={holds}
        skeleton={<SkeletonLines lines={4} height={36} />}
        failed="The legal holds could not be loaded."
      >
        {(shown) =>
          shown.total === 0 ? (
            <PanelEmpty text={isFiltered ? 'No legal hold matches.' : 'No legal hold has been placed.'} />
          ) : (
            <>
              <DataTable
                caption="Legal holds"
                columns={holdColumns(mayEdit ? setReleasing : null)}
                rows={shown.items}
                rowKey={({ id }) => id}
              />
              <TablePages of={shown} page={page} pageSize={PAGE_SIZE} onPage={setPage} />
            </>
          )
        }
      </QueryStates>
      {isPlacing && <PlaceHoldDialog account={null} onClose={() => setIsPlacing(false)} />}
      {releasing !== null && <ReleaseHoldDialog hold={releasing} onClose={() => setReleasing(null)} />}
    </Panel>
  );
}
