import { useEffect, useState } from 'react';

/** Long enough for the next letter to come. */
const PAUSE_MS = 200;

/** What was typed, once the typing pauses; at once when nothing is left. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return typed === '' ? '' : settled;
}
