import { DownloadOutlined } from '@ant-design/icons';
import type { ImportReceipt, RejectedRow } from '@clearwatch/contracts/imports.dto';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useAddressPage } from '../../../addresses/use-address-page.ts';
import { listRejects, rejectsFile } from '../../../api/list-imports.ts';
import { formatCount, formatCounted } from '../../../formats/count.ts';
import { QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { type Column, DataTable } from '../../../tables/data-table.tsx';
import { TablePages } from '../../../tables/table-pages.tsx';

const PAGE_SIZE = 100;

const COLUMNS: Column<RejectedRow>[] = [
  { title: 'Line', cell: ({ line }) => formatCount(line), numeric: true },
  { title: 'Row', cell: ({ row }) => formatCount(row), numeric: true },
  { title: 'Field', cell: ({ field }) => field },
  { title: 'Value', cell: ({ value }) => <code className="rejected-value">{value}</code> },
  { title: 'Reason', cell: ({ reason }) => reason },
];

/** The rows of an import that were not stored, with line, field and reason. */
export function RejectsPart({ receipt: { importId, rejectedCount } }: { receipt: ImportReceipt }) {
  const { page, turnTo } = useAddressPage('rows');
  const rejects = useQuery(listRejects({ importId, page, pageSize: PAGE_SIZE }));
  return (
    <div className={rejects.isPlaceholderData ? 'receipt table-outdated' : 'receipt'}>
      <div className="receipt-note">
        <p>
          {formatCounted(rejectedCount, 'row')} of the file {rejectedCount === 1 ? 'was' : 'were'} not stored,
          the others were. Correct these and import the file again: what is already there is recognised.
        </p>
        <Button href={rejectsFile(importId)} download icon={<DownloadOutlined aria-hidden />}>
          Download CSV
        </Button>
      </div>
      <QueryStates
        query={rejects}
        skeleton={<SkeletonLines lines={8} height={28} />}
        failed="The rejected rows could not be loaded."
      >
        {(data) => (
          <>
            <DataTable
              caption="Rejected rows of the file, one line for each problem"
              columns={COLUMNS}
              rows={data.items}
              rowKey={({ row, field, reason }) => `${row} ${field} ${reason}`}
            />
            <TablePages of={data} page={page} pageSize={PAGE_SIZE} onPage={turnTo} />
          </>
        )}
      </QueryStates>
    </div>
  );
}
