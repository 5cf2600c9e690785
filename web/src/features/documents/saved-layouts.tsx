import { CSV_FIELDS, type CsvField } from '@clearwatch/contracts/csv-mapping';
import type { SavedLayout } from '@clearwatch/contracts/document-layouts.dto';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { DOCUMENT_LAYOUTS_KEY, deleteLayout, listDocumentLayouts, renameLayout } from '../../api/documents-api.ts';
import { ConfirmChangeDialog } from '../../components/confirm-dialog.tsx';
import { FormDialog, requiredText } from '../../components/form-dialog.tsx';
import { Panel, PanelEmpty, QueryStates } from '../../components/panel.tsx';
import { type Column, DataTable, TwoLines } from '../../components/tables/data-table.tsx';
import { useChangeWithToast } from '../../components/use-change-with-toast.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { formatCount } from '../../lib/number-format.ts';

const OUTDATED = [[...DOCUMENT_LAYOUTS_KEY]];

/** "Acct No: Account number, Amt: Amount". */
function describeFields({ headings, fields }: SavedLayout): string {
  const parts = fields.flatMap((field, column) =>
    field === null ? [] : [`${headings[column] || `Column ${column + 1}`}: ${CSV_FIELDS[field as CsvField] ?? field}`],
  );
  return parts.join(', ');
}

const COLUMNS: Column<SavedLayout>[] = [
  { title: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  { title: 'Columns', cell: describeFields },
  { title: 'Used', numeric: true, cell: ({ timesUsed }) => formatCount(timesUsed) },
  {
    title: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : formatDateTime(lastUsedAt)),
  },
  {
    title: 'Saved by',
    cell: ({ savedBy, savedAt }) => <TwoLines text={savedBy} note={formatDateTime(savedAt)} />,
  },
];

function RenameLayoutDialog({ layout, onClose }: { layout: SavedLayout; onClose: () => void }) {
  const { mutate, isPending } = useChangeWithToast(OUTDATED, onClose);
  useRestoreFocus(true);
  return (
    <FormDialog<{ name: string }>
      title={`Rename “${layout.name}”`}
      width={440}
      verb="Rename"
      busyVerb="Renaming..."
      busy={isPending}
      initialValues={{ name: layout.name }}
      onFinish={({ name }) =>
        mutate({
          call: () => renameLayout(layout.id, name.trim()),
          done: { title: 'Layout Renamed', description: `“${layout.name}” is now “${name.trim()}”.` },
          failed: 'The layout could not be renamed.',
        })
      }
      onClose={onClose}
    >
      <Form.Item name="name" label="Name" rules={requiredText('Name')}>
        <Input autoComplete="off" maxLength={100} />
      </Form.Item>
    </FormDialog>
  );
}

type LayoutDialog = { kind: 'rename' | 'delete'; layout: SavedLayout };

function actionsColumn(open: (dialog: LayoutDialog) => void): Column<SavedLayout> {
  return {
    title: 'Actions',
    cell: (layout) => (
      <span className="columns-actions">
        <Button size="small" aria-label={`Rename ${layout.name}`} onClick={() => open({ kind: 'rename', layout })}>
          Rename
        </Button>
        <Button
          size="small"
          danger
          aria-label={`Delete ${layout.name}`}
          onClick={() => open({ kind: 'delete', layout })}
        >
          Delete
        </Button>
      </span>
    ),
  };
}

/** Layouts whose columns a person described. */
export function SavedLayouts() {
  const layouts = useQuery(listDocumentLayouts());
  const [dialog, setDialog] = useState<LayoutDialog | null>(null);
  const close = (): void => setDialog(null);
  return (
    <Panel title="Saved layouts" note="columns that you described for documents" flush>
      <QueryStates query={layouts} lines={3} height={32} failed="The saved layouts could not be loaded.">
        {(shown) =>
          shown.length === 0 ? (
            <PanelEmpty text="No saved layouts. When the columns of a document are unclear, you say what they are, and the layout is saved here." />
          ) : (
            <DataTable
              caption="Layouts and their columns"
              columns={[...COLUMNS, actionsColumn(setDialog)]}
              rows={shown}
              rowKey={({ id }) => id}
            />
          )
        }
      </QueryStates>
      {dialog?.kind === 'rename' && <RenameLayoutDialog layout={dialog.layout} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmChangeDialog
          question={{
            title: 'Delete layout?',
            text: `The next document with the layout “${dialog.layout.name}” may need its columns described again. Imported transactions do not change.`,
            verb: 'Delete',
            busyVerb: 'Deleting...',
            danger: true,
          }}
          change={{
            call: () => deleteLayout(dialog.layout.id),
            done: { title: 'Layout Deleted', description: `“${dialog.layout.name}” was deleted.` },
            failed: 'The layout could not be deleted.',
          }}
          outdated={OUTDATED}
          onClose={close}
        />
      )}
    </Panel>
  );
}
