import './key-caps.css';

const WORDS: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' };

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys of a combination as keyboards print them: `Ctrl+k` is Ctrl and K, on a Mac ⌘ and K. */
export function capsOf(key: string): string[] {
  const parts = key.split('+');
  if (parts.length === 1) return [WORDS[key] ?? key];
  return parts.map((part) => {
    if (part === 'Ctrl') return isMac ? '⌘' : part;
    return part.length === 1 ? part.toUpperCase() : part;
  });
}

/** Keys as they stand on the keyboard, one after the other. @param keys as the registry writes them */
export function KeyCaps({ keys }: { keys: readonly string[] }) {
  return (
    <span className="key-caps">
      {keys.map((key) => (
        <span key={key}>
          {capsOf(key).map((cap) => (
            <kbd key={cap}>{cap}</kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
