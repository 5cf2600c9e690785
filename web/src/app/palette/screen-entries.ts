import { GO_TO } from '../../keyboard/key-registry.ts';
import type { Screen } from '../screens.ts';
import type { Entry } from './entry.ts';

export interface NamedEntry extends Entry {
  /** Other names, parted by blanks. */
  words: string;
}

/** The screens that this user has and that an address alone does not name. */
export function screenEntries(screens: readonly Screen[]): NamedEntry[] {
  return screens.flatMap(({ path, label, title, subtitle, icon, jump }) =>
    jump === undefined
      ? []
      : [
          {
            id: `screen-${path}`,
            label,
            detail: subtitle,
            words: `${title} ${jump.words}`,
            icon,
            keys: [GO_TO, jump.key],
            does: { jump: { to: path } },
          },
        ],
  );
}
