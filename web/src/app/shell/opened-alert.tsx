import { Suspense, useState } from 'react';
import { useOpenedAlert } from '../../alert-link/use-opened-alert.ts';
import { useFocusAround } from '../../dialogs/use-focus-around.ts';
import { lazyPart } from '../../failures/missing-code.ts';
import { ScreenBoundary } from './screen-boundary.tsx';

/** Fetched when the first alert is opened. */
const AlertDrawer = lazyPart(() => import('../../features/alert/alert-drawer.tsx'));

/** `?alert=7` opens the evidence on every screen, so that no feature needs the drawer of another (alert-link). */
export function OpenedAlert() {
  const { id, close } = useOpenedAlert();
  const [everOpened, setEverOpened] = useState(false);
  useFocusAround(id !== null);
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
