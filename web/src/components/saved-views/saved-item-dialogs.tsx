import './saved-views.css';
import { SAVED_NAME_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import type { FilterVisibility } from '@clearwatch/contracts/transaction-reports.dto';
import type { QueryKey } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Modal } from 'antd';
import { type ComponentRef, type ReactNode, useEffect, useRef, useState } from 'react';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { FormDialog, requiredText } from '../form-dialog.tsx';
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
export interface SavedItemActions<Item extends SavedItem> {
  /** Keeps what the screen shows now. */
  save: (labels: SavedItemLabels) => Promise<Item>;
  /** The same in the place of one that is kept. */
  replace: (item: Item, labels: SavedItemLabels) => Promise<Item>;
  relabel: (item: Item, labels: SavedItemLabels) => Promise<Item>;
  remove: (item: Item) => Promise<void>;
  /** What is read again after any of it. */
  outdated: QueryKey[];
  texts: SavedItemTexts;
}

export interface SavedItemTexts {
  /** As sentences name what is saved, and its list. */
  noun: 'view' | 'filters';
  plural: 'views' | 'filters';
  /** Warns that the name is that of an own item. */
  replaces: string;
  /** There are none yet. */
  none: string;
  deleteQuestion: (name: string, isShared: boolean) => string;
}

/** "View Saved". */
function doneTitle({ noun }: SavedItemTexts, done: string): string {
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${done}`;
}

function failedText({ noun }: SavedItemTexts, done: string): string {
  return `The ${noun} could not be ${done}.`;
}

/** The server tells names apart without regard to case. */
function isSameName(name: string, typed: string): boolean {
  return name.toLowerCase() === typed.trim().toLowerCase();
}

interface DeleteSavedItemDialogProps<Item extends SavedItem> {
  actions: SavedItemActions<Item>;
  item: Item;
  onClose: () => void;
}

/** The second step before something kept is gone, for colleagues too when it is shared. */
function DeleteSavedItemDialog<Item extends SavedItem>({
  actions,
  item,
  onClose,
}: DeleteSavedItemDialogProps<Item>) {
  const { texts, outdated } = actions;
  const change = useChangeWithToast(outdated, onClose);
  useRestoreFocus(true);
  return (
    <ConfirmDialog
      question={{
        title: `Delete saved ${texts.noun}`,
        text: texts.deleteQuestion(item.name, item.visibility === 'shared'),
        verb: 'Delete',
        busyVerb: 'Deleting...',
        danger: true,
      }}
      busy={change.isPending}
      onCancel={onClose}
      onConfirm={() =>
        change.mutate({
          call: () => actions.remove(item),
          done: { title: doneTitle(texts, 'Deleted'), description: `“${item.name}” is gone.` },
          failed: failedText(texts, 'deleted'),
        })
      }
    />
  );
}

interface SavedItemRowProps<Item extends SavedItem> {
  actions: SavedItemActions<Item>;
  item: Item;
  isOwn: boolean;
  description: string;
  extraActions: ReactNode;
  onApply: () => void;
  onRename: () => void;
  onDelete: () => void;
}

/** Something kept, with what it asks for and whose it is. Only its owner and admins may change it. */
function SavedItemRow<Item extends SavedItem>(props: SavedItemRowProps<Item>) {
  const { actions, item, isOwn, description, extraActions, onApply, onRename, onDelete } = props;
  const { name, visibility, owner, mayChange } = item;
  const { texts, outdated } = actions;
  const change = useChangeWithToast(outdated, () => undefined);
  const isShared = visibility === 'shared';
  const share = (): void =>
    change.mutate({
      call: () => actions.relabel(item, { name, visibility: isShared ? 'own' : 'shared' }),
      done: isShared
        ? {
            title: doneTitle(texts, 'Unshared'),
            description: `Only ${isOwn ? 'you' : owner} can see “${name}” now.`,
          }
        : { title: doneTitle(texts, 'Shared'), description: `All colleagues can use “${name}”.` },
      failed: failedText(texts, 'changed'),
    });
  return (
    <li className="saved-item">
      <div className="saved-item-text">
        <button type="button" className="link-button" onClick={onApply}>
          {name}
        </button>
        <span className="quiet">
          {isOwn ? 'Yours' : `By ${owner}`}
          {isShared && ', shared'}
        </span>
        <span className="quiet">{description}</span>
      </div>
      <div className="saved-item-actions">
        {extraActions}
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
    <Form.Item name="name" label="Name" rules={requiredText('Name')} extra={extra}>
      <Input ref={field} autoComplete="off" maxLength={SAVED_NAME_MAX_LENGTH} />
    </Form.Item>
  );
}

interface RenameSavedItemDialogProps<Item extends SavedItem> {
  actions: SavedItemActions<Item>;
  item: Item;
  onClose: () => void;
}

/** Another name for something kept. It stays until the server has answered: a name that is taken is refused there. */
function RenameSavedItemDialog<Item extends SavedItem>({
  actions,
  item,
  onClose,
}: RenameSavedItemDialogProps<Item>) {
  const { texts, outdated } = actions;
  const change = useChangeWithToast(outdated, onClose);
  useRestoreFocus(true);
  const { name: before, visibility } = item;
  const submit = ({ name }: { name: string }): void =>
    change.mutate({
      call: () => actions.relabel(item, { name: name.trim(), visibility }),
      done: { title: doneTitle(texts, 'Renamed'), description: `“${before}” is now “${name.trim()}”.` },
      failed: failedText(texts, 'renamed'),
    });
  return (
    <FormDialog<{ name: string }>
      title={`Rename “${before}”`}
      width={440}
      verb="Rename"
      busyVerb="Renaming..."
      busy={change.isPending}
      initialValues={{ name: before }}
      onFinish={submit}
      onClose={onClose}
    >
      <SavedItemNameField />
    </FormDialog>
  );
}

interface ManageSavedItemsDialogProps<Item extends SavedItem> {
  actions: SavedItemActions<Item>;
  items: readonly Item[];
  username: string;
  /** What one asks for, in texts. */
  describe: (item: Item) => string;
  /** What else can be done with one, by whoever sees it. */
  extraActions?: (item: Item) => ReactNode;
  /** Closes the dialog as well: the address that it leads to does not open it. */
  onApply: (item: Item) => void;
  onClose: () => void;
}

/** Everything of a kind that the user can see: apply, share, rename, delete. */
export function ManageSavedItemsDialog<Item extends SavedItem>(props: ManageSavedItemsDialogProps<Item>) {
  const { actions, items, username, describe, extraActions, onApply, onClose } = props;
  const [renaming, setRenaming] = useState<Item | null>(null);
  const [deleting, setDeleting] = useState<Item | null>(null);
  useRestoreFocus(true);
  return (
    <>
      <Modal open title={`Saved ${actions.texts.plural}`} width={720} footer={null} onCancel={onClose}>
        {items.length === 0 ? (
          <p className="quiet">{actions.texts.none}</p>
        ) : (
          <ul className="saved-item-list">
            {items.map((one) => (
              <SavedItemRow
                key={one.id}
                actions={actions}
                item={one}
                isOwn={one.owner === username}
                description={describe(one)}
                extraActions={extraActions?.(one)}
                onApply={() => onApply(one)}
                onRename={() => setRenaming(one)}
                onDelete={() => setDeleting(one)}
              />
            ))}
          </ul>
        )}
      </Modal>
      {renaming !== null && (
        <RenameSavedItemDialog actions={actions} item={renaming} onClose={() => setRenaming(null)} />
      )}
      {deleting !== null && (
        <DeleteSavedItemDialog actions={actions} item={deleting} onClose={() => setDeleting(null)} />
      )}
    </>
  );
}

interface SaveFormValues {
  name: string;
  isShared: boolean;
}

interface SaveItemDialogProps<Item extends SavedItem> {
  actions: SavedItemActions<Item>;
  /** What the user keeps: a name among them is saved over. */
  own: readonly Item[];
  onClose: () => void;
}

/** Keeps what the screen shows under a name. The name of something of one's own replaces that, and says so before. */
export function SaveItemDialog<Item extends SavedItem>({ actions, own, onClose }: SaveItemDialogProps<Item>) {
  const [form] = Form.useForm<SaveFormValues>();
  const { texts, outdated } = actions;
  const change = useChangeWithToast(outdated, onClose);
  useRestoreFocus(true);
  const typed = Form.useWatch('name', form) ?? '';
  const replaced = own.find(({ name }) => isSameName(name, typed));
  const submit = ({ name, isShared }: SaveFormValues): void => {
    const labels: SavedItemLabels = { name: name.trim(), visibility: isShared ? 'shared' : 'own' };
    change.mutate({
      call: () => (replaced === undefined ? actions.save(labels) : actions.replace(replaced, labels)),
      done: {
        title: doneTitle(texts, 'Saved'),
        description: `${texts.noun === 'view' ? 'It is' : 'They are'} kept as “${labels.name}”.`,
      },
      failed: failedText(texts, 'saved'),
    });
  };
  return (
    <FormDialog<SaveFormValues>
      title={`Save ${texts.noun}`}
      width={440}
      verb={replaced === undefined ? 'Save' : 'Replace'}
      busyVerb="Saving..."
      busy={change.isPending}
      form={form}
      initialValues={{ name: '', isShared: false }}
      onFinish={submit}
      onClose={onClose}
    >
      <SavedItemNameField extra={replaced === undefined ? undefined : texts.replaces} />
      <Form.Item name="isShared" valuePropName="checked">
        <Checkbox>Share with all colleagues</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}
