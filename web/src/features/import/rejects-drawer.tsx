import type { RejectedRow } from '@clearwatch/contracts/http/imports';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { listRejects } from '../../api/list-imports.ts';
import { formatCount, formatCounted } from '../../formats/count.ts';
import { QueryStates } from '../../panels/panel-states.tsx';
import { SkeletonLines } from '../../panels/skeleton-lines.tsx';
import { type Column, DataTable } from '../../tables/data-table.tsx';

const SHOWN = 100;

const COLUMNS: Column<RejectedRow>[] = [
  { title: 'Line', cell: ({ line }) => formatCount(line), numeric: true },
  { title: 'Row', cell: ({ row }) => formatCount(row), numeric: true },
  { title: 'Field', cell: ({ field }) => field },
  { title: 'Value', cell: ({ value }) => <code className="rejected-value">{value}</code> },
  { title: 'Reason', cell: ({ reason }) => reason },
];

interface RejectsDrawerProps {
  /** Null: closed. */
  importId: number | null;
  onClose: () => void;
}

/** The rows of an import that were not stored, with line, field and reason. */
export function RejectsDrawer({ importId, onClose }: RejectsDrawerProps) {
  return (
    <Drawer
      title="Rejected rows"
      aria-label="Rejected rows"
      size={800}
      open={importId !== null}
      onClose={onClose}
      destroyOnHidden
    >
      {importId !== null && <Rejects importId={importId} />}
    </Drawer>
  );
}

function Rejects({ importId }: { importId: number }) {
  const rejects = useQuery(listRejects({ importId, pageSize: SHOWN }));
  return (
    <QueryStates
      query={rejects}
      skeleton={<SkeletonLines lines={8} height={28} />}
      failed="The rejected rows could not be loaded."
    >
      {({ items, total }) => (
        <>
          <p className="rejects-note">
            {formatCounted(total, 'problem')}. The other rows of the file are stored; correct these and import
            the file again: what is already there is recognised.
            {total > items.length && ` Showing first ${items.length} results.`}
          </p>
          <DataTable
            caption="Rejected rows of the file"
            columns={COLUMNS}
            rows={items}
            rowKey={({ row, field, reason }) => `${row} ${field} ${reason}`}
          />
        </>
      )}
    </QueryStates>
  );
}
