import table from './company-names.json' with { type: 'json' };

/** A company can have several kinds. */
export const COUNTERPARTY_LABELS = {
  bank: 'Bank or credit union',
  broker: 'Broker or investment firm',
  card_issuer: 'Card issuer',
  mortgage_lender: 'Mortgage lender',
  auto_lender: 'Auto lender',
  student_lender: 'Student lender',
  personal_lender: 'Personal lender',
  payday_lender: 'Payday lender or cash advance',
  payment_app: 'Payment app',
  processor: 'Payment processor',
  remittance: 'Money remittance',
  crypto: 'Cryptocurrency exchange',
  gambling: 'Gambling',
  government: 'Government',
  school: 'School',
  utility: 'Utility',
  telecom: 'Telecom',
  insurer: 'Insurer',
  payroll: 'Payroll service',
  health: 'Health care',
  housing: 'Housing',
  retailer: 'Retailer or service provider',
  charity: 'Charity',
  employer: 'Employer',
  other: 'Other business',
  unknown: 'Unknown line of business',
} as const;
export type CounterpartyKind = keyof typeof COUNTERPARTY_LABELS;

/** Public lists, or descriptors that a company publishes for its own ACH entries. */
export const SOURCES = {
  fdic: 'FDIC BankFind and NCUA credit union lists',
  sec: 'SEC and FINRA BrokerCheck lists of broker-dealers',
  cfpb: 'CFPB lists of card issuers and consumer lenders',
  nmls: 'NMLS Consumer Access, state mortgage and consumer loan licenses',
  fsa: 'Federal Student Aid list of loan servicers; private student lenders’ own pages',
  msb: 'FinCEN MSB registrant search',
  descriptors: 'Descriptors that the company publishes for its ACH entries',
  processors: 'Visa and Mastercard registries of payment processors',
  gaming: 'State gaming commissions’ lists of licensed operators',
  treasury: 'Bureau of the Fiscal Service, federal ACH payment descriptors; state agencies’ pages',
  ferc: 'EIA-861 list of electric utilities; state utility commissions',
  fcc: 'FCC list of providers',
  naic: 'NAIC consumer insurance search',
  irs: 'IRS Tax Exempt Organization Search',
  words: 'A word in the company name that is typical of this line of business',
} as const;

interface NamedCompanies {
  /** Most common kind first. */
  kinds: readonly [CounterpartyKind, ...CounterpartyKind[]];
  source: keyof typeof SOURCES;
  /** Beginnings of names, in whole words. */
  names: readonly string[];
  /**
   * For names that are also ordinary words or other companies' names: only these words and neutral words may follow.
   */
  only?: readonly string[];
}

/** Companies by name. The first match wins, so a division comes before its bank. */
export const NAMED_COMPANIES = table.companies as unknown as readonly NamedCompanies[];
/** Legal forms, payment words and web words that may follow a company's own name. */
export const NEUTRAL_WORDS: readonly string[] = table.neutralWords;
/** Recognized by at least their first four letters, because NACHA files limit names to 16 characters. */
export const TRUNCATED_WORDS: readonly string[] = table.truncatedWords;

/** Kinds by words in names that are not in the table. The first match wins; lookaheads exclude other names. */
export const BUSINESS_WORDS: Readonly<Partial<Record<CounterpartyKind | `${CounterpartyKind}: ${string}`, RegExp>>> = {
  'charity: food banks': /\b(?:FOOD BANK|FOODBANK)\b/,
  'health: blood banks': /\b(?:BLOOD BANK|BLOOD CENTER|URGENT CARE)\b/,
  crypto: /\b(?:CRYPTO(?!GRAPH)\w*|BITCOIN|BTC|BLOCKCHAIN)\b/,
  'gambling: casinos':
    /^(?!.*\b(?:PARTY RENTAL|CASINO NIGHT)\b).*\b(?:CASINOS?|SPORTSBOOK|SPORTSBK|SPORTS BET\w*|GAMBLING|BETTING|POKER\w*)\b/,
  payday_lender: /^(?!.*\bPAYDAY CANDY\b).*\b(?:PAYDAY|CASH ADVANCE|TITLE LOANS?|FAST CASH)\b/,
  remittance: /^(?!.*\bREMITTANCE PROC).*\b(?:MONEY TRANSFERS?|REMITTANCES?|REMESAS|ENVIOS)\b/,
  'bank: credit unions':
    /\b(?:CREDIT UNION|CREDIT UNIO|CREDIT UN|CR UNION|CRED UNION|FCU|CU|C U|FEDERAL CREDIT|FED CREDIT UNION|FED CU)\b/,
  student_lender:
    /\b(?:STUDENT ?LOANS?|STUDENT LN|STDNT LN|STDNT LOAN|CAMPUS ?LOANS?|ED(?:UCATION)? LOANS?)\b|\bSTUDENTLOAN/,
  mortgage_lender:
    /^(?!.*\b(?:INS(?:URANCE)?|TITLE|BROKERS? ASSN)\b).*\b(?:MTG|MORTG(?:AGE)?|MTGE|MORTGAGES|HOME ?LOANS?|HELOC|HOME LENDING|HOME LN)\b/,
  auto_lender:
    /^(?!.*\bINS(?:URANCE)?\b).*\b(?:AUTO(?:MOTIVE)?|CAR|TRUCK|MOTORS?|VEHICLE)\b(?: \w+)?? (?:FIN(?:ANCE|ANCIAL|ANC\w*)?|CREDI?T|CREDT|CRDT|CR|LOANS?|LN|ACCEPT(?:ANCE)?|LENDING)\b/,
  card_issuer:
    /^(?!.*(?:\b(?:GIFT|GREETING|BUSINESS CARDS?|ID CARD|MEDICAL CARD|POST|TRADING|PHONE)\b|MERCH)).*(?:\b\w*MASTERCARD\b|\bVISA$|\b(?:CREDIT ?CARDS?|CREDIT C?R?D|CARDMEMBER|BANK ?CARD (?:SVCS?|SERVICES?)|BANK CARD|CARD SERVICES?|CARD SVCS?)\b|\bCARD$)/,
  payroll: /\bPAYROLL\b/,
  insurer:
    /^(?!.*\b(?:QUALITY ASSURANCE|BROKERAGE HOUSE)\b).*(?:\b(?:INSURANCE|INSUR|INSURAN\w*|ASSURANCE|INS CO|LIFE INS|AUTO INS|HOME INS|LIFE INSUR\w*|CASUALTY|HEALTH PLANS?)\b|\bINS$)/,
  'gambling: lotteries': /\bLOTTERY\b/,
  broker:
    /^(?!.*\b(?:FREIGHT|CUSTOMS|PROPERTY|REAL ESTATE|INSURANCE)\b).*\b(?:BROKERAGE|SECURITIES|STOCK ?BROKERS?|(?<!(?:INSURANCE|INS|MORTGAGE|FREIGHT|FOOD|CUSTOMS|YACHT|REALTY|ENERGY|AUTO|TITLE) )BROKERS|INVESTMENTS|MUTUAL FUNDS?|INDEX FUNDS?)\b/,
  'bank: banks':
    /^(?!.*\b(?:BANK (?:ROAD|RD|STREET|ST|LANE|HOLIDAY|NOTE)|SEED|TISSUE|EYE|MILK|TOY|DIAPER|CLOTHING|DATA|POWER|RIVER|PIGGY|OUTER|SPERM|MEMORY|JOB|LAND|DATABANK|BURBANK|FAIRBANK|RIVERBANK|EUBANK|FIREBANK|MOUNTEBANK|WILBANK|TIME|FAMILY TRUST|LIVING TRUST|HEALTH TRUST|BENEFIT TRUST|PENSION TRUST|PUBLIC TRUST|WELFARE TRUST|COIN|SAVINGS CENTER|SAVINGS CLUB|BIG SAVINGS)\b).*(?:\b(?:BANK|BANKING|BANCORP|BANCSHARES|BANC|BANCO|SAVINGS|NATL BK|NATIONAL BK|STATE BK|BK|TRUST (?:CO|COMPANY|NA|N A)|FSB)\b|\b\w{3,}BANK\b|^(?:FIRST|NORTH\w*|SOUTH\w*|PIONEER|\w+) TRUST$)/,
  personal_lender: /\b(?:PERSONAL LOANS?|CONSUMER LOANS?|INSTALLMENT LOANS?|INSTALLMENT LENDING)\b/,
  'health: practices':
    /^(?!.*\b(?:HEALTH (?:CLUB|FOODS?)|PET PHARMACY|MEDICAL SUPPLY)\b).*\b(?:HOSPITALS?|HOSP|CLINICS?|MEDICAL|DENTAL|DENTISTRY|DENTISTS?|ORTHODONTICS?|ORTHOPEDICS?|PEDIATRICS?|HEALTHCARE|HEALTH(?: (?:SYSTEM|SVCS?|SERVICES?|CENTER|CARE|DEPT))?|CARDIOLOGY|DERMATOLOGY|RADIOLOGY|PHYSICIANS?|ANESTHESIA|CHIROPRACTIC|PHARMACY|OPTOMETRY|EYE CARE|SURGERY|SURGICAL|PHYSICAL THERAPY|URGENT CARE|IMMEDIATE CARE|VETERINARY|DDS|DMD|FAMILY PRACTICE|HOSPICE|DIALYSIS|ONCOLOGY|COUNSELING|PSYCHIATRY|PSYCHOLOGY)\b/,
  school:
    /^(?!.*\b(?:UNIVERSITY (?:FED\w*|CR\w*|FCU|CU|BANK|VILLAGE|HEIGHTS|PARK|INN|APTS?|APARTMENTS|SQUARE|TOWERS?|AVE|MALL|LOANS?|COMM\w*)|COLLEGE (?:PARK|AVE|INN|STATION|HUNKS|APTS?|SQUARE|HILL)|UNIVERSITY OF BEER|DRIVING SCHOOL SUPPLY|SCHOOL (?:SPECIALTY|SUPPLY|OUTFITTERS|HOUSE|PICTURES|BUS)|OLD SCHOOL|SCHOOLHOUSE)\b).*\b(?:UNIVERSITY|UNIVERSITIES|UNIV|SCHL|SCH DIST\w*|LEARNING CENTER|STATE U|COLLEGE|COLLEGES|SCHOOLS?|ELEMENTARY|SCHOOL DIST\w*|ISD|USD|PRESCHOOL|MONTESSORI|DAYCARE|CHILDCARE|CHILD CARE|TUITION)\b/,
  government:
    /^(?!.*\bTREASURE\b).*(?:\bTREAS(?:URY)? ?310\b|^[A-Z]{2} (?:DEPT|DOR|DOL|TREAS\w*|TAX\w*|REVENUE|CHILD|LABOR|UI|DHS|DMV|DOT|SDU|DES|DCF|HHS|COURTS?|STATE)\b|\bCOUNTY$|\bCNTY\b|\bCITY OF\b|\bPARKING AUTHORITY\b|\bST OF [A-Z]{2}\b|\bCOMPTROLLER\b|\bUNEMP\b|\bELECTIONS\b|\bCHILD SUPPORT\b|\b(?:TREAS|TAX COLLECTOR|TAX COMM(?:ISSION)?|DEPT (?:OF )?(?:REV(?:ENUE)?|LABOR|TAX\w*|TRANSPORTATION|HUMAN|SOCIAL|HEALTH|EDUC\w*)|DEPT REVENUE|DEPT REV|DOR|DEPT OF|STATE (?:TREASURER|CONTROLLER|TEACHERS|BENEFITS?|PENSIONS?|RETIREMENT)|COUNTY (?:TREASURER|CLERK|TAX|ASSESSOR|COURT|SHERIFF)|UNEMPLOYMENT|WORKFORCE COMM\w*|CIRCUIT COURT|MUNICIPAL COURT|DISTRICT COURT|SUPERIOR COURT|RETIREMENT SYSTEM|TOLL AUTHORITY|TURNPIKE AUTH\w*|TRANSIT AUTHORITY|HOUSING AUTHORITY)\b)/,
  utility:
    /^(?!.*\b(?:MONSTER|HOUR ENERGY|GUITARS?|MOTORS?|ELECTRIC (?:BIKE|SCOOTER|SUPPLY|GUITAR|VEHICLE|CONTRACT\w*|SERVICE)|SUPPLY|CONTRACT\w*|GIRL POWER|WILL POWER|STAFF POWER|MAN POWER|SOLAR ENERGY CORP|TOOLS?|GENERAL ELECTRIC|ENERGY DRINK\w*|STOCKS?|MUD (?:PUPPY|RUN|HEN))\b).*(?:\b(?:UTILIT\w*|UTIL|(?:CITY|COUNTY|VALLEY|RURAL|MUNI\w*|REGIONAL|TOWN|PUBLIC) ELECTRIC|ELECTRIC (?:CO|COMPANY|COOP\w*|ASSN|ASSOC\w*|POWER|UTIL\w*|MEMBER\w*|LIGHT|DEPT|AUTH\w*)|ELECTRICITY|PROPANE|TRANSFER STATION|POWER (?:AND )?(?:LIGHT|LT)|POWER (?:CO|COMPANY|COOP|DIST\w*|AUTHORITY)|LIGHT AND POWER|LIGHT POWER|SEWER|SANITATION|WATER (?:UTIL\w*|DEPT|DEPARTMENT|DIST\w*|WORKS|AUTH\w*|CO|COMPANY|SEWER|SVCS?|SERVICES?|BILL|SYSTEM)|GAS (?:CO|COMPANY|UTIL\w*|AND ELECTRIC|ELECTRIC|LIGHT|AUTHORITY)|NATURAL GAS|RURAL ELECTRIC|ELECTRIC COOP\w*|EMC|MUD|PUD|WASTE (?:MGMT|SVCS?|SERVICES|DISPOSAL|SYSTEMS)|TRASH|GARBAGE|REFUSE|DISPOSAL|RECYCLING)\b|\b(?:CITY|COUNTY|MUNICIPAL|REGIONAL|TOWN|VALLEY|METRO|RURAL) (?:WATER|POWER|LIGHT|GAS)\b|\b(?:POWER|ENERGY|HEARTH GAS)$)/,
  telecom:
    /^(?!.*\b(?:CABLE CAR|AUTO|MOBILE (?:WASH|HOME|DETAIL)|SUPPLY|ALABAMA|OF MOBILE|EXXON)\b).*(?:\b(?:WIRELESS|WIRELES|BROADBAND|TELEPHONE|TELEPHONE COOP|TELECOM\w*|CELLULAR|CABLE (?:TV|VISION)?|CABLEVISION|INTERNET SVCS?|MOBILE PHONE|FIBERNET|CLEARFIBER|\w+FIBER)\b|\b(?:CABLE|TELCO|MOBILE)$)/,
  housing:
    /^(?!.*\b(?:INS(?:URANCE)?|PROPERTY (?:CASUALTY|TAX)|UNITED RENTALS|EQUIPMENT|PARTY|TOOL|CAR|TUX\w*|CASUALTY|TAX|VACATION|BOAT|TRUCK|SUNBELT|REALTY INCOME)\b).*\b(?:APARTMENTS?|APTS?|VILLAS|PROPERTY (?:MGMT|MANAGEMENT|MGT|MANAGE\w*|MAN\w*)|PROP MGMT|PROPERTIES|PROPERTY|RENTALS|REALTY|HOA|HOMEOWNERS?|CONDO(?:MINIUM)?S?|RESIDENTIAL|RESIDENCES|LOFTS|OWNERS ASS\w*|COMMUNITY ASS\w*|LEASING OFFICE|TOWNHOMES|MOBILE HOME PARK|HOUSING)\b/,
  retailer:
    /^(?!.*\b(?:MARKET (?:RESEARCH|DATA|MAKER|STREET|ST)|CAPITAL|STOCK|SECURITIES|SUPPLY|MONEY MARKET|EQUIPMENT)\b).*\b(?:SUPERMARKETS?|MARKET|GROCERY|GROCERS?|HARDWARE|CAFE|COFFEE|BAKERY|RESTAURANTS?|PIZZA|GYM|FITNESS|LAUNDRY|LAUNDROMAT|FLORIST|BOOKSTORE|BOUTIQUE|SALON|PHARM)\b/,
  'other: unions': /\b(?:LOCAL \d+|LOCAL|LABOR UNION|AFL CIO)$/,
  'other: services':
    /\b(?:LAW (?:OFFICES?|FIRM|GROUP)|ATTORNEYS?|CPAS?|PLUMBING|ROOFING|LANDSCAPING|SELF STORAGE|STORAGE|TRUCKING|PEST CONTROL)\b/,
  'charity: churches':
    /^(?!.*\b(?:CHURCH (?:DWIGHT|STREET|ST|HILL)|CHURCHS|HOSPITAL|HEALTH|SCHOOLS?|UNIVERSITY|COLLEGE)\b).*\b(?:CHURCH|MINISTRIES|MINISTRY|DIOCESE|PARISH CHURCH|CHARIT(?:Y|IES)|RESCUE MISSION|HUMANE SOC\w*|SYNAGOGUE|MOSQUE|TABERNACLE|CATHEDRAL|BAPTIST|LUTHERAN|METHODIST|PRESBYTERIAN|FOUNDATION$)\b/,
};

/**
 * Words that show another business despite a name from the table: HARTFORD HOSPITAL is not an insurer, REGIONS STADIUM
 * is not a bank.
 */
export const OTHER_BUSINESS_WORDS =
  /\b(?:HOSPITALS?|HOSP|SCHOOLS?|UNIVERSITY|COLLEGE|CHURCH|CREDIT UNION|FCU|PARK|STADIUM|ARENA|RESTAURANTS?|BEACH|CITY|COUNTY|STREET|ROOFING|PLUMBING|DENTISTRY|FARMS?|PACKAGING|FOODS?|BREWING|CONSTRUCTION|TRUCKING|LANDSCAPING|CLEANING|ALUMINUM|STEEL)\b/;
