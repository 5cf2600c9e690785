import './panels.css';
import type { KeyAction } from '../lib/keyboard-shortcuts.ts';

const KEY_LABELS: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' };

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function keyCapLabels(key: string): string[] {
  const parts = key.split('+');
  if (parts.length === 1) return [KEY_LABELS[key] ?? key];
  return parts.map((part) => {
    if (part === 'Ctrl') return isMac ? '⌘' : part;
    return part.length === 1 ? part.toUpperCase() : part;
  });
}

export function KeyCaps({ keys }: { keys: readonly string[] }) {
  return (
    <span className="key-caps">
      {keys.map((key) => (
        <span key={key}>
          {keyCapLabels(key).map((cap) => (
            <kbd key={cap}>{cap}</kbd>
          ))}
        </span>
      ))}
    </span>
  );
}

export function ShortcutLines({ actions }: { actions: readonly KeyAction[] }) {
  return actions.map(({ keys, meaning }) => (
    <span key={meaning} className="key-line quiet">
      <KeyCaps keys={keys} /> {meaning}
    </span>
  ));
}
