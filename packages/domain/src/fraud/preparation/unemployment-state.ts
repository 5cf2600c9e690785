/** Names and abbreviations of the states and of their unemployment agencies, as originators write them. */
const STATES: Readonly<Record<string, string>> = {
  AL: 'ALABAMA',
  AK: 'ALASKA',
  AZ: 'ARIZONA',
  AR: 'ARKANSAS',
  CA: 'CALIFORNIA|CALIF|EDD',
  CO: 'COLORADO|CDLE',
  CT: 'CONNECTICUT|CTDOL',
  DC: 'DISTRICT OF COLUMBIA|DCDOES|DOES',
  DE: 'DELAWARE',
  FL: 'FLORIDA|DEO|FLDEO',
  GA: 'GEORGIA|GDOL',
  HI: 'HAWAII',
  ID: 'IDAHO',
  IL: 'ILLINOIS|IDES',
  IN: 'INDIANA',
  IA: 'IOWA',
  KS: 'KANSAS|KDOL',
  KY: 'KENTUCKY',
  LA: 'LOUISIANA|LWC',
  ME: 'MAINE',
  MD: 'MARYLAND|DLLR',
  MA: 'MASSACHUSETTS|MASS',
  MI: 'MICHIGAN|UIA',
  MN: 'MINNESOTA|MNUI',
  MS: 'MISSISSIPPI|MDES',
  MO: 'MISSOURI|MODES',
  MT: 'MONTANA',
  NE: 'NEBRASKA',
  NV: 'NEVADA|DETR',
  NH: 'NEW HAMPSHIRE|NHES',
  NJ: 'NEW JERSEY|NJDOL',
  NM: 'NEW MEXICO',
  NY: 'NEW YORK|NYS|NYSDOL',
  NC: 'NORTH CAROLINA|NCDES',
  ND: 'NORTH DAKOTA',
  OH: 'OHIO|ODJFS',
  OK: 'OKLAHOMA|OESC',
  OR: 'OREGON|OED',
  PA: 'PENNSYLVANIA|PENN|PAUC',
  PR: 'PUERTO RICO',
  RI: 'RHODE ISLAND|RIDLT',
  SC: 'SOUTH CAROLINA|SCDEW',
  SD: 'SOUTH DAKOTA',
  TN: 'TENNESSEE|TENN',
  TX: 'TEXAS|TWC',
  UT: 'UTAH',
  VT: 'VERMONT',
  VA: 'VIRGINIA|VEC',
  WA: 'WASHINGTON|ESD|ESDWAGOV',
  WV: 'WEST VIRGINIA|WORKFORCEWV',
  WI: 'WISCONSIN',
  WY: 'WYOMING',
};

const NAMED: readonly [string, RegExp][] = Object.entries(STATES)
  // Longer names first, or WEST VIRGINIA would be found as VIRGINIA.
  .toSorted(([, left], [, right]) => right.length - left.length)
  .map(([code, names]) => [code, new RegExp(`\\b(?:${names})\\b`)]);

/**
 * The state whose agency an originator is, as its postal code; the originator itself when nothing names one. Two-letter
 * codes count as the first or last word only, because IN, OR and ME are words as well.
 *
 * @param companyKey as `companyKey` gives it
 */
export function stateOf(companyKey: string): string {
  const words = companyKey.split(' ');
  const code = [words[0], words.at(-1)].find((word) => word !== undefined && Object.hasOwn(STATES, word));
  return code ?? NAMED.find(([, names]) => names.test(companyKey))?.[0] ?? companyKey;
}
