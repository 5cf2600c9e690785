import type { SavedFilter } from '@clearwatch/contracts/http/transaction-reports';
import { Modal } from 'antd';
import { useState } from 'react';
import { useFocusAround } from '../../../dialogs/use-focus-around.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { SavedRow } from './saved-row.tsx';

interface ManageFiltersDialogProps {
  saved: readonly SavedFilter[];
  username: string;
  onApply: (saved: SavedFilter) => void;
  onClose: () => void;
}

/** All saved filters the user can see: apply, share, rename, delete. */
export function ManageFiltersDialog({ saved, username, onApply, onClose }: ManageFiltersDialogProps) {
  const [renaming, setRenaming] = useState<SavedFilter | null>(null);
  const [deleting, setDeleting] = useState<SavedFilter | null>(null);
  useFocusAround(true);
  return (
    <>
      <Modal open title="Saved filters" width={680} footer={null} onCancel={onClose}>
        {saved.length === 0 ? (
          <p className="quiet">No filters are saved.</p>
        ) : (
          <ul className="saved-list">
            {saved.map((one) => (
              <SavedRow
                key={one.id}
                saved={one}
                isOwn={one.owner === username}
                onApply={() => {
                  onApply(one);
                  onClose();
                }}
                onRename={() => setRenaming(one)}
                onDelete={() => setDeleting(one)}
              />
            ))}
          </ul>
        )}
      </Modal>
      {renaming !== null && <RenameDialog saved={renaming} onClose={() => setRenaming(null)} />}
      {deleting !== null && <DeleteDialog saved={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}
