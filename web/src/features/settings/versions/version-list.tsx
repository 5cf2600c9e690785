import { useQuery } from '@tanstack/react-query';
import { useAddressPage } from '../../../addresses/use-address-page.ts';
import { useOpenedInAddress } from '../../../addresses/use-opened-in-address.ts';
import { listPolicyVersions } from '../../../api/detection-policy.ts';
import { QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { DataTable } from '../../../tables/data-table.tsx';
import { TablePages } from '../../../tables/table-pages.tsx';
import type { PolicyDraft } from '../draft/use-policy-draft.ts';
import { versionColumns } from './version-columns.tsx';
import { VersionDrawer } from './version-drawer.tsx';
import './versions.css';

const PAGE_SIZE = 20;

interface VersionListProps {
  editing: PolicyDraft;
  mayEdit: boolean;
  /** An older version was taken as starting point. */
  onStarted: () => void;
}

/** Who changed what, when and why, newest first. */
export function VersionList({ editing, mayEdit, onStarted }: VersionListProps) {
  const { page, turnTo } = useAddressPage('versions');
  const opened = useOpenedInAddress('version');
  const versions = useQuery(listPolicyVersions({ page, pageSize: PAGE_SIZE }));
  const onOpen = ({ version }: { version: number }): void => opened.open(version);
  const columns = versionColumns({ rules: editing.base.rules, onOpen });
  return (
    <>
      <QueryStates
        query={versions}
        skeleton={
          <div className="table-skeleton">
            <SkeletonLines lines={4} height={36} />
          </div>
        }
        failed="The versions could not be loaded."
      >
        {(shown) => (
          <>
            <DataTable
              caption="Versions of the detection policy"
              columns={columns}
              rows={shown.items}
              rowKey={({ version }) => version}
              onOpen={onOpen}
            />
            <TablePages of={shown} page={page} pageSize={PAGE_SIZE} onPage={turnTo} />
          </>
        )}
      </QueryStates>
      <VersionDrawer
        // The address says its page as well.
        version={versions.data?.items.find(({ version }) => version === opened.id) ?? null}
        editing={editing}
        mayEdit={mayEdit}
        onClose={opened.close}
        onStarted={onStarted}
      />
    </>
  );
}
