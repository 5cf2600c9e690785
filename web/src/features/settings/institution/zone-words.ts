import type { UsTimeZone } from '@clearwatch/contracts/institution';

/** As people in the United States call them, in the order of the map from east to west. */
export const ZONE_WORDS: Readonly<Record<UsTimeZone, string>> = {
  'America/New_York': 'US Eastern',
  'America/Chicago': 'US Central',
  'America/Denver': 'US Mountain',
  'America/Los_Angeles': 'US Pacific',
};

export const OWN_ZONE = 'Each reader’s own';
