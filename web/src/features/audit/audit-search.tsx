import { Input } from 'antd';
import { useEffect, useState } from 'react';

/** Long enough for the next letter to come. */
const PAUSE_MS = 400;

interface AuditSearchProps {
  value: string;
  onSearch: (search: string) => void;
}

/** Searches when the typing pauses, or at once with Enter. */
export function AuditSearch({ value, onSearch }: AuditSearchProps) {
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
  const search = (): void => {
    if (wanted === value) return;
    setSent(wanted);
    onSearch(wanted);
  };
  // With every rendering anew: another filter may have been chosen meanwhile, and must not be lost.
  useEffect(() => {
    if (wanted === value) return;
    const timer = setTimeout(search, PAUSE_MS);
    return () => clearTimeout(timer);
  });

  return (
    <Input
      className="audit-search"
      type="search"
      aria-label="Search the audit log"
      placeholder="Name, address, action"
      maxLength={200}
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
      onPressEnter={search}
    />
  );
}
