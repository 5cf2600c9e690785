import type { DuplicateRow, ImportReceipt } from '@clearwatch/contracts/imports.dto';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddressPage } from '../../../addresses/use-address-page.ts';
import { listDuplicates } from '../../../api/list-imports.ts';
import { useFocusAround } from '../../../dialogs/use-focus-around.ts';
import { formatCounted } from '../../../formats/count.ts';
import { PanelEmpty, QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { DataTable } from '../../../tables/data-table.tsx';
import { TablePages } from '../../../tables/table-pages.tsx';
import { useColumnChoice } from '../../../tables/use-column-choice.tsx';
import { duplicateColumns } from './duplicate-columns.tsx';
import { KeepDialog } from './keep-dialog.tsx';

const PAGE_SIZE = 100;

/** The rows that were skipped, each with the stored entry that it equals. */
export function DuplicatesPart({ receipt }: { receipt: ImportReceipt }) {
  const { importId, duplicateCount, state } = receipt;
  const canKeep = state === 'stored' || state === 'completed';
  const { page, turnTo } = useAddressPage('rows');
  const [asked, setAsked] = useState<DuplicateRow | null>(null);
  const columns = useColumnChoice('duplicates', duplicateColumns(canKeep ? setAsked : null));
  useFocusAround(asked !== null);
  const duplicates = useQuery(listDuplicates({ importId, page, pageSize: PAGE_SIZE }));
  return (
    <div className={duplicates.isPlaceholderData ? 'receipt table-outdated' : 'receipt'}>
      <div className="receipt-note">
        <p>
          {formatCounted(duplicateCount, 'row')} skipped: the ledger holds an entry with the same business
          fields.{canKeep && ' Keep a row when it is an entry of its own.'}
        </p>
        {columns.chooser}
      </div>
      <QueryStates
        query={duplicates}
        skeleton={<SkeletonLines lines={8} height={28} />}
        failed="The duplicates could not be loaded."
      >
        {(data) =>
          data.total === 0 ? (
            <PanelEmpty
              text={
                canKeep
                  ? 'The rows of this import were counted, but not noted one by one.'
                  : 'The rows were let go of when the import was undone; their number is kept.'
              }
            />
          ) : (
            <>
              <DataTable
                caption="Duplicates of the file, each with its twin"
                columns={columns.shown}
                rows={data.items}
                rowKey={({ row }) => row}
              />
              <TablePages of={data} page={page} pageSize={PAGE_SIZE} onPage={turnTo} />
            </>
          )
        }
      </QueryStates>
      {asked !== null && <KeepDialog importId={importId} duplicate={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}
