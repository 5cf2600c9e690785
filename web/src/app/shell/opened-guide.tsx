import { Suspense } from 'react';
import { useFocusAround } from '../../dialogs/use-focus-around.ts';
import { lazyPart } from '../../failures/missing-code.ts';
import { useOpenedGuide } from '../../guide-link/use-opened-guide.ts';
import { ScreenBoundary } from './screen-boundary.tsx';

const UserGuideDialog = lazyPart(() => import('../../features/user-guide/user-guide-dialog.tsx'));

/** `?guide=fraud` opens the guide above every screen; its code is fetched the first time. */
export function OpenedGuide() {
  const { topic } = useOpenedGuide();
  // Here and not in the dialog: its search field has the focus before it could look who had it.
  useFocusAround(topic !== null);
  if (topic === null) return null;
  return (
    <ScreenBoundary>
      <Suspense fallback={null}>
        <UserGuideDialog />
      </Suspense>
    </ScreenBoundary>
  );
}
