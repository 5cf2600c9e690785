import { useState } from 'react';

export interface Selection {
  ids: ReadonlySet<number>;
  toggle: (id: number) => void;
  add: (ids: readonly number[]) => void;
  clear: () => void;
}

/**
 * Which alerts are chosen for a decision, over the pages of one list. Another list (`scope`) begins with none: nothing is
 * decided that no longer stands in sight.
 */
export function useSelection(scope: string): Selection {
  const [chosen, setChosen] = useState({ scope, ids: NONE });
  const ids = chosen.scope === scope ? chosen.ids : NONE;
  const set = (changed: ReadonlySet<number>): void => setChosen({ scope, ids: changed });
  return {
    ids,
    toggle: (id) => {
      const changed = new Set(ids);
      if (!changed.delete(id)) changed.add(id);
      set(changed);
    },
    add: (more) => set(new Set([...ids, ...more])),
    clear: () => set(NONE),
  };
}

const NONE: ReadonlySet<number> = new Set();
