import type { Day } from '@clearwatch/domain/calendar/day';
import { useEffect, useState } from 'react';

/** A header says whole seconds, and an answer takes its time: below this the two clocks agree. */
const CLOCK_NOISE_MS = 2_000;

/** What has to be added to the time of this computer, whose clock may be wrong by hours or days. */
let serverOffsetMs = 0;

/** The time as the server has it, in milliseconds since 1970. */
export function serverNow(): number {
  return Date.now() + serverOffsetMs;
}

/** @param date the `Date` header of an answer that has just come; null: it had none */
export function syncServerClock(date: string | null): void {
  const said = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(said)) return;
  const seen = said - Date.now();
  const agrees = Math.abs(seen) <= CLOCK_NOISE_MS;
  if (Math.abs(seen - serverOffsetMs) > CLOCK_NOISE_MS) serverOffsetMs = agrees ? 0 : seen;
}

/** The calendar day on the reader's wall. @param now milliseconds */
export function localDay(now: number): Day {
  const at = new Date(now);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

const TICK_MS = 15_000;

/** The server's time in milliseconds, moving on by itself: a lock that runs out must not stay on the screen. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Whole seconds until a moment (milliseconds since 1970), by the wall clock, down to 0. */
export function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((moment - now) / 1000));
}
