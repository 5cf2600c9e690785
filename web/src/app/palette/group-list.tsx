// A native select cannot be steered from a field, hold two lines in an option, or come in parts (WAI-ARIA combobox pattern).
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { createElement, useEffect, useRef } from 'react';
import { KeyCaps } from '../../keyboard/key-caps.tsx';
import type { Entry, Group } from './entry.ts';
import { Marked } from './marked.tsx';

interface GroupListProps {
  id: string;
  groups: readonly Group[];
  /** What is marked. */
  typed: string;
  activeId: string | null;
  isSearching: boolean;
  onChoose: (entry: Entry) => void;
}

/** What was found, by kind. The keyboard stays in the field; the list follows the active entry. */
export function GroupList({ id, groups, typed, activeId, isSearching, onChoose }: GroupListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (activeId === null) return;
    const active = list.current?.querySelector('[aria-selected="true"]');
    active?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      className={typed === '' ? 'palette-list palette-idle' : 'palette-list'}
    >
      {groups.map((group) => (
        <div
          key={group.id}
          role="group"
          aria-labelledby={`${id}-of-${group.id}`}
          className={group.isOutdated ? 'palette-outdated' : undefined}
        >
          <div id={`${id}-of-${group.id}`} role="presentation" className="palette-heading">
            {group.title}
            {group.count !== '' && <span className="figures"> {group.count}</span>}
            {group.state === 'searching' && <span className="palette-searching"> searching…</span>}
          </div>
          {group.entries.map((entry) => (
            <Option
              key={entry.id}
              id={`${id}-${entry.id}`}
              entry={entry}
              typed={typed}
              isActive={entry.id === activeId}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
      {groups.length === 0 && !isSearching && (
        <div role="option" aria-selected={false} aria-disabled className="palette-nothing">
          <strong>Nothing found for “{typed}”</strong>
          <span className="quiet">
            Searched are screens, actions, members by name or account number, companies, transactions by trace
            number or number, alerts by number, activity or member, imports by file name, AI reports by title,
            saved views and saved filters.
          </span>
        </div>
      )}
    </div>
  );
}

/** A single digit stands in every amount and date. */
const LEAST_MARKED = 3;

interface OptionProps {
  id: string;
  entry: Entry;
  typed: string;
  isActive: boolean;
  onChoose: (entry: Entry) => void;
}

function Option({ id, entry, typed, isActive, onChoose }: OptionProps) {
  const { label, detail, icon, keys } = entry;
  return (
    // The keyboard is in the field: it steers the options and chooses them.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className="palette-option"
      // The field keeps the keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(entry)}
    >
      {createElement(icon, { 'aria-hidden': true })}
      <span className="palette-words">
        <span>
          <Marked text={label} typed={typed} />
        </span>
        {detail !== '' && (
          <span className="palette-detail quiet">
            <Marked text={detail} typed={typed.length < LEAST_MARKED ? '' : typed} />
          </span>
        )}
      </span>
      {keys !== undefined && (
        <span aria-hidden>
          <KeyCaps keys={keys} />
        </span>
      )}
    </div>
  );
}
