import { Button } from 'antd';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { isTyping } from '../keyboard/is-typing.ts';

/** Something a toast offers to do. */
export interface ToastAct {
  words: string;
  onAct: () => void;
}

export function actButton(words: string, onAct: () => void): ReactNode {
  return (
    <Button size="small" title="Ctrl+Z" aria-keyshortcuts="Control+Z" onClick={onAct}>
      {words}
    </Button>
  );
}

/** A toast is gone before the keyboard gets there: Ctrl+Z does what it offers. In a field it undoes typing, as always. */
export function useActKey(act: RefObject<(() => void) | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isUndo =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z';
      if (!isUndo || act.current === null || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      act.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [act]);
}
