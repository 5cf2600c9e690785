import { useEffect, useState } from 'react';

const EVERY_MS = 15_000;

/** The time in milliseconds, moving on by itself: a lock that runs out must not stay on the screen. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
