import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { KeyCaps } from '../../components/key-caps.tsx';
import { lazyComponent } from '../../lib/code-loading.ts';
import { isTyping, openDialogs } from '../../lib/keyboard-focus.ts';
import {
  actionForKey,
  GLOBAL_SHORTCUTS,
  GO_TO_KEY,
  keyName,
  useKeyDown,
  useShortcutsEnabled,
} from '../../lib/keyboard-shortcuts.ts';
import type { Screen } from '../screens.ts';
import { ScreenBoundary } from './screen-routes.tsx';

const SEQUENCE_MS = 1_500;

interface ShellShortcuts {
  /** Ctrl was pressed: loads the palette early. */
  onPrepare: () => void;
  onSearch: () => void;
  onOverview: () => void;
  onGo: (key: string) => boolean;
}

/** Handles keys in the capture phase, before the screens do, so that the key after `g` does not act on a list. */
function useShellShortcuts(handlers: ShellShortcuts): void {
  const [enabled] = useShortcutsEnabled();
  const goPressedAt = useRef(Number.NEGATIVE_INFINITY);
  const runShortcut = (event: KeyboardEvent): boolean => {
    const key = keyName(event);
    const action = actionForKey(GLOBAL_SHORTCUTS, key)?.name;
    if (action === 'search') {
      handlers.onSearch();
      return true;
    }
    if (!enabled || key.startsWith('Ctrl+') || isTyping(event.target) || openDialogs().length > 0) return false;
    const isSecondKey = event.timeStamp - goPressedAt.current < SEQUENCE_MS;
    goPressedAt.current = key === GO_TO_KEY ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (isSecondKey && key !== GO_TO_KEY) return handlers.onGo(key);
    if (action === 'overview') handlers.onOverview();
    return action === 'overview';
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || event.repeat) return;
    if (event.key === 'Control' || event.key === 'Meta') handlers.onPrepare();
    if (runShortcut(event)) event.preventDefault();
  };
  useKeyDown(onKeyDown, { capture: true });
}

/** After this time, loading the palette counts as failed. */
const MAX_WAIT_MS = 5_000;

/** Keeps letters typed before the palette field appears. On a slow machine, they would be lost or trigger shortcuts. */
function createTypeAhead() {
  let text = '';
  let timeout: ReturnType<typeof setTimeout> | undefined;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const take = (): string => {
    clearTimeout(timeout);
    window.removeEventListener('keydown', onKeyDown, { capture: true });
    const typed = text;
    text = '';
    return typed;
  };
  const begin = (): void => {
    take();
    timeout = setTimeout(take, MAX_WAIT_MS);
    // On the window, to run before all listeners on the document.
    window.addEventListener('keydown', onKeyDown, { capture: true });
  };
  return { begin, take };
}

const loadPalette = () => import('../palette/command-palette.tsx');
const Palette = lazyComponent(loadPalette);
const KeyOverview = lazyComponent(() => import('./shortcut-overview.tsx'));

export function QuickAccess({ screens }: { screens: Screen[] }) {
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<'palette' | 'keys' | null>(null);
  const [everOpened, setEverOpened] = useState(false);
  const [typedAhead] = useState(createTypeAhead);
  useEffect(() => () => void typedAhead.take(), [typedAhead]);
  if (openDialog === 'palette' && !everOpened) setEverOpened(true);
  const prepare = (): void => void loadPalette().catch(() => undefined);
  const close = (): void => {
    typedAhead.take();
    setOpenDialog(null);
  };
  const search = (): void => {
    typedAhead.begin();
    setOpenDialog('palette');
  };
  useShellShortcuts({
    onPrepare: prepare,
    onSearch: () => (openDialog === 'palette' ? close() : search()),
    onOverview: () => setOpenDialog('keys'),
    onGo: (key) => {
      const screen = screens.find(({ jump }) => jump?.key === key);
      if (screen !== undefined) void navigate(screen.path);
      return screen !== undefined;
    },
  });
  return (
    <>
      <Button
        className="search-button"
        icon={<SearchOutlined aria-hidden />}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onPointerEnter={prepare}
        onClick={search}
      >
        <span className="search-button-words">Search or jump to…</span>
        <span aria-hidden>
          <KeyCaps keys={GLOBAL_SHORTCUTS.search.keys} />
        </span>
      </Button>
      <ScreenBoundary>
        <Suspense fallback={null}>
          {everOpened && (
            <Palette
              open={openDialog === 'palette'}
              screens={screens}
              takeTyped={typedAhead.take}
              onKeys={() => setOpenDialog('keys')}
              onClose={close}
            />
          )}
          {openDialog === 'keys' && <KeyOverview screens={screens} onClose={close} />}
        </Suspense>
      </ScreenBoundary>
    </>
  );
}
