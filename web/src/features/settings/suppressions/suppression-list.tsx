import { PlusOutlined } from '@ant-design/icons';
import type { Suppression } from '@clearwatch/contracts/alerts.dto';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useAddressPage } from '../../../addresses/use-address-page.ts';
import { useDialogInAddress } from '../../../addresses/use-dialog-in-address.ts';
import { listSuppressionPage } from '../../../api/suppressions.ts';
import { PanelEmpty, QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { DataTable } from '../../../tables/data-table.tsx';
import { TablePages } from '../../../tables/table-pages.tsx';
import { useColumnChoice } from '../../../tables/use-column-choice.tsx';
import { AddSuppressionDialog } from './add-suppression-dialog.tsx';
import { LiftDialog } from './lift-dialog.tsx';
import { suppressionColumns } from './suppression-columns.tsx';
import './suppressions.css';

const PAGE_SIZE = 50;

/** Where a rule keeps silent about an account. Nothing is deleted: what was lifted or has ended stays in the list. */
export function SuppressionList({ mayEdit }: { mayEdit: boolean }) {
  const { page, turnTo } = useAddressPage('suppressions');
  const adding = useDialogInAddress('add-suppression');
  const [lifting, setLifting] = useState<Suppression | null>(null);
  const columns = useColumnChoice(
    'suppressions',
    suppressionColumns({ onLift: mayEdit ? setLifting : null }),
  );
  const suppressions = useQuery(listSuppressionPage({ page, pageSize: PAGE_SIZE }));
  const addButton = mayEdit && (
    <Button icon={<PlusOutlined aria-hidden />} onClick={adding.open}>
      Add suppression
    </Button>
  );
  return (
    <>
      <div className="suppressions-head">
        <p className="quiet">
          A rule raises no alerts about the account until the day. Alerts that stand already are left as they
          are.
        </p>
        <span className="suppressions-acts">
          {(suppressions.data?.total ?? 0) > 0 && columns.chooser}
          {addButton}
        </span>
      </div>
      <QueryStates
        query={suppressions}
        skeleton={
          <div className="table-skeleton">
            <SkeletonLines lines={4} height={36} />
          </div>
        }
        failed="The suppressions could not be loaded."
      >
        {(shown) =>
          shown.total === 0 ? (
            <PanelEmpty text="No rule has been silenced about any account." />
          ) : (
            <>
              <DataTable
                caption="Suppressions"
                columns={columns.shown}
                rows={shown.items}
                rowKey={({ id }) => id}
              />
              <TablePages of={shown} page={page} pageSize={PAGE_SIZE} onPage={turnTo} />
            </>
          )
        }
      </QueryStates>
      {mayEdit && adding.isOpen && <AddSuppressionDialog onClose={adding.close} />}
      {lifting !== null && <LiftDialog suppression={lifting} onClose={() => setLifting(null)} />}
    </>
  );
}
