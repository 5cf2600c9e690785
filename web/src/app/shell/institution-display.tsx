import { US_TIME_ZONES } from '@clearwatch/contracts/institution';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getInstitution } from '../../api/institution-api.ts';
import { setDisplayTimeZone } from '../../lib/date-format.ts';

export function InstitutionName({ className }: { className: string }) {
  const { data } = useQuery(getInstitution());
  if (data === undefined || data.name === '') return null;
  return (
    <p className={className} title={data.name}>
      {data.name}
    </p>
  );
}

/** Nothing personal. Times are right before the profile has loaded. */
const STORAGE_KEY = 'clearwatch.time-zone';

/** Returns a key: a screen with another key must be rendered again to show other times. */
export function useDisplayTimeZone(): string {
  const { data } = useQuery(getInstitution());
  const zone = data === undefined ? readStoredZone() : data.displayTimeZone;
  // Must precede rendering the children.
  setDisplayTimeZone(zone);
  useEffect(() => {
    if (data !== undefined) storeZone(data.displayTimeZone);
  }, [data]);
  return zone ?? 'reader';
}

function readStoredZone(): string | null {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return US_TIME_ZONES.find((zone) => zone === stored) ?? null;
  } catch {
    return null;
  }
}

function storeZone(zone: string | null): void {
  try {
    if (zone === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, zone);
  } catch {
    // Without storage the profile is read at every start.
  }
}
