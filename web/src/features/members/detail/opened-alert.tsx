import { lazy, Suspense, useState } from 'react';
import { useFocusAround } from '../../../dialogs/use-focus-around.ts';
import { useOpenedAlert } from './use-opened-alert.ts';

/** Fetched when the first alert is opened. */
const EvidenceDrawer = lazy(() => import('../../dashboard/evidence/evidence-drawer.tsx'));

/** The evidence of the alert that the address names. */
export function OpenedAlert() {
  const { id, close } = useOpenedAlert();
  const [everOpened, setEverOpened] = useState(false);
  useFocusAround(id !== null);
  if (id !== null && !everOpened) setEverOpened(true);
  if (!everOpened) return null;
  return (
    <Suspense fallback={null}>
      <EvidenceDrawer activityId={id} onClose={close} />
    </Suspense>
  );
}
