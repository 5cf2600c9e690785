import { SearchOutlined } from '@ant-design/icons';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { formatCounted } from '../../formats/count.ts';
import type { Entry } from './entry.ts';
import { GroupList } from './group-list.tsx';
import type { NamedEntry } from './screen-entries.ts';
import { useGroups } from './use-groups.ts';

interface PaletteBoxProps {
  screens: readonly NamedEntry[];
  acts: readonly NamedEntry[];
  takeTyped: () => string;
  onChoose: (entry: Entry) => void;
  onClose: () => void;
}

/** The field and what answers to it: a combobox whose list is always open (WAI-ARIA "combobox with list autocomplete"). */
export function PaletteBox({ screens, acts, takeTyped, onChoose, onClose }: PaletteBoxProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(takeTyped);
  /** Null: the first. */
  const [steered, setSteered] = useState<string | null>(null);
  const { groups, isSearching } = useGroups(typed, { screens, acts });
  const choosable = groups.flatMap(({ entries, isOutdated }) => (isOutdated ? [] : entries));
  // What offers to try again stands in the list and is nothing found.
  const failed = groups.filter(({ state }) => state === 'failed').length;
  const at = Math.max(
    choosable.findIndex((entry) => entry.id === steered),
    0,
  );
  const active = choosable[at];

  useEffect(() => field.current?.focus(), []);

  const steer = (by: number): void => {
    const next = choosable[(at + by + choosable.length) % choosable.length];
    setSteered(next?.id ?? null);
  };
  const press = (event: KeyboardEvent): void => {
    // What an input method is still composing is not typed yet.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') steer(1);
    else if (event.key === 'ArrowUp') steer(-1);
    else if (event.key === 'Enter' && active !== undefined) onChoose(active);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="palette-field">
        <SearchOutlined aria-hidden />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Search screens, actions, members, companies, transactions, alerts, imports and reports"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={active === undefined ? undefined : `${id}-${active.id}`}
          placeholder="Name, company, account, trace number, alert, file, screen…"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setSteered(null);
          }}
          onKeyDown={press}
        />
        <button type="button" className="palette-close" aria-label="Esc, close" onClick={onClose}>
          Esc
        </button>
      </div>
      <GroupList
        id={id}
        groups={groups}
        typed={typed.trim()}
        activeId={active?.id ?? null}
        isSearching={isSearching}
        onChoose={onChoose}
      />
      <PaletteFoot
        words={footWords(typed.trim(), isSearching ? null : { count: choosable.length - failed, failed })}
      />
    </>
  );
}

/** What is going on, said to screen readers as well. */
function PaletteFoot({ words }: { words: string }) {
  return (
    <p className="palette-foot quiet">
      <output>{words}</output>
      <span aria-hidden className="palette-keys">
        <kbd>↑</kbd> <kbd>↓</kbd> to move <kbd>Enter</kbd> to choose
      </span>
    </p>
  );
}

/** @param found what can be chosen, and of how many kinds nothing is known; null while it is searched */
function footWords(typed: string, found: { count: number; failed: number } | null): string {
  if (typed === '') return 'From two letters on members, companies and files are searched.';
  if (found === null) return 'Searching…';
  const { count, failed } = found;
  const words = count === 0 ? 'Nothing found' : formatCounted(count, 'result');
  if (failed > 0) return `${words}. Not everything could be searched.`;
  return typed.length > 1 ? words : `${words}. One more letter searches members, companies and files.`;
}
