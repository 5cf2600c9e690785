import { type RefObject, useEffect, useRef } from 'react';
import { isTyping } from './is-typing.ts';
import { openDialogs } from './open-dialogs.ts';

/** What each key does, by its name: `j`, `?`, `Ctrl+Enter` (on a Mac also with Command). */
export type Keys = Readonly<Record<string, () => void>>;

/**
 * Single keys for the dialog or drawer in which `ground` stands, while it is the foremost one. Letters typed in a field are
 * text; only combinations with Ctrl mean the same there. Single keys can be turned off, combinations stay (WCAG 2.1.4).
 */
export function useKeys(ground: RefObject<HTMLElement | null>, enabled: boolean, keys: Keys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isCombined = event.ctrlKey || event.metaKey;
      if (event.defaultPrevented || event.altKey || event.repeat) return;
      if (!isCombined && (!enabled || isTyping(event.target))) return;
      const act = current.current[isCombined ? `Ctrl+${event.key}` : event.key];
      if (act === undefined || !isForemost(ground.current)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [ground, enabled]);
}

function isForemost(place: HTMLElement | null): boolean {
  const dialog = place?.closest('[role="dialog"]');
  return dialog != null && openDialogs().every((open) => open === dialog);
}
