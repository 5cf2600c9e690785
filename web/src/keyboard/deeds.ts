/** Something that keys do. */
export interface Deed {
  /** Each does it by itself, as the browser names it: `j`, `?`, `ArrowDown`, `Ctrl+Enter` (on a Mac also with Command). */
  keys: readonly string[];
  meaning: string;
}

export type Deeds = Readonly<Record<string, Deed>>;

/** What is done for each deed, none forgotten. @param at which of the deed's keys was pressed, from 0 */
export type Acts<Known extends Deeds> = { readonly [Name in keyof Known]: (at: number) => void };

interface Pressed<Known extends Deeds> {
  name: keyof Known;
  /** Which of its keys, from 0. */
  at: number;
}

/** The key of an event as deeds write it. Letters with Ctrl mean the same with Caps Lock on. */
export function keyOf({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): string {
  if (!ctrlKey && !metaKey) return key;
  return `Ctrl+${key.length === 1 ? key.toLowerCase() : key}`;
}

/** What the key does; null: nothing here. */
export function deedOf<Known extends Deeds>(deeds: Known, key: string): Pressed<Known> | null {
  for (const name of Object.keys(deeds)) {
    const at = deeds[name]?.keys.indexOf(key) ?? -1;
    if (at >= 0) return { name, at };
  }
  return null;
}
