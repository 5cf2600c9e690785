import { Input } from 'antd';
import { useEffect, useRef, useState } from 'react';

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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // Changed from outside: cleared, or gone back to.
  if (value !== known) {
    setKnown(value);
    if (value !== draft.trim()) setDraft(value);
  }
  const search = (text: string): void => {
    clearTimeout(timer.current);
    if (text.trim() !== value) onSearch(text.trim());
  };
  const type = (text: string): void => {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(text), PAUSE_MS);
  };

  return (
    <Input
      className="audit-search"
      type="search"
      aria-label="Search the audit log"
      placeholder="Name, address, file, action"
      maxLength={200}
      value={draft}
      onChange={({ target }) => type(target.value)}
      onPressEnter={() => search(draft)}
    />
  );
}
