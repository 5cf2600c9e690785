import { Suspense, useState } from 'react';
import { useOpenedTransaction } from '../../components/transaction-link.tsx';
import { lazyComponent } from '../../lib/code-loading.ts';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { useOpenedAlert } from '../../lib/opened-alert.ts';
import { useOpenedGuide } from '../../lib/user-guide-topics.ts';
import { ScreenBoundary } from './screen-routes.tsx';

/** Fetched when the first alert is opened. */
const AlertDrawer = lazyComponent(() => import('../../features/alert/alert-drawer.tsx'));

/** `?alert=7` opens the evidence on every screen, so that no feature needs the drawer of another (alert-link). */
export function AlertOverlay() {
  const { id, close } = useOpenedAlert();
  const [everOpened, setEverOpened] = useState(false);
  useRestoreFocus(id !== null);
  if (id !== null && !everOpened) setEverOpened(true);
  if (!everOpened) return null;
  return (
    <ScreenBoundary>
      <Suspense fallback={null}>
        <AlertDrawer activityId={id} onClose={close} />
      </Suspense>
    </ScreenBoundary>
  );
}

const UserGuideDialog = lazyComponent(() => import('../../features/user-guide/user-guide-dialog.tsx'));

/** `?guide=fraud` opens the guide above every screen; its code is fetched the first time. */
export function UserGuideOverlay() {
  const { topic } = useOpenedGuide();
  // Here and not in the dialog: its search field has the focus before it could look who had it.
  useRestoreFocus(topic !== null);
  if (topic === null) return null;
  return (
    <ScreenBoundary>
      <Suspense fallback={null}>
        <UserGuideDialog />
      </Suspense>
    </ScreenBoundary>
  );
}

const TransactionDialog = lazyComponent(() => import('../../features/transaction/transaction-dialog.tsx'));

/**
 * `?transaction=9001` opens the entry on every screen, so that no feature needs to know the dialog: a link is enough
 * (transaction-link). Its code is fetched when the first one is opened.
 */
export function TransactionOverlay() {
  const { id } = useOpenedTransaction();
  if (id === null) return null;
  return (
    <ScreenBoundary>
      <Suspense fallback={null}>
        <TransactionDialog />
      </Suspense>
    </ScreenBoundary>
  );
}
