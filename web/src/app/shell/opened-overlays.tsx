import { type ReactNode, Suspense, useState } from 'react';
import { useOpenedTransaction } from '../../components/transaction-link.tsx';
import { lazyComponent } from '../../lib/code-loading.ts';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { useOpenedAlert } from '../../lib/opened-alert.ts';
import { useOpenedGuide } from '../../lib/user-guide-topics.ts';
import { ScreenBoundary } from './screen-routes.tsx';

const AlertDrawer = lazyComponent(() => import('../../features/alert/alert-drawer.tsx'));
const UserGuideDialog = lazyComponent(() => import('../../features/user-guide/user-guide-dialog.tsx'));
const TransactionDialog = lazyComponent(() => import('../../features/transaction/transaction-dialog.tsx'));

function Overlay({ children }: { children: ReactNode }) {
  return (
    <ScreenBoundary>
      <Suspense fallback={null}>{children}</Suspense>
    </ScreenBoundary>
  );
}

/** `?alert=7` opens the evidence on every screen, so features do not depend on the drawer. */
export function AlertOverlay() {
  const { id, close } = useOpenedAlert();
  const [everOpened, setEverOpened] = useState(false);
  useRestoreFocus(id !== null);
  if (id !== null && !everOpened) setEverOpened(true);
  if (!everOpened) return null;
  return (
    <Overlay>
      <AlertDrawer activityId={id} onClose={close} />
    </Overlay>
  );
}

export function UserGuideOverlay() {
  const { topic } = useOpenedGuide();
  // Here, because the dialog's search field takes the focus before the dialog could store which element had it.
  useRestoreFocus(topic !== null);
  if (topic === null) return null;
  return (
    <Overlay>
      <UserGuideDialog />
    </Overlay>
  );
}

export function TransactionOverlay() {
  const { id } = useOpenedTransaction();
  if (id === null) return null;
  return (
    <Overlay>
      <TransactionDialog />
    </Overlay>
  );
}
