import type { ActivityType } from '@clearwatch/contracts/fraud/activity-types';
import type { Detector } from '../frame.ts';
import { DETECTORS } from './index.ts';

/** The rule of a type that came as text: from a policy, an alert of another version; null when this version has none. */
export function detectorOf(activityType: string): Detector | null {
  return Object.hasOwn(DETECTORS, activityType) ? DETECTORS[activityType as ActivityType] : null;
}
