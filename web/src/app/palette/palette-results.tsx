import { createElement, useEffect, useRef } from 'react';
import { KeyCaps } from '../../components/key-caps.tsx';
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts';
import { highlightParts } from './palette-match.ts';

function HighlightedText({ text, typed }: { text: string; typed: string }) {
  let at = 0;
  return highlightParts(text, typed).map((part) => {
    const key = at;
    at += part.text.length;
    return part.isMatch ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}

// A native select cannot be controlled from a text field or show two lines per option (WAI-ARIA combobox pattern).
/* oxlint-disable jsx-a11y/prefer-tag-over-role */

interface PaletteResultsProps {
  id: string;
  groups: readonly PaletteGroup[];
  typed: string;
  activeId: string | null;
  isSearching: boolean;
  onChoose: (entry: PaletteEntry) => void;
}

export function PaletteResults({ id, groups, typed, activeId, isSearching, onChoose }: PaletteResultsProps) {
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
            <ResultOption
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
          <strong>No results for “{typed}”</strong>
          <span className="quiet">
            You can search for screens, actions, members by name or account number, companies, transactions by trace
            number or ID, alerts by number, activity or member, imports by file name, AI reports by title, saved views
            and saved filters.
          </span>
        </div>
      )}
    </div>
  );
}

/** Shorter text, such as a single digit, occurs in most amounts and dates. */
const MIN_HIGHLIGHT_LENGTH = 3;

interface ResultOptionProps {
  id: string;
  entry: PaletteEntry;
  typed: string;
  isActive: boolean;
  onChoose: (entry: PaletteEntry) => void;
}

function ResultOption({ id, entry, typed, isActive, onChoose }: ResultOptionProps) {
  const { label, detail, icon, keys } = entry;
  return (
    // The field keeps the focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className="palette-option"
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(entry)}
    >
      {createElement(icon, { 'aria-hidden': true })}
      <span className="palette-words">
        <span>
          <HighlightedText text={label} typed={typed} />
        </span>
        {detail !== '' && (
          <span className="palette-detail quiet">
            <HighlightedText text={detail} typed={typed.length < MIN_HIGHLIGHT_LENGTH ? '' : typed} />
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
