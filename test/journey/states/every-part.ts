import { EVERY_ADDRESS } from '../../../web/src/testing/every-address.ts';

/** Parts of a screen with an address of their own: looked at while everything answers. */
export const EVERY_PART = [
  ...EVERY_ADDRESS,
  '/settings?section=institution',
  '/settings?section=notifications',
  '/settings?section=system',
  '/settings?section=retention',
  '/settings?section=security',
] as const;
