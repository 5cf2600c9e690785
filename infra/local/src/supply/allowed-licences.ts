/** Licences that ask for no more than to be named. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Zlib',
];

/** Others that were looked at, for the packages named and no more. */
const LOOKED_AT: Record<string, string> = {
  '@img/sharp-libvips (compiled)': 'LGPL-3.0-or-later',
  '@img/sharp (compiled)': 'LGPL-3.0-or-later',
  '@img/sharp-wasm32': 'LGPL-3.0-or-later',
};

/** Whether a package may be part of Clearwatch by its licence, an SPDX expression; unknown ones may not. */
export function isAllowed(name: string, licence: string | null): boolean {
  if (licence === null) return false;
  const parts = licence.replaceAll(/[()]/g, '');
  // Of several to choose from one is enough; of several that all hold, every one.
  return parts
    .split(' OR ')
    .some((choice) =>
      choice.split(' AND ').every((one) => PERMISSIVE.includes(one) || LOOKED_AT[name] === one),
    );
}
