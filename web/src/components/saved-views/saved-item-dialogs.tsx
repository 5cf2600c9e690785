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

function useItemChange<Item extends SavedItem>({ texts, outdated }: SavedItemActions<Item>, onDone: () => void) {
  const { mutate, isPending } = useChangeWithToast(outdated, onDone);
  const { noun } = texts;
  const run = (
    done: 'Saved' | 'Renamed' | 'Shared' | 'Unshared' | 'Deleted',
    description: string,
    call: () => Promise<unknown>,
  ): void =>
    mutate({
      call,
      done: { title: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${done}`, description },
      failed: `The ${noun} could not be ${done.endsWith('hared') ? 'changed' : done.toLowerCase()}.`,
    });
  return { run, isPending };
}

type ItemDialogProps<Item extends SavedItem> = {
  actions: SavedItemActions<Item>;
  item: Item;
  onClose: () => void;
};

function DeleteSavedItemDialog<Item extends SavedItem>({ actions, item, onClose }: ItemDialogProps<Item>) {
  const { run, isPending } = useItemChange(actions, onClose);
  useRestoreFocus(true);
  return (
    <ConfirmDialog
      question={{
        title: `Delete saved ${actions.texts.noun}`,
        text: actions.texts.deleteQuestion(item.name, item.visibility === 'shared'),
        verb: 'Delete',
        busyVerb: 'Deleting...',
        danger: true,
      }}
      busy={isPending}
      onCancel={onClose}
      onConfirm={() => run('Deleted', `“${item.name}” was deleted.`, () => actions.remove(item))}
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
  const { run, isPending } = useItemChange(actions, () => undefined);
  const isShared = visibility === 'shared';
  const share = (): void => {
    const relabel = () => actions.relabel(item, { name, visibility: isShared ? 'own' : 'shared' });
    if (isShared) run('Unshared', `Now only ${isOwn ? 'you' : owner} can see “${name}”.`, relabel);
    else run('Shared', `All colleagues can use “${name}”.`, relabel);
  };
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
              disabled={isPending}
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
  // In an effect, because the dialog first stores which element has the focus.
  useEffect(() => field.current?.focus(), []);
  return (
    <Form.Item name="name" label="Name" rules={requiredText('Name')} extra={extra}>
      <Input ref={field} autoComplete="off" maxLength={SAVED_NAME_MAX_LENGTH} />
    </Form.Item>
  );
}

function RenameSavedItemDialog<Item extends SavedItem>({ actions, item, onClose }: ItemDialogProps<Item>) {
  const { run, isPending } = useItemChange(actions, onClose);
  useRestoreFocus(true);
  const { name: before, visibility } = item;
  const submit = (values: { name: string }): void => {
    const name = values.name.trim();
    run('Renamed', `“${before}” is now “${name}”.`, () => actions.relabel(item, { name, visibility }));
  };
  return (
    <FormDialog<{ name: string }>
      title={`Rename “${before}”`}
      width={440}
      verb="Rename"
      busyVerb="Renaming..."
      busy={isPending}
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

type SaveFormValues = { name: string; isShared: boolean };

interface SaveItemDialogProps<Item extends SavedItem> {
  actions: SavedItemActions<Item>;
  own: readonly Item[];
  onClose: () => void;
}

export function SaveItemDialog<Item extends SavedItem>({ actions, own, onClose }: SaveItemDialogProps<Item>) {
  const [form] = Form.useForm<SaveFormValues>();
  const { texts } = actions;
  const { run, isPending } = useItemChange(actions, onClose);
  useRestoreFocus(true);
  const typed = (Form.useWatch('name', form) ?? '').trim().toLowerCase();
  // Names are case-insensitive on the server.
  const replaced = own.find(({ name }) => name.toLowerCase() === typed);
  const submit = ({ name, isShared }: SaveFormValues): void => {
    const labels: SavedItemLabels = { name: name.trim(), visibility: isShared ? 'shared' : 'own' };
    const subject = texts.noun === 'view' ? 'The view was' : 'The filters were';
    run('Saved', `${subject} saved as “${labels.name}”.`, () =>
      replaced === undefined ? actions.save(labels) : actions.replace(replaced, labels),
    );
  };
  return (
    <FormDialog<SaveFormValues>
      title={`Save ${texts.noun}`}
      width={440}
      verb={replaced === undefined ? 'Save' : 'Replace'}
      busyVerb="Saving..."
      busy={isPending}
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
