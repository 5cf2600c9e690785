import { Input } from 'antd';
import { useEffect, useState } from 'react';

/** Long enough for the next letter to come. */
const PAUSE_MS = 400;

interface DelayedFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  className?: string;
  /** How a touch keyboard looks. */
  inputMode?: 'search' | 'decimal';
}

/** A field that says what was typed when the typing pauses, or at once with Enter or when it is left. */
export function DelayedField({
  label,
  value,
  onChange,
  placeholder,
  className,
  inputMode,
}: DelayedFieldProps) {
  const [draft, setDraft] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);

  // Changed from outside: cleared, or gone back to. What was sent from here may come back after more was typed.
  if (value !== known) {
    setKnown(value);
    if (value !== sent) {
      setSent(value);
      setDraft(value);
    }
  }
  const wanted = draft.trim();
  // Said once: the screen may have been left meanwhile, and saying it again would lead back to it.
  const isKnown = wanted === value || wanted === sent;
  const send = (): void => {
    if (isKnown) return;
    setSent(wanted);
    onChange(wanted);
  };
  // With every rendering anew: another filter may have been chosen meanwhile, and must not be lost.
  useEffect(() => {
    if (isKnown) return;
    const timer = setTimeout(send, PAUSE_MS);
    return () => clearTimeout(timer);
  });

  return (
    <Input
      className={className ?? ''}
      type={inputMode === 'decimal' ? 'text' : 'search'}
      inputMode={inputMode ?? 'search'}
      aria-label={label}
      placeholder={placeholder ?? ''}
      maxLength={200}
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
      onPressEnter={send}
      // What is clicked next, clearing above all, must know of it.
      onBlur={send}
    />
  );
}
