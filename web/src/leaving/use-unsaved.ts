import { useEffect, useRef } from 'react';
import { noteUnsaved } from './unsaved.ts';

interface UnsavedForm {
  what: string;
  isDirty: boolean;
  giveUp?: () => void;
}

/** While the form is dirty nobody leaves the page without being asked. */
export function useUnsaved({ what, isDirty, giveUp }: UnsavedForm): void {
  const latest = useRef(giveUp);
  useEffect(() => {
    latest.current = giveUp;
  });
  useEffect(() => {
    if (!isDirty) return;
    return noteUnsaved({ what, giveUp: () => latest.current?.() });
  }, [what, isDirty]);
}
