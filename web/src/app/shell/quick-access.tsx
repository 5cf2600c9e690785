import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { lazyPart } from '../../failures/missing-code.ts';
import { KeyCaps } from '../../keyboard/key-caps.tsx';
import { EVERYWHERE } from '../../keyboard/key-registry.ts';
import type { Screen } from '../screens.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { useShellKeys } from './use-shell-keys.ts';
import { useTypedAhead } from './use-typed-ahead.ts';

const loadPalette = () => import('../palette/palette.tsx');
const Palette = lazyPart(loadPalette);
const KeyOverview = lazyPart(() => import('./key-overview.tsx'));

/** The search of everything, and the keys that work everywhere. The code of both dialogs is fetched when first opened. */
export function QuickAccess({ screens }: { screens: Screen[] }) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'palette' | 'keys' | null>(null);
  const [everOpened, setEverOpened] = useState(false);
  const typedAhead = useTypedAhead();
  if (opened === 'palette' && !everOpened) setEverOpened(true);
  // What could not be fetched is asked for again, and told, when it is opened.
  const prepare = (): void => void loadPalette().catch(() => undefined);
  const close = (): void => {
    typedAhead.take();
    setOpened(null);
  };
  const search = (): void => {
    typedAhead.begin();
    setOpened('palette');
  };
  useShellKeys({
    onPrepare: prepare,
    onSearch: () => (opened === 'palette' ? close() : search()),
    onOverview: () => setOpened('keys'),
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
          <KeyCaps keys={EVERYWHERE.search.keys} />
        </span>
      </Button>
      <ScreenBoundary>
        <Suspense fallback={null}>
          {everOpened && (
            <Palette
              open={opened === 'palette'}
              screens={screens}
              takeTyped={typedAhead.take}
              onKeys={() => setOpened('keys')}
              onClose={close}
            />
          )}
          {opened === 'keys' && <KeyOverview screens={screens} onClose={close} />}
        </Suspense>
      </ScreenBoundary>
    </>
  );
}
