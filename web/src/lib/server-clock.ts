import type { Day } from '@clearwatch/domain/calendar/day';
import { useEffect, useState } from 'react';

/** The header has only whole seconds, and responses take time to arrive. */
const CLOCK_NOISE_MS = 2_000;

/** This computer's clock may be wrong by hours or days. */
let serverOffsetMs = 0;

export const serverNow = (): number => Date.now() + serverOffsetMs;

export function syncServerClock(date: string | null): void {
  const serverTime = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(serverTime)) return;
  const seen = serverTime - Date.now();
  const agrees = Math.abs(seen) <= CLOCK_NOISE_MS;
  if (Math.abs(seen - serverOffsetMs) > CLOCK_NOISE_MS) serverOffsetMs = agrees ? 0 : seen;
}

export function localDay(now: number): Day {
  const at = new Date(now);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

const TICK_MS = 15_000;

/** Updates regularly, so that an expired lock disappears. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function useSecondsUntil(moment: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const isRunning = moment !== null;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  return moment === null ? 0 : Math.max(0, Math.ceil((moment - now) / 1000));
}
