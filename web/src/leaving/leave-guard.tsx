import { Button, Modal } from 'antd';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { holdNavigation } from './hold-navigation.ts';
import { isReloading } from './reload-page.ts';
import { giveUpUnsaved, hearUnsaved, unsavedHere, unsavedInTab } from './unsaved.ts';

/** Above every drawer and dialog, the warning of an idle session among them. */
const Z_INDEX = 2100;

interface Held {
  verb: 'Leave' | 'Sign out';
  what: readonly string[];
  go: () => void;
}

const AskContext = createContext<(go: () => void) => void>((go) => go());

/** What signs somebody out asks here first: nothing begun in this tab outlives it. */
export function useAskBeforeSignOut(): (go: () => void) => void {
  return use(AskContext);
}

/**
 * THE question before something unsaved is left behind: by a link, a menu, the browser's way back, signing out, or closing the
 * tab. Forms say what they hold with `useUnsaved`; drafts that are kept for their page count when the tab is closed.
 */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const { navigator } = use(NavigationContext);
  const begun = useSyncExternalStore(hearUnsaved, unsavedHere);
  const [held, setHeld] = useState<Held | null>(null);
  const isDirty = begun.length > 0;

  useEffect(() => {
    if (!isDirty) return;
    return holdNavigation(navigator, (go) => {
      const what = unsavedHere().map((unsaved) => unsaved.what);
      const leave = (): void => {
        giveUpUnsaved();
        go();
      };
      // Nothing is left to ask about a moment after signing out, while the page is still closing.
      if (what.length === 0) leave();
      else setHeld({ verb: 'Leave', what, go: leave });
    });
  }, [isDirty, navigator]);

  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent): void => {
      const isLost = isReloading() ? unsavedHere().length > 0 : unsavedInTab().length > 0;
      if (isLost) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, []);

  const askBeforeSignOut = useCallback((go: () => void): void => {
    const what = unsavedInTab();
    if (what.length === 0) go();
    else setHeld({ verb: 'Sign out', what, go });
  }, []);

  return (
    <AskContext value={askBeforeSignOut}>
      {children}
      {held !== null && <Question held={held} onClose={() => setHeld(null)} />}
    </AskContext>
  );
}

function Question({ held: { verb, what, go }, onClose }: { held: Held; onClose: () => void }) {
  return (
    <Modal
      open
      title={`${verb} without saving?`}
      width={460}
      zIndex={Z_INDEX}
      onCancel={onClose}
      footer={[
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a stray Enter must not lose anything
        <Button key="stay" onClick={onClose} autoFocus>
          Stay
        </Button>,
        <Button
          key="leave"
          type="primary"
          danger
          onClick={() => {
            onClose();
            go();
          }}
        >
          {verb} and lose the changes
        </Button>,
      ]}
    >
      <p>Not saved: {what.join(', ')}.</p>
    </Modal>
  );
}
