import { use, useEffect, useRef, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { holdNavigation } from './hold-navigation.ts';

interface LeaveGuard {
  isAsking: boolean;
  stay: () => void;
  leave: () => void;
}

/** Asks before anything leads to another page while there is something to lose. */
export function useLeaveGuard(isDirty: boolean): LeaveGuard {
  const { navigator } = use(NavigationContext);
  const [isAsking, setIsAsking] = useState(false);
  /** What was held back. */
  const held = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (!isDirty) return;
    return holdNavigation(navigator, (go) => {
      held.current = go;
      setIsAsking(true);
    });
  }, [isDirty, navigator]);

  // Signing out closes the page and goes to the root: nobody is left to ask.
  useEffect(() => () => held.current?.(), []);

  const release = (): (() => void) | null => {
    const go = held.current;
    held.current = null;
    setIsAsking(false);
    return go;
  };
  return { isAsking, stay: () => void release(), leave: () => release()?.() };
}
