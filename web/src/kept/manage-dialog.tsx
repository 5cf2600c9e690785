import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useFocusAround } from '../dialogs/use-focus-around.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import type { Keeping, Kept } from './kept.ts';
import { KeptRow } from './kept-row.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import './kept.css';

interface ManageDialogProps<Thing extends Kept> {
  keeping: Keeping<Thing>;
  kept: readonly Thing[];
  username: string;
  /** What one asks for, in words. */
  about: (kept: Thing) => string;
  /** What else can be done with one, by whoever sees it. */
  acts?: (kept: Thing) => ReactNode;
  /** Closes the dialog as well: the address that it leads to does not open it. */
  onApply: (kept: Thing) => void;
  onClose: () => void;
}

/** Everything of a kind that the user can see: apply, share, rename, delete. */
export function ManageDialog<Thing extends Kept>(props: ManageDialogProps<Thing>) {
  const { keeping, kept, username, about, acts, onApply, onClose } = props;
  const [renaming, setRenaming] = useState<Thing | null>(null);
  const [deleting, setDeleting] = useState<Thing | null>(null);
  useFocusAround(true);
  return (
    <>
      <Modal open title={keeping.words.manage} width={720} footer={null} onCancel={onClose}>
        {kept.length === 0 ? (
          <p className="quiet">{keeping.words.none}</p>
        ) : (
          <ul className="kept-list">
            {kept.map((one) => (
              <KeptRow
                key={one.id}
                keeping={keeping}
                kept={one}
                isOwn={one.owner === username}
                about={about(one)}
                acts={acts?.(one)}
                onApply={() => onApply(one)}
                onRename={() => setRenaming(one)}
                onDelete={() => setDeleting(one)}
              />
            ))}
          </ul>
        )}
      </Modal>
      {renaming !== null && (
        <RenameDialog keeping={keeping} kept={renaming} onClose={() => setRenaming(null)} />
      )}
      {deleting !== null && (
        <DeleteDialog keeping={keeping} kept={deleting} onClose={() => setDeleting(null)} />
      )}
    </>
  );
}
