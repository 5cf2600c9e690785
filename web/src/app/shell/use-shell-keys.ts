import { useEffect, useRef } from 'react';
import { deedOf, keyOf } from '../../keyboard/deeds.ts';
import { isTyping } from '../../keyboard/is-typing.ts';
import { EVERYWHERE, GO_TO } from '../../keyboard/key-registry.ts';
import { openDialogs } from '../../keyboard/open-dialogs.ts';
import { useKeysEnabled } from '../../keyboard/use-keys-enabled.ts';

/** Long enough to find the second key. */
const SEQUENCE_MS = 1_500;

interface ShellKeys {
  /** A combination may follow: whoever calls the search goes on typing at once. */
  onPrepare: () => void;
  onSearch: () => void;
  onOverview: () => void;
  /** @param key of a screen, after `g`. @returns whether there is one */
  onGo: (key: string) => boolean;
}

/**
 * The keys that mean the same on every screen. Searching works everywhere, single keys while nobody types, no dialog is open
 * and they are not turned off. They are heard before those of the screen: what follows `g` is no key of a list.
 */
export function useShellKeys(acts: ShellKeys): void {
  const [enabled] = useKeysEnabled();
  const current = useRef(acts);
  useEffect(() => {
    current.current = acts;
  });
  useEffect(() => {
    let goPressedAt = Number.NEGATIVE_INFINITY;
    const act = (event: KeyboardEvent): boolean => {
      const key = keyOf(event);
      const deed = deedOf(EVERYWHERE, key)?.name;
      if (deed === 'search') {
        current.current.onSearch();
        return true;
      }
      if (!enabled || key.startsWith('Ctrl+') || isTyping(event.target) || openDialogs().length > 0)
        return false;
      const follows = event.timeStamp - goPressedAt < SEQUENCE_MS;
      goPressedAt = key === GO_TO ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (follows && key !== GO_TO) return current.current.onGo(key);
      if (deed === 'overview') current.current.onOverview();
      return deed === 'overview';
    };
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.repeat) return;
      if (event.key === 'Control' || event.key === 'Meta') current.current.onPrepare();
      if (act(event)) event.preventDefault();
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [enabled]);
}
