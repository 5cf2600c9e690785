import table from './company-names.json' with { type: 'json' };

/** An institution may be of several kinds. */
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
  retailer: 'Retailer or service',
  charity: 'Charity',
  employer: 'Employer',
  other: 'Other business',
  unknown: 'Unknown line of business',
} as const;
export type CounterpartyKind = keyof typeof COUNTERPARTY_LABELS;

/** Public lists, or the descriptors that a company publishes for its own ACH entries. */
const SOURCES = {
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
  words: 'The word itself, as the line of business writes it in its name',
} as const;

interface NamedCompanies {
  /** The usual kind first. */
  kinds: readonly [CounterpartyKind, ...CounterpartyKind[]];
  source: keyof typeof SOURCES;
  /** Beginnings of names, as whole words. */
  names: readonly string[];
  /** For names that are also ordinary words or other companies': the only words that may follow, besides neutral ones. */
  only?: readonly string[];
}

/** Companies by name; the first that matches wins, so a division comes before its bank. */
export const NAMED_COMPANIES = table.companies as unknown as readonly NamedCompanies[];
/** Legal forms, words of payment and of the web that may follow a company's own name. */
export const NEUTRAL_WORDS: readonly string[] = table.neutralWords;
/** Recognized by their first four letters or more, because NACHA cuts company names at 16 characters. */
export const TRUNCATED_WORDS: readonly string[] = table.truncatedWords;

export const sourceDescription = (source: keyof typeof SOURCES): string => SOURCES[source];

interface WordRow {
  kind: CounterpartyKind;
  /** Whole words anywhere in the name. */
  pattern: RegExp;
  /** Other names with these words. */
  except?: RegExp;
}

/** By words in names that are not in the table; the first row that matches wins. */
export const BUSINESS_WORDS: readonly WordRow[] = [
  { kind: 'charity', pattern: /\b(?:FOOD BANK|FOODBANK)\b/ },
  { kind: 'health', pattern: /\b(?:BLOOD BANK|BLOOD CENTER|URGENT CARE)\b/ },
  {
    kind: 'crypto',
    pattern: /\b(?:CRYPTO(?!GRAPH)\w*|BITCOIN|BTC|BLOCKCHAIN)\b/,
  },
  {
    kind: 'gambling',
    pattern: /\b(?:CASINOS?|SPORTSBOOK|SPORTSBK|SPORTS BET\w*|GAMBLING|BETTING|POKER\w*)\b/,
    except: /\b(?:PARTY RENTAL|CASINO NIGHT)\b/,
  },
  {
    kind: 'payday_lender',
    pattern: /\b(?:PAYDAY|CASH ADVANCE|TITLE LOANS?|FAST CASH)\b/,
    except: /\bPAYDAY CANDY\b/,
  },
  {
    kind: 'remittance',
    pattern: /\b(?:MONEY TRANSFERS?|REMITTANCES?|REMESAS|ENVIOS)\b/,
    except: /\bREMITTANCE PROC/,
  },
  {
    kind: 'bank',
    pattern:
      /\b(?:CREDIT UNION|CREDIT UNIO|CREDIT UN|CR UNION|CRED UNION|FCU|CU|C U|FEDERAL CREDIT|FED CREDIT UNION|FED CU)\b/,
  },
  {
    kind: 'student_lender',
    pattern:
      /\b(?:STUDENT ?LOANS?|STUDENT LN|STDNT LN|STDNT LOAN|CAMPUS ?LOANS?|ED(?:UCATION)? LOANS?)\b|\bSTUDENTLOAN/,
  },
  {
    kind: 'mortgage_lender',
    pattern: /\b(?:MTG|MORTG(?:AGE)?|MTGE|MORTGAGES|HOME ?LOANS?|HELOC|HOME LENDING|HOME LN)\b/,
    except: /\b(?:INS(?:URANCE)?|TITLE|BROKERS? ASSN)\b/,
  },
  {
    kind: 'auto_lender',
    pattern:
      /\b(?:AUTO(?:MOTIVE)?|CAR|TRUCK|MOTORS?|VEHICLE)\b(?: \w+)?? (?:FIN(?:ANCE|ANCIAL|ANC\w*)?|CREDI?T|CREDT|CRDT|CR|LOANS?|LN|ACCEPT(?:ANCE)?|LENDING)\b/,
    except: /\bINS(?:URANCE)?\b/,
  },
  {
    kind: 'card_issuer',
    pattern:
      /\b\w*MASTERCARD\b|\bVISA$|\b(?:CREDIT ?CARDS?|CREDIT C?R?D|CARDMEMBER|BANK ?CARD (?:SVCS?|SERVICES?)|BANK CARD|CARD SERVICES?|CARD SVCS?)\b|\bCARD$/,
    except: /\b(?:GIFT|GREETING|BUSINESS CARDS?|ID CARD|MEDICAL CARD|POST|TRADING|PHONE)\b|MERCH/,
  },
  { kind: 'payroll', pattern: /\bPAYROLL\b/ },
  {
    kind: 'insurer',
    pattern:
      /\b(?:INSURANCE|INSUR|INSURAN\w*|ASSURANCE|INS CO|LIFE INS|AUTO INS|HOME INS|LIFE INSUR\w*|CASUALTY|HEALTH PLANS?)\b|\bINS$/,
    except: /\b(?:QUALITY ASSURANCE|BROKERAGE HOUSE)\b/,
  },
  { kind: 'gambling', pattern: /\bLOTTERY\b/ },
  {
    kind: 'broker',
    pattern:
      /\b(?:BROKERAGE|SECURITIES|STOCK ?BROKERS?|(?<!(?:INSURANCE|INS|MORTGAGE|FREIGHT|FOOD|CUSTOMS|YACHT|REALTY|ENERGY|AUTO|TITLE) )BROKERS|INVESTMENTS|MUTUAL FUNDS?|INDEX FUNDS?)\b/,
    except: /\b(?:FREIGHT|CUSTOMS|PROPERTY|REAL ESTATE|INSURANCE)\b/,
  },
  {
    kind: 'bank',
    pattern:
      /\b(?:BANK|BANKING|BANCORP|BANCSHARES|BANC|BANCO|SAVINGS|NATL BK|NATIONAL BK|STATE BK|BK|TRUST (?:CO|COMPANY|NA|N A)|FSB)\b|\b\w{3,}BANK\b|^(?:FIRST|NORTH\w*|SOUTH\w*|PIONEER|\w+) TRUST$/,
    except:
      /\b(?:BANK (?:ROAD|RD|STREET|ST|LANE|HOLIDAY|NOTE)|SEED|TISSUE|EYE|MILK|TOY|DIAPER|CLOTHING|DATA|POWER|RIVER|PIGGY|OUTER|SPERM|MEMORY|JOB|LAND|DATABANK|BURBANK|FAIRBANK|RIVERBANK|EUBANK|FIREBANK|MOUNTEBANK|WILBANK|TIME|FAMILY TRUST|LIVING TRUST|HEALTH TRUST|BENEFIT TRUST|PENSION TRUST|PUBLIC TRUST|WELFARE TRUST|COIN|SAVINGS CENTER|SAVINGS CLUB|BIG SAVINGS)\b/,
  },
  {
    kind: 'personal_lender',
    pattern: /\b(?:PERSONAL LOANS?|CONSUMER LOANS?|INSTALLMENT LOANS?|INSTALLMENT LENDING)\b/,
  },
  {
    kind: 'health',
    pattern:
      /\b(?:HOSPITALS?|HOSP|CLINICS?|MEDICAL|DENTAL|DENTISTRY|DENTISTS?|ORTHODONTICS?|ORTHOPEDICS?|PEDIATRICS?|HEALTHCARE|HEALTH(?: (?:SYSTEM|SVCS?|SERVICES?|CENTER|CARE|DEPT))?|CARDIOLOGY|DERMATOLOGY|RADIOLOGY|PHYSICIANS?|ANESTHESIA|CHIROPRACTIC|PHARMACY|OPTOMETRY|EYE CARE|SURGERY|SURGICAL|PHYSICAL THERAPY|URGENT CARE|IMMEDIATE CARE|VETERINARY|DDS|DMD|FAMILY PRACTICE|HOSPICE|DIALYSIS|ONCOLOGY|COUNSELING|PSYCHIATRY|PSYCHOLOGY)\b/,
    except: /\b(?:HEALTH (?:CLUB|FOODS?)|PET PHARMACY|MEDICAL SUPPLY)\b/,
  },
  {
    kind: 'school',
    pattern:
      /\b(?:UNIVERSITY|UNIVERSITIES|UNIV|SCHL|SCH DIST\w*|LEARNING CENTER|STATE U|COLLEGE|COLLEGES|SCHOOLS?|ELEMENTARY|SCHOOL DIST\w*|ISD|USD|PRESCHOOL|MONTESSORI|DAYCARE|CHILDCARE|CHILD CARE|TUITION)\b/,
    except:
      /\b(?:UNIVERSITY (?:FED\w*|CR\w*|FCU|CU|BANK|VILLAGE|HEIGHTS|PARK|INN|APTS?|APARTMENTS|SQUARE|TOWERS?|AVE|MALL|LOANS?|COMM\w*)|COLLEGE (?:PARK|AVE|INN|STATION|HUNKS|APTS?|SQUARE|HILL)|UNIVERSITY OF BEER|DRIVING SCHOOL SUPPLY|SCHOOL (?:SPECIALTY|SUPPLY|OUTFITTERS|HOUSE|PICTURES|BUS)|OLD SCHOOL|SCHOOLHOUSE)\b/,
  },
  {
    kind: 'government',
    pattern:
      /\bTREAS(?:URY)? ?310\b|^[A-Z]{2} (?:DEPT|DOR|DOL|TREAS\w*|TAX\w*|REVENUE|CHILD|LABOR|UI|DHS|DMV|DOT|SDU|DES|DCF|HHS|COURTS?|STATE)\b|\bCOUNTY$|\bCNTY\b|\bCITY OF\b|\bPARKING AUTHORITY\b|\bST OF [A-Z]{2}\b|\bCOMPTROLLER\b|\bUNEMP\b|\bELECTIONS\b|\bCHILD SUPPORT\b|\b(?:TREAS|TAX COLLECTOR|TAX COMM(?:ISSION)?|DEPT (?:OF )?(?:REV(?:ENUE)?|LABOR|TAX\w*|TRANSPORTATION|HUMAN|SOCIAL|HEALTH|EDUC\w*)|DEPT REVENUE|DEPT REV|DOR|DEPT OF|STATE (?:TREASURER|CONTROLLER|TEACHERS|BENEFITS?|PENSIONS?|RETIREMENT)|COUNTY (?:TREASURER|CLERK|TAX|ASSESSOR|COURT|SHERIFF)|UNEMPLOYMENT|WORKFORCE COMM\w*|CIRCUIT COURT|MUNICIPAL COURT|DISTRICT COURT|SUPERIOR COURT|RETIREMENT SYSTEM|TOLL AUTHORITY|TURNPIKE AUTH\w*|TRANSIT AUTHORITY|HOUSING AUTHORITY)\b/,
    except: /\bTREASURE\b/,
  },
  {
    kind: 'utility',
    pattern:
      /\b(?:UTILIT\w*|UTIL|(?:CITY|COUNTY|VALLEY|RURAL|MUNI\w*|REGIONAL|TOWN|PUBLIC) ELECTRIC|ELECTRIC (?:CO|COMPANY|COOP\w*|ASSN|ASSOC\w*|POWER|UTIL\w*|MEMBER\w*|LIGHT|DEPT|AUTH\w*)|ELECTRICITY|PROPANE|TRANSFER STATION|POWER (?:AND )?(?:LIGHT|LT)|POWER (?:CO|COMPANY|COOP|DIST\w*|AUTHORITY)|LIGHT AND POWER|LIGHT POWER|SEWER|SANITATION|WATER (?:UTIL\w*|DEPT|DEPARTMENT|DIST\w*|WORKS|AUTH\w*|CO|COMPANY|SEWER|SVCS?|SERVICES?|BILL|SYSTEM)|GAS (?:CO|COMPANY|UTIL\w*|AND ELECTRIC|ELECTRIC|LIGHT|AUTHORITY)|NATURAL GAS|RURAL ELECTRIC|ELECTRIC COOP\w*|EMC|MUD|PUD|WASTE (?:MGMT|SVCS?|SERVICES|DISPOSAL|SYSTEMS)|TRASH|GARBAGE|REFUSE|DISPOSAL|RECYCLING)\b|\b(?:CITY|COUNTY|MUNICIPAL|REGIONAL|TOWN|VALLEY|METRO|RURAL) (?:WATER|POWER|LIGHT|GAS)\b|\b(?:POWER|ENERGY|HEARTH GAS)$/,
    except:
      /\b(?:MONSTER|HOUR ENERGY|GUITARS?|MOTORS?|ELECTRIC (?:BIKE|SCOOTER|SUPPLY|GUITAR|VEHICLE|CONTRACT\w*|SERVICE)|SUPPLY|CONTRACT\w*|GIRL POWER|WILL POWER|STAFF POWER|MAN POWER|SOLAR ENERGY CORP|TOOLS?|GENERAL ELECTRIC|ENERGY DRINK\w*|STOCKS?|MUD (?:PUPPY|RUN|HEN))\b/,
  },
  {
    kind: 'telecom',
    pattern:
      /\b(?:WIRELESS|WIRELES|BROADBAND|TELEPHONE|TELEPHONE COOP|TELECOM\w*|CELLULAR|CABLE (?:TV|VISION)?|CABLEVISION|INTERNET SVCS?|MOBILE PHONE|FIBERNET|CLEARFIBER|\w+FIBER)\b|\b(?:CABLE|TELCO|MOBILE)$/,
    except: /\b(?:CABLE CAR|AUTO|MOBILE (?:WASH|HOME|DETAIL)|SUPPLY|ALABAMA|OF MOBILE|EXXON)\b/,
  },
  {
    kind: 'housing',
    pattern:
      /\b(?:APARTMENTS?|APTS?|VILLAS|PROPERTY (?:MGMT|MANAGEMENT|MGT|MANAGE\w*|MAN\w*)|PROP MGMT|PROPERTIES|PROPERTY|RENTALS|REALTY|HOA|HOMEOWNERS?|CONDO(?:MINIUM)?S?|RESIDENTIAL|RESIDENCES|LOFTS|OWNERS ASS\w*|COMMUNITY ASS\w*|LEASING OFFICE|TOWNHOMES|MOBILE HOME PARK|HOUSING)\b/,
    except:
      /\b(?:INS(?:URANCE)?|PROPERTY (?:CASUALTY|TAX)|UNITED RENTALS|EQUIPMENT|PARTY|TOOL|CAR|TUX\w*|CASUALTY|TAX|VACATION|BOAT|TRUCK|SUNBELT|REALTY INCOME)\b/,
  },
  {
    kind: 'retailer',
    pattern:
      /\b(?:SUPERMARKETS?|MARKET|GROCERY|GROCERS?|HARDWARE|CAFE|COFFEE|BAKERY|RESTAURANTS?|PIZZA|GYM|FITNESS|LAUNDRY|LAUNDROMAT|FLORIST|BOOKSTORE|BOUTIQUE|SALON|PHARM)\b/,
    except:
      /\b(?:MARKET (?:RESEARCH|DATA|MAKER|STREET|ST)|CAPITAL|STOCK|SECURITIES|SUPPLY|MONEY MARKET|EQUIPMENT)\b/,
  },
  { kind: 'other', pattern: /\b(?:LOCAL \d+|LOCAL|LABOR UNION|AFL CIO)$/ },
  {
    kind: 'other',
    pattern:
      /\b(?:LAW (?:OFFICES?|FIRM|GROUP)|ATTORNEYS?|CPAS?|PLUMBING|ROOFING|LANDSCAPING|SELF STORAGE|STORAGE|TRUCKING|PEST CONTROL)\b/,
  },
  {
    kind: 'charity',
    pattern:
      /\b(?:CHURCH|MINISTRIES|MINISTRY|DIOCESE|PARISH CHURCH|CHARIT(?:Y|IES)|RESCUE MISSION|HUMANE SOC\w*|SYNAGOGUE|MOSQUE|TABERNACLE|CATHEDRAL|BAPTIST|LUTHERAN|METHODIST|PRESBYTERIAN|FOUNDATION$)\b/,
    except: /\b(?:CHURCH (?:DWIGHT|STREET|ST|HILL)|CHURCHS|HOSPITAL|HEALTH|SCHOOLS?|UNIVERSITY|COLLEGE)\b/,
  },
];

/** Other businesses named with one of the table's words: HARTFORD HOSPITAL is no insurer, REGIONS STADIUM no bank. */
export const OTHER_BUSINESS_WORDS =
  /\b(?:HOSPITALS?|HOSP|SCHOOLS?|UNIVERSITY|COLLEGE|CHURCH|CREDIT UNION|FCU|PARK|STADIUM|ARENA|RESTAURANTS?|BEACH|CITY|COUNTY|STREET|ROOFING|PLUMBING|DENTISTRY|FARMS?|PACKAGING|FOODS?|BREWING|CONSTRUCTION|TRUCKING|LANDSCAPING|CLEANING|ALUMINUM|STEEL)\b/;
