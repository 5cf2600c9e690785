import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef } from 'react';
import { useAddressPage } from '../../../addresses/use-address-page.ts';
import { IMPORTS_PER_PAGE, listImports } from '../../../api/list-imports.ts';
import { formatCounted } from '../../../formats/count.ts';
import { Panel } from '../../../panels/panel.tsx';
import { PanelEmpty, QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { DataTable } from '../../../tables/data-table.tsx';
import { TablePages } from '../../../tables/table-pages.tsx';
import { useColumnChoice } from '../../../tables/use-column-choice.tsx';
import { lookWhileUndoing } from '../undo/look-while-undoing.ts';
import { useOpenedImport } from '../use-opened-import.ts';
import { importColumns } from './import-columns.tsx';
import './history.css';

/** Every import with its state: whoever reloads in the middle, or sits at another browser, finds it here. */
export function RecentImports() {
  const { page, turnTo } = useAddressPage();
  const imports = useQuery({
    ...listImports(page),
    refetchInterval: ({ state }) => lookWhileUndoing(state.data?.items),
  });
  const opened = useOpenedImport();
  const columns = useColumnChoice('imports', importColumns(opened));
  const top = useRef<HTMLDivElement>(null);
  const total = imports.data?.total ?? 0;
  const turnInSight = (to: number): void => {
    turnTo(to);
    top.current?.scrollIntoView();
  };
  return (
    <Panel
      title="Recent Imports"
      badges={total > 0 && <span className="quiet">{formatCounted(total, 'import')}</span>}
      className="panel-body-flush import-history"
      {...(total > 0 && { actions: columns.chooser })}
    >
      <QueryStates
        query={imports}
        skeleton={
          <div className="table-skeleton">
            <SkeletonLines lines={4} height={32} />
          </div>
        }
        failed="The imports could not be loaded."
      >
        {(shown) =>
          shown.items.length === 0 ? (
            <NoImports total={shown.total} onFirst={() => turnTo(1)} />
          ) : (
            <div ref={top} className={imports.isPlaceholderData ? 'table-outdated' : undefined}>
              <DataTable
                // A new page begins at its top, however far the one before was scrolled.
                key={page}
                caption="Imports, newest first"
                columns={columns.shown}
                rows={shown.items}
                rowKey={({ importId }) => importId}
                onOpen={({ importId }) => opened.open(importId)}
              />
              {shown.total > IMPORTS_PER_PAGE && (
                <TablePages of={shown} page={page} pageSize={IMPORTS_PER_PAGE} onPage={turnInSight} />
              )}
            </div>
          )
        }
      </QueryStates>
    </Panel>
  );
}

/** Nothing to show: past the end, or nothing is there at all. */
function NoImports({ total, onFirst }: { total: number; onFirst: () => void }) {
  if (total === 0) return <PanelEmpty text="Nothing imported yet. Choose a file above." />;
  return (
    <PanelEmpty text="There are not that many pages.">
      <Button onClick={onFirst}>Go to the first page</Button>
    </PanelEmpty>
  );
}
