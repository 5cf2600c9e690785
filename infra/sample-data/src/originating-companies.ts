export interface Originator {
  /** At most sixteen characters, as in a batch header. */
  readonly name: string;
  readonly secCode: 'PPD' | 'WEB' | 'TEL' | 'CCD' | 'CTX' | 'IAT';
  /** At most ten characters (Nacha). */
  readonly description: string;
  /** Nine digits with a valid check digit. */
  readonly routingNumber: string;
}

/** @throws RangeError if the name or description does not fit in a batch header */
export function originator(name: string, secCode: Originator['secCode'], description: string): Originator {
  if (name.length > 16) throw new RangeError(`Company name is longer than 16 characters: ${name}`);
  if (description.length > 10) throw new RangeError(`Entry description is longer than 10 characters: ${description}`);
  return { name, secCode, description, routingNumber: routingNumberOf(name) };
}

type OriginatorsOf<Names extends string> = Names extends `${string},${infer Rest}`
  ? [Originator, ...OriginatorsOf<Rest>]
  : [Originator];

function originators<const Names extends string>(names: Names, secCode: Originator['secCode'], description: string) {
  return names.split(',').map((name) => originator(name, secCode, description)) as OriginatorsOf<Names>;
}

/** Invented but well-formed: Federal Reserve district 01 to 12, check digit by the ABA's 3-7-1 weights. */
function routingNumberOf(name: string): string {
  let hash = 2_166_136_261;
  for (let i = 0; i < name.length; i += 1) hash = Math.imul(hash ^ name.charCodeAt(i), 16_777_619) >>> 0;
  const district = String(1 + (hash % 12)).padStart(2, '0');
  const eight = `${district}${String(Math.floor(hash / 12) % 1_000_000).padStart(6, '0')}`;
  const weights = [3, 7, 1, 3, 7, 1, 3, 7];
  const sum = weights.reduce((total, weight, i) => total + weight * Number(eight[i]), 0);
  return `${eight}${(10 - (sum % 10)) % 10}`;
}

/** All names below are invented, except those of government agencies and wallets. */
const PLACES =
  'RIVERTON LAKEVIEW CEDARTON NORTHTON MAPLETON HARBOR SUMMIT PRAIRIE STONEHAM FAIRVIEW GRANITE VALLEY WILLOW PINEHILL EASTON'.split(
    ' ',
  );
const TRADES = 'SCHOOLS,HOSP,CITY OF,FREIGHT,FOODS,MFG,DENTAL,BUILDER,TECH,HOTELS,MOTORS,CLINIC'.split(',');

export const EMPLOYERS = TRADES.flatMap((trade) =>
  PLACES.map((place) => originator(trade === 'CITY OF' ? `CITY OF ${place}` : `${place} ${trade}`, 'PPD', 'PAYROLL')),
);

export const SOCIAL_SECURITY = originator('SSA TREAS 310', 'PPD', 'XXSOC SEC');
export const SUPPLEMENTAL_INCOME = originator('SSI TREAS 310', 'PPD', 'XXSUPP SEC');
export const VETERANS = originator('VACP TREAS 310', 'PPD', 'XXVA BENEF');
export const TAX_REFUND = originator('IRS TREAS 310', 'PPD', 'TAX REF');
export const STATE_REFUND = originator('STATE DEPT REV', 'PPD', 'STATE TAX');
export const TAX_PAYMENT = originator('IRS', 'PPD', 'USATAXPYMT');
export const BUSINESS_TAX_PAYMENT = originator('IRS', 'CCD', 'USATAXPYMT');
export const PENSIONS = originators('STATE TEACHERS,OPM1 TREAS 310,MIDLAND PENSION', 'PPD', 'PENSION');

export const MORTGAGES = originators('KEYSTONE LENDING,OLD MILL MORTG,FIRST PRAIRIE HL', 'PPD', 'MTG PYMT');
export const RENT = originators('OAKTREE PROPERTY,LAKESIDE APTS,MAIN ST RENTALS,CORNERSTONE APTS', 'WEB', 'RENT');
export const UTILITIES = [
  ...originators('PRAIRIE POWER,VALLEY ELECTRIC', 'PPD', 'ELEC PYMT'),
  ...originators('CITY WATER UTIL,COUNTY WATER', 'PPD', 'WATER BILL'),
  ...originators('MIDLAND GAS CO,HEARTH GAS', 'PPD', 'GAS BILL'),
] as const;
export const TELECOMS = originators('BLUELINE WIRELES,CLEARFIBER,SUMMIT MOBILE,VALLEY CABLE', 'WEB', 'BILL PYMT');
export const CARDS = originators('MERIDIAN CARD,UNION REWARDS,BEACON BANK CARD,FOUNTAIN CARD', 'WEB', 'CRCARDPMT');
export const INSURERS = originators('SHIELD MUTUAL,HARBOR LIFE INS,FARM HOME INS,PINNACLE AUTO', 'PPD', 'INS PREM');
export const INSURANCE_CLAIM = originator('SHIELD MUTUAL', 'PPD', 'CLAIM PMT');
export const AUTO_LOANS = originators('DRIVEWELL FIN,TRUCK AUTO CREDT,CAMPUS LOAN SVCG', 'PPD', 'LOAN PYMT');
export const SUBSCRIPTIONS = originators(
  'STREAMBOX,TUNEWAVE,FITLIFE GYM,NEWSDAILY DIGI,CLOUDKEEP,PETBOX CLUB',
  'WEB',
  'SUBSCR',
);
export const MERCHANTS = originators(
  'GREENLEAF MARKET,EVERYDAY PHARM,TOWNE HARDWARE,BOOKNOOK ONLINE,HOMEGOODS DIRECT,SPORTS BARN,FUELSTOP,CITY TRANSIT,CORNER CAFE,PET PANTRY,KIDS CORNER,GARDEN SHED,URGENT CARE PTNR,OPTICS PLUS,FRESH BASKET',
  'WEB',
  'PURCHASE',
);
export const VENMO = originator('VENMO', 'WEB', 'PAYMENT');
export const ZELLE = originator('ZELLE', 'WEB', 'PAYMENT');
export const CASH_APP = originator('CASH APP', 'WEB', 'CASHOUT');
export const PAYPAL = originator('PAYPAL', 'WEB', 'INST XFER');
export const WALLETS = [VENMO, ZELLE, CASH_APP, PAYPAL];
export const GIG_PLATFORMS = originators('RIDEWELL,DISHDASH,TASKLINE', 'PPD', 'PAYOUT');
export const SAVINGS_TRANSFER = originator('HIGHYIELD BANK', 'WEB', 'XFER');
export const DIVIDENDS = originators('MIDWEST INDEX,FIRST PRAIRIE BC', 'PPD', 'DIVIDEND');
export const IRA_CUSTODIANS = originators('LIGHTHOUSE RET,MIDWEST INDEX', 'PPD', 'IRA DIST');
export const COLLEGES = originators('STATE UNIVERSITY,VALLEY COLLEGE', 'WEB', 'TUITION');
export const LENDERS = originators('KEYSTONE LENDING,PRAIRIE HELOC', 'PPD', 'LOAN DISB');

export const CARD_PROCESSORS = originators('SWIPEWISE MERCH,HEARTHSTONE PMTS,TAPGRID', 'CCD', 'SETTLEMENT');
export const TRADE_CUSTOMERS = originators(
  'ALDER CONSTRUCT,BRIGHTWATER HTLS,COUNTY FACILITY,DELTA GROCERS,EMBER RESTAURANT,FOUNDRY WORKS,GRAIN COOP,HILLTOP CLINICS',
  'CTX',
  'VENDOR PMT',
);
export const SUPPLIERS = originators(
  'WHOLESALE PROV,PACKRIGHT SUPPLY,TRUCKLINE FRT,OFFICE SUPPLY CO,UNIFORM LINEN,PAYRIGHT SVC',
  'CCD',
  'INVOICE',
);

export const OTHER_BANKS = originators('NORTHSTAR BANK,COASTAL SAVINGS,PIONEER TRUST', 'WEB', 'TRANSFER');
export const CRYPTO_EXCHANGES = originators('COINBAY CRYPTO,BITHARBOR CRYPTO', 'WEB', 'PURCHASE');
export const GAMBLING = originators('LUCKYSPIN CASINO,BETARENA SPORTS', 'WEB', 'WAGER');
export const STATE_UNEMPLOYMENT = originators('OHIO ODJFS,TEXAS TWC,NEVADA DETR', 'PPD', 'UI BENEFIT');
export const BROKERAGE = originator('ELMWOOD BROKERS', 'WEB', 'INVEST');
export const CONTRACTORS = originators('HOLLOW ROOFING,BRIGHT KITCHENS', 'PPD', 'INVOICE');

const UNFAMILIAR_NAMES =
  'NOVA,BLUEGATE,SOLARIS,HARLAN,OPAL,VERTEX,CANYON,QUILL,TRISTAR,MPX,ARDEN,KESTREL,LUMEN,ONYX,PALISADE,REDWICK,SABLE,TANGENT,UMBRA,WREN'.split(
    ',',
  );
const UNFAMILIAR_TRADES = 'TRADE,VENTURE,IMPORTS,GROUP,RESALE,MEDIA,EXPORT,CAPITAL,ASSOC,SVCS'.split(',');

/** Only injected patterns use these. There are so many that none becomes a known company. */
export const UNFAMILIAR_ORIGINATORS = UNFAMILIAR_TRADES.flatMap((trade) =>
  UNFAMILIAR_NAMES.map((name) => originator(`${name} ${trade}`, 'PPD', 'PAYMENT')),
);
export const UNFAMILIAR_TELEPHONE_ORIGINATORS = UNFAMILIAR_NAMES.map((name) =>
  originator(`${name} DIRECT`, 'TEL', 'SERVICE'),
);

export const INSTITUTION_NAME = 'SAMPLE CREDIT UNION';
export const INSTITUTION_ROUTING = routingNumberOf(INSTITUTION_NAME);
export const OPERATOR_NAME = 'SAMPLE ACH OPERATOR';
export const OPERATOR_ROUTING = routingNumberOf(OPERATOR_NAME);
