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
 */
export function useHiddenColumns(table: string): HiddenColumns {
  const key = `clearwatch.hidden-columns.${table}`;
  const [hidden, setHidden] = useState(() => readTitles(localStorage.getItem(key)));
  return {
    hidden,
    hide: (titles) => {
      setHidden(titles);
      if (titles.length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(titles));
    },
  };
}

/** Whatever else stands there counts as nothing hidden. */
function readTitles(kept: string | null): readonly string[] {
  try {
    const titles: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(titles) ? titles.filter((title) => typeof title === 'string') : [];
  } catch {
    return [];
  }
}
