import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useToldChange } from '../toasts/use-told-change.ts';
import type { Keeping, Kept } from './kept.ts';

interface KeptRowProps<Thing extends Kept> {
  keeping: Keeping<Thing>;
  kept: Thing;
  isOwn: boolean;
  about: string;
  acts: ReactNode;
  onApply: () => void;
  onRename: () => void;
  onDelete: () => void;
}

/** Something kept, with what it asks for and whose it is. Only its owner and admins may change it. */
export function KeptRow<Thing extends Kept>(props: KeptRowProps<Thing>) {
  const { keeping, kept, isOwn, about, acts, onApply, onRename, onDelete } = props;
  const { name, visibility, owner, mayChange } = kept;
  const { words, outdated } = keeping;
  const change = useToldChange(outdated, () => undefined);
  const isShared = visibility === 'shared';
  const share = (): void =>
    change.mutate({
      call: () => keeping.relabel(kept, { name, visibility: isShared ? 'own' : 'shared' }),
      done: isShared ? words.unshared(name, isOwn ? 'you' : owner) : words.shared(name),
      failed: words.changeFailed,
    });
  return (
    <li className="kept-row">
      <div className="kept-what">
        <button type="button" className="link-button" onClick={onApply}>
          {name}
        </button>
        <span className="quiet">
          {isOwn ? 'Yours' : `By ${owner}`}
          {isShared && ', shared'}
        </span>
        <span className="quiet kept-asks">{about}</span>
      </div>
      <div className="kept-acts">
        {acts}
        {mayChange && (
          <>
            <Button
              size="small"
              disabled={change.isPending}
              aria-label={`${isShared ? 'Unshare' : 'Share'} ${name}`}
              onClick={share}
            >
              {isShared ? 'Unshare' : 'Share'}
            </Button>
            <Button size="small" aria-label={`Rename ${name}`} onClick={onRename}>
              Rename
            </Button>
            <Button size="small" danger aria-label={`Delete ${name}`} onClick={onDelete}>
              Delete
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
