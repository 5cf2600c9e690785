import { DownOutlined, StarFilled } from '@ant-design/icons';
import type { SavedView } from '@clearwatch/contracts/saved-views.dto';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown, type MenuProps } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useDialogInAddress } from '../addresses/use-dialog-in-address.ts';
import { getCurrentUser } from '../api/get-current-user.ts';
import { listViews } from '../api/saved-views.ts';
import { mainGround } from '../dialogs/main-ground.ts';
import { ManageDialog } from '../kept/manage-dialog.tsx';
import { SaveDialog } from '../kept/save-dialog.tsx';
import { useAskedView } from './asked-view.ts';
import { DefaultViewButton } from './default-view-button.tsx';
import { isShown, type ListWithViews } from './list-views.ts';
import { queryWords } from './query-words.ts';
import { useDefaultView } from './use-default-view.ts';
import { useOpenView } from './use-open-view.ts';
import { viewKeeping } from './view-keeping.ts';
import './views.css';

const SAVE = 'save';
const MANAGE = 'manage';

/** The views of a list: open one, keep what it shows now, see to those that are kept. The list works without them. */
export function ViewsMenu({ list }: { list: ListWithViews }) {
  const query = list.canonical(useLocation().search);
  const views = useQuery(listViews(list.screen));
  const username = useQuery(getCurrentUser()).data?.username ?? '';
  const saving = useDialogInAddress('save-view');
  const managing = useDialogInAddress('views');
  const open = useOpenView(list);
  const button = useRef<HTMLButtonElement>(null);
  useDefaultView(list, views.data);
  useAskedView(list, views.data);
  const saved = views.data ?? [];
  const own = saved.filter(({ owner }) => owner === username);
  const shown = saved.find((view) => isShown({ ...list, query }, view));
  const keeping = viewKeeping({ ...list, query });
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
    // A dialog gives the keyboard back to where it was: the menu is gone by then.
    button.current?.focus();
    if (view !== undefined) open(view);
    else if (key === SAVE) saving.open();
    else managing.open();
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        getPopupContainer={mainGround}
        // The keyboard goes into the menu that it opened, and comes back.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onOpenChange={(isOpen) => !isOpen && button.current?.focus()}
        menu={{
          items: views.isError
            ? [{ key: 'none', label: 'Could not be loaded', disabled: true }, ...items]
            : items,
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
      {saving.isOpen && <SaveDialog keeping={keeping} own={own} onClose={saving.close} />}
      {managing.isOpen && (
        <ManageDialog
          keeping={keeping}
          kept={saved}
          username={username}
          about={({ query }) => queryWords(list.canonical(query))}
          acts={defaultButton}
          onApply={open}
          onClose={managing.close}
        />
      )}
    </>
  );
}

function defaultButton(view: SavedView): ReactNode {
  return <DefaultViewButton view={view} />;
}

function group(
  label: string,
  views: readonly SavedView[],
  username: string,
): NonNullable<MenuProps['items']> {
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
