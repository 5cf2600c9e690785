import './kept.css';
import { SAVED_NAME_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import type { FilterVisibility } from '@clearwatch/contracts/transaction-reports.dto';
import type { QueryKey } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Modal } from 'antd';
import { type ComponentRef, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import type { Toast } from '../toasts.tsx';
import { useChangeWithToast } from '../use-change-with-toast.ts';

/** Something that somebody keeps under a name, for himself or for all colleagues. */
interface SavedItem {
  id: number;
  name: string;
  visibility: FilterVisibility;
  owner: string;
  mayChange: boolean;
}

/** What about it is given by hand. */
type SavedItemLabels = Pick<SavedItem, 'name' | 'visibility'>;

/** How things of one kind are kept and what is said of them. */
export interface SavedItemActions<Thing extends SavedItem> {
  /** Keeps what the screen shows now. */
  save: (labels: SavedItemLabels) => Promise<Thing>;
  /** The same in the place of one that is kept. */
  replace: (kept: Thing, labels: SavedItemLabels) => Promise<Thing>;
  relabel: (kept: Thing, labels: SavedItemLabels) => Promise<Thing>;
  remove: (kept: Thing) => Promise<void>;
  /** What is read again after any of it. */
  outdated: QueryKey[];
  words: SavedItemTexts;
}

export interface SavedItemTexts {
  save: string;
  saved: (name: string) => Toast;
  saveFailed: string;
  /** The name is that of one of one's own. */
  replaces: string;
  manage: string;
  none: string;
  renamed: (before: string, after: string) => Toast;
  renameFailed: string;
  shared: (name: string) => Toast;
  unshared: (name: string, owner: string) => Toast;
  changeFailed: string;
  delete: string;
  deleteQuestion: (name: string, isShared: boolean) => string;
  deleted: (name: string) => Toast;
  deleteFailed: string;
}

/** The server tells names apart without regard to case. */
function isSameName(name: string, typed: string): boolean {
  return name.toLowerCase() === typed.trim().toLowerCase();
}

interface DeleteSavedItemDialogProps<Thing extends SavedItem> {
  keeping: SavedItemActions<Thing>;
  kept: Thing;
  onClose: () => void;
}

/** The second step before something kept is gone, for colleagues too when it is shared. */
function DeleteSavedItemDialog<Thing extends SavedItem>({
  keeping,
  kept,
  onClose,
}: DeleteSavedItemDialogProps<Thing>) {
  const { words, outdated } = keeping;
  const change = useChangeWithToast(outdated, onClose);
  useRestoreFocus(true);
  return (
    <ConfirmDialog
      question={{
        title: words.delete,
        text: words.deleteQuestion(kept.name, kept.visibility === 'shared'),
        verb: 'Delete',
        busyVerb: 'Deleting...',
        danger: true,
      }}
      busy={change.isPending}
      onCancel={onClose}
      onConfirm={() =>
        change.mutate({
          call: () => keeping.remove(kept),
          done: words.deleted(kept.name),
          failed: words.deleteFailed,
        })
      }
    />
  );
}

interface SavedItemRowProps<Thing extends SavedItem> {
  keeping: SavedItemActions<Thing>;
  kept: Thing;
  isOwn: boolean;
  about: string;
  acts: ReactNode;
  onApply: () => void;
  onRename: () => void;
  onDelete: () => void;
}

/** Something kept, with what it asks for and whose it is. Only its owner and admins may change it. */
function SavedItemRow<Thing extends SavedItem>(props: SavedItemRowProps<Thing>) {
  const { keeping, kept, isOwn, about, acts, onApply, onRename, onDelete } = props;
  const { name, visibility, owner, mayChange } = kept;
  const { words, outdated } = keeping;
  const change = useChangeWithToast(outdated, () => undefined);
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

/** The name that something is kept under: the first field of a dialog that is little else, and takes the keyboard there. */
function SavedItemNameField({ extra }: { extra?: string | undefined }) {
  const field = useRef<ComponentRef<typeof Input>>(null);
  // Not earlier: the dialog looks first where the keyboard was, to give it back.
  useEffect(() => field.current?.focus(), []);
  return (
    <Form.Item
      name="name"
      label="Name"
      rules={[{ required: true, whitespace: true, message: 'Name is required' }]}
      extra={extra}
    >
      <Input ref={field} autoComplete="off" maxLength={SAVED_NAME_MAX_LENGTH} />
    </Form.Item>
  );
}

interface RenameSavedItemDialogProps<Thing extends SavedItem> {
  keeping: SavedItemActions<Thing>;
  kept: Thing;
  onClose: () => void;
}

/** Another name for something kept. It stays until the server has answered: a name that is taken is refused there. */
function RenameSavedItemDialog<Thing extends SavedItem>({
  keeping,
  kept,
  onClose,
}: RenameSavedItemDialogProps<Thing>) {
  const formId = useId();
  const { words, outdated } = keeping;
  const change = useChangeWithToast(outdated, onClose);
  useRestoreFocus(true);
  const { name: before, visibility } = kept;
  const submit = ({ name }: { name: string }): void =>
    change.mutate({
      call: () => keeping.relabel(kept, { name: name.trim(), visibility }),
      done: words.renamed(before, name.trim()),
      failed: words.renameFailed,
    });
  return (
    <Modal
      open
      title={`Rename “${before}”`}
      width={440}
      mask={{ closable: false }}
      onCancel={() => !change.isPending && onClose()}
      okText={change.isPending ? 'Renaming...' : 'Rename'}
      okButtonProps={{ htmlType: 'submit', form: formId, disabled: change.isPending }}
      cancelButtonProps={{ disabled: change.isPending }}
    >
      <Form<{ name: string }>
        id={formId}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        initialValues={{ name: before }}
        onFinish={submit}
      >
        <SavedItemNameField />
      </Form>
    </Modal>
  );
}

interface ManageSavedItemsDialogProps<Thing extends SavedItem> {
  keeping: SavedItemActions<Thing>;
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
export function ManageSavedItemsDialog<Thing extends SavedItem>(props: ManageSavedItemsDialogProps<Thing>) {
  const { keeping, kept, username, about, acts, onApply, onClose } = props;
  const [renaming, setRenaming] = useState<Thing | null>(null);
  const [deleting, setDeleting] = useState<Thing | null>(null);
  useRestoreFocus(true);
  return (
    <>
      <Modal open title={keeping.words.manage} width={720} footer={null} onCancel={onClose}>
        {kept.length === 0 ? (
          <p className="quiet">{keeping.words.none}</p>
        ) : (
          <ul className="kept-list">
            {kept.map((one) => (
              <SavedItemRow
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
        <RenameSavedItemDialog keeping={keeping} kept={renaming} onClose={() => setRenaming(null)} />
      )}
      {deleting !== null && (
        <DeleteSavedItemDialog keeping={keeping} kept={deleting} onClose={() => setDeleting(null)} />
      )}
    </>
  );
}

interface SaveFormValues {
  name: string;
  isShared: boolean;
}

interface SaveItemDialogProps<Thing extends SavedItem> {
  keeping: SavedItemActions<Thing>;
  /** What the user keeps: a name among them is saved over. */
  own: readonly Thing[];
  onClose: () => void;
}

/** Keeps what the screen shows under a name. The name of something of one's own replaces that, and says so before. */
export function SaveItemDialog<Thing extends SavedItem>({
  keeping,
  own,
  onClose,
}: SaveItemDialogProps<Thing>) {
  const formId = useId();
  const [form] = Form.useForm<SaveFormValues>();
  const { words, outdated } = keeping;
  const change = useChangeWithToast(outdated, onClose);
  useRestoreFocus(true);
  const typed = Form.useWatch('name', form) ?? '';
  const replaced = own.find(({ name }) => isSameName(name, typed));
  const submit = ({ name, isShared }: SaveFormValues): void => {
    const labels: SavedItemLabels = { name: name.trim(), visibility: isShared ? 'shared' : 'own' };
    change.mutate({
      call: () => (replaced === undefined ? keeping.save(labels) : keeping.replace(replaced, labels)),
      done: words.saved(labels.name),
      failed: words.saveFailed,
    });
  };
  return (
    <Modal
      open
      title={words.save}
      width={440}
      mask={{ closable: false }}
      onCancel={() => !change.isPending && onClose()}
      okText={change.isPending ? 'Saving...' : replaced === undefined ? 'Save' : 'Replace'}
      okButtonProps={{ htmlType: 'submit', form: formId, disabled: change.isPending }}
      cancelButtonProps={{ disabled: change.isPending }}
    >
      <Form<SaveFormValues>
        id={formId}
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        initialValues={{ name: '', isShared: false }}
        onFinish={submit}
      >
        <SavedItemNameField extra={replaced === undefined ? undefined : words.replaces} />
        <Form.Item name="isShared" valuePropName="checked">
          <Checkbox>Share with all colleagues</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  );
}
