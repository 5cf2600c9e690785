import { useEffect, useState } from 'react';
import { serverNow } from './server-now.ts';

const EVERY_MS = 15_000;

/** The server's time in milliseconds, moving on by itself: a lock that runs out must not stay on the screen. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
