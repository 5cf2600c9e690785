import { US_TIME_ZONES } from '@clearwatch/contracts/institution';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getInstitution } from '../api/institution.ts';
import { showTimesIn } from '../formats/dates.ts';

/** Nothing personal: the next page shows its first times right, before the profile has come. */
const STORAGE_KEY = 'clearwatch.time-zone';

/**
 * Has every time shown in the zone that the institution chose.
 * @returns what it is drawn by: a screen that was drawn with another key shows other times and must be drawn anew
 */
export function useDisplayTimeZone(): string {
  const { data } = useQuery(getInstitution());
  const zone = data === undefined ? remembered() : data.displayTimeZone;
  // Before what is below is drawn; the same zone again changes nothing.
  showTimesIn(zone);
  useEffect(() => {
    if (data !== undefined) remember(data.displayTimeZone);
  }, [data]);
  return zone ?? 'reader';
}

function remembered(): string | null {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return US_TIME_ZONES.find((zone) => zone === stored) ?? null;
  } catch {
    return null;
  }
}

function remember(zone: string | null): void {
  try {
    if (zone === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, zone);
  } catch {
    // A browser that keeps nothing reads the profile at every start.
  }
}
