import { useQuery } from '@tanstack/react-query';
import { listImports } from '../../../api/list-imports.ts';
import { formatCount } from '../../../formats/count.ts';
import { Panel } from '../../../panels/panel.tsx';
import { PanelEmpty, QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { DataTable } from '../../../tables/data-table.tsx';
import { useOpenedImport } from '../use-opened-import.ts';
import { importColumns } from './import-columns.tsx';

/** The list comes without paging; so many are all that the server answers then. */
const MOST_LISTED = 1_000;

/** Every import with its state: whoever reloads in the middle, or sits at another browser, finds it here. */
export function RecentImports() {
  const imports = useQuery(listImports());
  const opened = useOpenedImport();
  return (
    <Panel title="Recent Imports" className="panel-body-flush import-history">
      <QueryStates
        query={imports}
        skeleton={
          <div className="import-skeleton">
            <SkeletonLines lines={4} height={32} />
          </div>
        }
        failed="The imports could not be loaded."
      >
        {(rows) =>
          rows.length === 0 ? (
            <PanelEmpty text="Nothing imported yet. Choose a file above." />
          ) : (
            <>
              <DataTable
                caption="Imports, newest first"
                columns={importColumns(opened)}
                rows={rows}
                rowKey={({ importId }) => importId}
              />
              {rows.length >= MOST_LISTED && (
                <p className="import-cut quiet">Showing first {formatCount(rows.length)} results</p>
              )}
            </>
          )
        }
      </QueryStates>
    </Panel>
  );
}
