import { US_TIME_ZONES } from '@clearwatch/contracts/institution';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getInstitution } from '../../api/institution-api.ts';
import { setDisplayTimeZone } from '../../lib/date-format.ts';

/** Whose ledger this is, at the foot of the sidebar and above printed pages; nothing while nobody has said so. */
export function InstitutionName({ className }: { className: string }) {
  const { data } = useQuery(getInstitution());
  if (data === undefined || data.name === '') return null;
  return (
    <p className={className} title={data.name}>
      {data.name}
    </p>
  );
}

/** Nothing personal: the next page shows its first times right, before the profile has come. */
const STORAGE_KEY = 'clearwatch.time-zone';

/**
 * Has every time shown in the zone that the institution chose.
 * @returns what it is drawn by: a screen that was drawn with another key shows other times and must be drawn anew
 */
export function useDisplayTimeZone(): string {
  const { data } = useQuery(getInstitution());
  const zone = data === undefined ? readStoredZone() : data.displayTimeZone;
  // Before what is below is drawn; the same zone again changes nothing.
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
    // A browser that keeps nothing reads the profile at every start.
  }
}
