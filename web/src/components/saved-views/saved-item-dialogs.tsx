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

interface SavedItem {
  id: number;
  name: string;
  visibility: FilterVisibility;
  owner: string;
  mayChange: boolean;
}

type SavedItemLabels = Pick<SavedItem, 'name' | 'visibility'>;

export interface SavedItemActions<Item extends SavedItem> {
  save: (labels: SavedItemLabels) => Promise<Item>;
  replace: (item: Item, labels: SavedItemLabels) => Promise<Item>;
  relabel: (item: Item, labels: SavedItemLabels) => Promise<Item>;
  remove: (item: Item) => Promise<unknown>;
  outdated: QueryKey[];
  texts: SavedItemTexts;
}

export interface SavedItemTexts {
  noun: 'view' | 'filters';
  plural: 'views' | 'filters';
  replaces: string;
  none: string;
  deleteQuestion: (name: string, isShared: boolean) => string;
}

function doneTitle({ noun }: SavedItemTexts, done: string): string {
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${done}`;
}

function failedText({ noun }: SavedItemTexts, done: string): string {
  return `The ${noun} could not be ${done}.`;
}

/** The server ignores case in names. */
function isSameName(name: string, typed: string): boolean {
  return name.toLowerCase() === typed.trim().toLowerCase();
}

interface DeleteSavedItemDialogProps<Item extends SavedItem> {
  actions: SavedItemActions<Item>;
  item: Item;
  onClose: () => void;
}

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

function SavedItemNameField({ extra }: { extra?: string | undefined }) {
  const field = useRef<ComponentRef<typeof Input>>(null);
  // Not earlier: the dialog first notes who has the focus.
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
  describe: (item: Item) => string;
  extraActions?: (item: Item) => ReactNode;
  /** Also closes the dialog. */
  onApply: (item: Item) => void;
  onClose: () => void;
}

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
  own: readonly Item[];
  onClose: () => void;
}

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
