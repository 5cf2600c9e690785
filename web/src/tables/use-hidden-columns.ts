import { useState } from 'react';

interface HiddenColumns {
  /** Titles. */
  hidden: readonly string[];
  hide: (titles: string[]) => void;
}

/**
 * Which columns of a table this browser's reader does without. Titles alone are kept, nothing of the data.
 *
 * @param table the name it is kept under
 * @param usually what is left out until the reader chooses
 */
export function useHiddenColumns(table: string, usually: readonly string[] = []): HiddenColumns {
  const key = `clearwatch.hidden-columns.${table}`;
  const [hidden, setHidden] = useState(() => readTitles(localStorage.getItem(key)) ?? usually);
  return {
    hidden,
    hide: (titles) => {
      setHidden(titles);
      if (isSame(titles, usually)) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(titles));
    },
  };
}

/** Null: the reader has not chosen. Whatever else stands there counts as that. */
function readTitles(kept: string | null): readonly string[] | null {
  try {
    const titles: unknown = JSON.parse(kept ?? 'null');
    return Array.isArray(titles) ? titles.filter((title) => typeof title === 'string') : null;
  } catch {
    return null;
  }
}

function isSame(titles: readonly string[], others: readonly string[]): boolean {
  return titles.length === others.length && titles.every((title) => others.includes(title));
}
