import { type RefObject, useEffect, useRef } from 'react';
import { type Acts, type Deeds, deedOf, keyOf } from './deeds.ts';
import { isTyping } from './is-typing.ts';
import { openDialogs } from './open-dialogs.ts';

/**
 * Keys for the dialog or drawer in which `ground` stands, while it is the foremost one. Letters typed in a field are text;
 * only combinations with Ctrl mean the same there. Single keys can be turned off, combinations stay (WCAG 2.1.4).
 */
export function useKeys<Known extends Deeds>(
  ground: RefObject<HTMLElement | null>,
  { deeds, enabled, acts }: { deeds: Known; enabled: boolean; acts: Acts<Known> },
): void {
  const current = useRef(acts);
  useEffect(() => {
    current.current = acts;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isCombined = event.ctrlKey || event.metaKey;
      if (event.defaultPrevented || event.altKey || event.repeat) return;
      if (!isCombined && (!enabled || isTyping(event.target))) return;
      const deed = deedOf(deeds, keyOf(event));
      if (deed === null || !isForemost(ground.current)) return;
      event.preventDefault();
      current.current[deed.name](deed.at);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [ground, deeds, enabled]);
}

function isForemost(place: HTMLElement | null): boolean {
  const dialog = place?.closest('[role="dialog"]');
  return dialog != null && openDialogs().every((open) => open === dialog);
}
