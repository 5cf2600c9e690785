import './saved-views.css';
import { DownOutlined, StarFilled, StarOutlined } from '@ant-design/icons';
import type { SavedView } from '@clearwatch/contracts/saved-views.dto';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { AUDIT_EVENTS_KEY } from '../../api/audit-api.ts';
import {
  changeView,
  chooseDefaultView,
  deleteView,
  listViews,
  saveView,
  VIEWS_KEY,
} from '../../api/saved-views-api.ts';
import { getCurrentUser } from '../../api/session-api.ts';
import { useUrlDialog } from '../../lib/use-url-state.ts';
import { useChangeWithToast } from '../use-change-with-toast.ts';
import {
  currentView,
  describeQuery,
  isViewShown,
  type ListWithViews,
  useDefaultView,
  useOpenView,
  useViewFromUrl,
  type ViewedList,
} from './list-views.ts';
import {
  ManageSavedItemsDialog,
  type SavedItemActions,
  type SavedItemTexts,
  SaveItemDialog,
} from './saved-item-dialogs.tsx';

function DefaultViewButton({ view: { id, screen, name, isDefault } }: { view: SavedView }) {
  const change = useChangeWithToast([VIEWS_KEY], () => undefined);
  const choose = (): void =>
    change.mutate({
      call: () => chooseDefaultView(screen, isDefault ? null : id),
      done: isDefault
        ? { title: 'Default Removed', description: 'The list opens without filters.' }
        : { title: 'Default Set', description: `The list opens with “${name}” for you.` },
      failed: 'The default could not be changed.',
    });
  return (
    <Button
      size="small"
      icon={isDefault ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
      disabled={change.isPending}
      aria-pressed={isDefault}
      aria-label={`Default: ${name}`}
      onClick={choose}
    >
      Default
    </Button>
  );
}

const SAVED_VIEW_TEXTS: SavedItemTexts = {
  noun: 'view',
  plural: 'views',
  replaces: 'You already have a view with this name. Saving replaces it.',
  none: 'No saved views for this list. Filter, sort or search it, then choose Save current view.',
  deleteQuestion: (name, isShared) =>
    `Delete the saved view “${name}”?${isShared ? ' It is shared and will be deleted for all colleagues.' : ''}` +
    ' The data in the list does not change.',
};

function savedViewActions(list: ViewedList): SavedItemActions<SavedView> {
  return {
    save: (labels) => saveView({ ...labels, ...currentView(list), screen: list.screen }),
    replace: ({ id }, labels) => changeView(id, { ...labels, ...currentView(list) }),
    relabel: ({ id, query, hiddenColumns }, labels) => changeView(id, { ...labels, query, hiddenColumns }),
    remove: ({ id }) => deleteView(id),
    outdated: [VIEWS_KEY, AUDIT_EVENTS_KEY],
    texts: SAVED_VIEW_TEXTS,
  };
}

const SAVE = 'save';
const MANAGE = 'manage';

const defaultViewButton = (view: SavedView) => <DefaultViewButton view={view} />;

export function ViewsMenu({ list }: { list: ListWithViews }) {
  const query = list.canonical(useLocation().search);
  const views = useQuery(listViews(list.screen));
  const username = useQuery(getCurrentUser()).data?.username ?? '';
  const saving = useUrlDialog('save-view');
  const managing = useUrlDialog('views');
  const open = useOpenView(list);
  const button = useRef<HTMLButtonElement>(null);
  useDefaultView(list, views.data);
  useViewFromUrl(list, views.data);
  const saved = views.data ?? [];
  const own = saved.filter(({ owner }) => owner === username);
  const shown = saved.find((view) => isViewShown({ ...list, query }, view));
  const actions = savedViewActions({ ...list, query });
  const items: MenuProps['items'] = [
    ...group('Yours', own, username),
    ...group(
      'Shared by colleagues',
      saved.filter((view) => !own.includes(view)),
      username,
    ),
    ...(saved.length > 0 ? [{ type: 'divider' } as const] : []),
    { key: SAVE, label: 'Save current view', disabled: views.isError },
    { key: MANAGE, label: 'Manage views', disabled: saved.length === 0 },
  ];
  const choose: MenuProps['onClick'] = ({ key }) => {
    const view = saved.find(({ id }) => String(id) === key);
    // A dialog returns the focus to this button, because the menu has closed.
    button.current?.focus();
    if (view !== undefined) open(view);
    else if (key === SAVE) saving.open();
    else managing.open();
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onOpenChange={(isOpen) => !isOpen && button.current?.focus()}
        menu={{
          items: views.isError ? [{ key: 'none', label: 'Could not be loaded', disabled: true }, ...items] : items,
          onClick: choose,
          selectedKeys: shown === undefined ? [] : [String(shown.id)],
          className: 'views-menu',
        }}
      >
        <Button ref={button} aria-haspopup="menu" className="views-button">
          <span className="views-current">{shown === undefined ? 'Views' : `View: ${shown.name}`}</span>
          <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      {saving.isOpen && <SaveItemDialog actions={actions} own={own} onClose={saving.close} />}
      {managing.isOpen && (
        <ManageSavedItemsDialog
          actions={actions}
          items={saved}
          username={username}
          describe={({ query }) => describeQuery(list.canonical(query))}
          extraActions={defaultViewButton}
          onApply={open}
          onClose={managing.close}
        />
      )}
    </>
  );
}

function group(label: string, views: readonly SavedView[], username: string): NonNullable<MenuProps['items']> {
  if (views.length === 0) return [];
  const children = views.map(({ id, name, owner, isDefault }) => ({
    key: String(id),
    label: (
      <>
        {name}
        {owner !== username && <span className="quiet"> ({owner})</span>}
        {isDefault && (
          <span className="quiet">
            {' '}
            <StarFilled aria-hidden /> default
          </span>
        )}
      </>
    ),
  }));
  return [{ type: 'group', key: label, label, children }];
}
