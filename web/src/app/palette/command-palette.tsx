import './palette.css';
import { SearchOutlined } from '@ant-design/icons';
import { Modal } from 'antd';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { formatQuantity } from '../../lib/number-format.ts';
import type { Screen } from '../screens.ts';
import {
  type PaletteEntry,
  type SearchableEntry,
  screenEntries,
  targetUrl,
  usePaletteActions,
  useRecentTargets,
} from './palette-entries.ts';
import { PaletteResults } from './palette-results.tsx';
import { usePaletteGroups } from './palette-search.ts';

interface PaletteBoxProps {
  screens: readonly SearchableEntry[];
  actions: readonly SearchableEntry[];
  takeTyped: () => string;
  onChoose: (entry: PaletteEntry) => void;
  onClose: () => void;
}

/** A combobox whose list is always open (WAI-ARIA "combobox with list autocomplete"). */
function PaletteBox({ screens, actions, takeTyped, onChoose, onClose }: PaletteBoxProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(takeTyped);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const { groups, isSearching } = usePaletteGroups(typed, { screens, actions });
  const choosable = groups.flatMap(({ entries, isOutdated }) => (isOutdated ? [] : entries));
  // Each failed group has a “Try again” entry, which is not a result.
  const failed = groups.filter(({ state }) => state === 'failed').length;
  const at = Math.max(
    choosable.findIndex((entry) => entry.id === selectedId),
    0,
  );
  const active = choosable[at];

  useEffect(() => field.current?.focus(), []);

  const moveBy = (by: number): void => {
    const next = choosable[(at + by + choosable.length) % choosable.length];
    setSelectedId(next?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // An input method editor is still composing.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') moveBy(1);
    else if (event.key === 'ArrowUp') moveBy(-1);
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
            setSelectedId(null);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="palette-close" aria-label="Esc, close" onClick={onClose}>
          Esc
        </button>
      </div>
      <PaletteResults
        id={id}
        groups={groups}
        typed={typed.trim()}
        activeId={active?.id ?? null}
        isSearching={isSearching}
        onChoose={onChoose}
      />
      <p className="palette-foot quiet">
        <output>
          {paletteStatusText(typed.trim(), isSearching ? null : { count: choosable.length - failed, failed })}
        </output>
        <span aria-hidden className="palette-keys">
          <kbd>↑</kbd> <kbd>↓</kbd> to move <kbd>Enter</kbd> to choose
        </span>
      </p>
    </>
  );
}

function paletteStatusText(typed: string, found: { count: number; failed: number } | null): string {
  if (typed === '') return 'Type at least two letters to search members, companies and files.';
  if (found === null) return 'Searching…';
  const { count, failed } = found;
  const words = count === 0 ? 'No results' : formatQuantity(count, 'result');
  if (failed > 0) return `${words}. Some results could not be loaded.`;
  return typed.length > 1 ? words : `${words}. Type one more letter to search members, companies and files.`;
}

interface CommandPaletteProps {
  open: boolean;
  screens: readonly Screen[];
  takeTyped: () => string;
  onKeys: () => void;
  onClose: () => void;
}

/** The chosen entry runs once the focus is restored, so that what it opens can return the focus too. */
export default function CommandPalette({ open, screens, takeTyped, onKeys, onClose }: CommandPaletteProps) {
  const navigate = useNavigate();
  const here = useLocation();
  const { remember } = useRecentTargets();
  const actions = usePaletteActions(onKeys);
  const chosen = useRef<PaletteEntry | null>(null);
  useRestoreFocus(open);

  const choose = (entry: PaletteEntry): void => {
    if ('stay' in entry.does) {
      entry.does.stay();
      return;
    }
    chosen.current = entry;
    onClose();
  };
  const runChosen = (): void => {
    const entry = chosen.current;
    chosen.current = null;
    if (entry === null) return;
    if ('act' in entry.does) entry.does.act();
    else if ('jump' in entry.does) {
      const { jump } = entry.does;
      // Screens, actions and "show all" are not results.
      if (!/^(screen|act|all)-/.test(entry.id)) remember(entry);
      void navigate(targetUrl(jump, here));
      if ('to' in jump) document.getElementById('content')?.focus();
    }
  };
  return (
    <Modal
      className="palette"
      open={open}
      title="Search"
      width={680}
      zIndex={Z_INDEX}
      footer={null}
      closable={false}
      destroyOnHidden
      // No animation: the user continues typing immediately.
      transitionName=""
      maskTransitionName=""
      onCancel={onClose}
      // The focus is restored a tick later (useRestoreFocus).
      afterClose={() => setTimeout(runChosen)}
    >
      <PaletteBox
        screens={screenEntries(screens)}
        actions={actions}
        takeTyped={takeTyped}
        onChoose={choose}
        onClose={onClose}
      />
    </Modal>
  );
}

/** Above drawers and dialogs. */
const Z_INDEX = 1100;
