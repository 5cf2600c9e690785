import type { DetectorParameter } from './frame.ts';

/** What every parameter states beside its name, unit and scaling. */
type Range = Pick<DetectorParameter, 'default' | 'min' | 'max' | 'meaning'>;
type Named<Name extends string> = DetectorParameter & { readonly name: Name };

/** A number of things; follows the sensitivity. */
export function count<Name extends string>(name: Name, range: Range): Named<Name> {
  return { name, ...range, unit: 'count', scaling: 'count' };
}

/** A number of things that the sensitivity leaves alone. */
export function fixedCount<Name extends string>(name: Name, range: Range): Named<Name> {
  return { name, ...range, unit: 'count', scaling: 'fixed' };
}

/** A sum in whole dollars; follows the sensitivity. */
export function sum<Name extends string>(name: Name, range: Range): Named<Name> {
  return { name, ...range, unit: 'USD', scaling: 'sum' };
}

/** An amount in whole dollars that a regulation or the institution itself set, or that marks one entry. */
export function fixedAmount<Name extends string>(name: Name, range: Range): Named<Name> {
  return { name, ...range, unit: 'USD', scaling: 'fixed' };
}

export function ratio<Name extends string>(name: Name, range: Range): Named<Name> {
  return { name, ...range, unit: 'ratio', scaling: 'fixed' };
}

/** The length of a window or pause. */
export function days<Name extends string>(name: Name, range: Range): Named<Name> {
  return { name, ...range, unit: 'days', scaling: 'fixed' };
}

/** The age an account must have; 30 days at high sensitivity. */
export function minimumHistory<Name extends string>(name: Name, range: Range): Named<Name> {
  return { name, ...range, unit: 'days', scaling: 'minimum_history' };
}

/** How long an account must have been silent; 180 days at low sensitivity, 90 at high. */
export function dormancy<Name extends string>(name: Name, range: Range): Named<Name> {
  return { name, ...range, unit: 'days', scaling: 'dormancy' };
}

/** How long one behaviour is one alert. */
export function coolDays(value: number): Named<'coolDays'> {
  return days('coolDays', {
    default: value,
    min: 1,
    max: 365,
    meaning: 'one behaviour is one alert for so long',
  });
}
