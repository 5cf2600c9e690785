import type { TransactionType } from '../ledger/ledger-row.ts';
import type { CounterpartyKind } from './counterparty-table.ts';

export const ENTRY_PURPOSES = [
  'transfer',
  'card_payment',
  'loan_payment',
  'loan_proceeds',
  'wages',
  'benefit',
  'tax',
  'tax_refund',
  'bill',
  'purchase',
  'merchant_settlement',
  'investment',
  'account_validation',
  'donation',
  'fee',
  'other',
  'unknown',
] as const;
export type EntryPurpose = (typeof ENTRY_PURPOSES)[number];

export const PURPOSE_WORDS = {
  /** Excludes transfer stations (waste sites) and transfer agents (registrars). */
  transfer:
    /\b(?:TRANSFERS?|TRANSF|TRANSFE|XFERS?|TRNSFR|TRNSFER|TRANSFR|TRSF|TFR|XFR|TRF|TRNSF|EXT TRF|\w+XFR|DDA TO DDA|A2A|P2P|ACCT TO ACCT|SEND MONEY|CASH ?OUT|WALLET|ZELLE|FUNDSTRANSFER|FUNDS XFER|MONEY XFER|ONLINE XFR)\b(?! (?:STATION|AGENT|TAX|FEE|CASE))|\bPMNTTRNSFR\b/,
  income: /\b(?:DIVIDENDS?|DIV|INTEREST|INT PAY\w*|ANNUITY|IRA DIST\w*)\b/,
  /** In a company name, TRANSFER alone may mean a moving company. */
  transferName:
    /\b(?:SEND MONEY|XFER|(?:EXTERNAL|EXT|ONLINE|INTERNET|FUNDS?|ACCOUNT|ACCT|A2A|MOBILE) (?:TRANSFERS?|XFER|TRNSFR))\b/,
  card: /CRCARD|CREDIT ?CARD|CREDIT C(?:A?R)D|\bCC ?P(?:YMT|MT|AY\w*)\b|\bCCPYMT|CARD ?P(?:YM|MT|AY)|\bCARD(?:MEMBER)?\b|\bCRD (?:EPAY|AUTOPAY|PMT|PYMT|PAYMENT)\b|\bBALANCE TRANSFER\b|\bSTORECRD\b/,
} as const;

/** Whole words; first match for the direction wins. Sources: Bureau of the Fiscal Service; Nacha standard entry descriptions. */
const PURPOSES: Readonly<Partial<Record<EntryPurpose | `${TransactionType} ${EntryPurpose}`, RegExp>>> = {
  account_validation:
    /\bACCT ?VER(?:IFY|IF\w*)?\b|\bMICRO ?(?:DEP\w*|ENTRY)\b|\b(?:VERIFYBANK|BANK ?VERIFY|VERIFICATION|VERIFICAT|VERIFY|TRIAL DEP\w*|TRIALDEP|TEST DEP\w*|ACCT VAL\w*|ACCTVAL)\b/,
  'Credit tax_refund':
    /\b(?:TAX ?REF(?:UND)?\w*|TAXREFUND|TAX RFN?D|\w*TAXRFN?D|TAXEIP\w*|STATE ?REFUND|REFUND TAX|INC TAX REF)\b/,
  'Credit benefit':
    /\b(?:XX(?:SOC|SUPP|VA|CIV|RR)\w*|DI (?:DEPOSIT|BENEFIT|PAYMENT)|UNEMP|IHSS|SOC ?SEC|SSA|SSI|SSDI|VACP|VA BENEF\w*|VA COMP|UI ?(?:BENEFIT|BEN|PAYMENT|PAY)?|UNEMPL\w*|DUA|BENEFITS?|PENSIONS?|ANNUITY|RETIREMENT|RETIRE|CHILDCTC|RRB|WORKERS? ?COMP|DISABILITY|SNAP|TANF|FIN ?AID|FINANCIAL AID|CHILD ?SUPP\w*|STIMULUS|CIV SERV|OPM1?|FEDRETIRE|SURVIVOR)\b/,
  'Credit wages':
    /\b(?:PAYROLL\w*|PAY ROLL|PAYRLL|SALARY|SALARIES|DIR(?:ECT)? ?DEP(?:OSIT)?S?|DIRECTDEP|DIRDEP|DD|WAGES?|BONUS|PAYCHECK|REG ?SALARY|FED ?SAL\w*|NET ?PAY|PPDPAYROLL|EMP PAY|EMPLOYEE PAY|DFAS|MIL PAY|(?:AF|ARMY|NAVY|USMC|USAF) PAY|RET NET|ARMY ACT|COMMISSIONS?)\b|^PAY$/,
  'Debit wages': /\b(?:PAYROLL|WAGE ?PAY|DIR(?:ECT)? ?DEP|NET PAY)\b/,
  tax: /\b(?:USATAXPYMT|TAX(?:ES)?|TAX ?P(?:YMT|MT|AY\w*)|TAXPYMT|TAXPMT|IRS|EFTPS|PROPTAX|PROPERTYTAX|FTB|CDTFA|EST ?TAX|SALES ?TAX\w*|FRANCHISE TAX|REVENUE)\b/,
  'Debit fee':
    /\b(?:FEES?|SERVICE CH\w*|SVC CH\w*|SVC CHG|ANALYSIS|FINE|NSF|LATE CHARGE|MEMBERSHIP|SEASON FEE|MONTHLY FEE)\b(?! (?:SIMPLE))/,
  'Debit other': /\bCHILD ?SUPP\w*|\b(?:GARNISH\w*|ALIMONY)\b/,
  'Debit donation':
    /\b(?:DONATIONS?|DONATE|DONAT|TITHES?|TITHING|OFFERING|CHARITY|GIVING|PLEDGE|CONTRIB(?:UTION)?S? CHURCH|GIFT(?! ?CARD))\b/,
  'Credit loan_proceeds':
    /\b(?:LOANS?|LN|MTG|MORTGAGE|HELOC|LENDING|CASH ?ADV(?:ANCE)?|EXTRACASH)\b|\b(?:LOAN|LN) ?(?:DISB|FUND|PROC)\w*/,
  'Debit card_payment': PURPOSE_WORDS.card,
  'Debit loan_payment':
    /\bSTU\w*LOANS?\b|\b(?:LOANS?|LOAN ?P(?:YMT|MT|AY\w*)|LOANPMT|LOANPYMT|LN ?P(?:YMT|MT)|LN|MTG\w*|MORTG(?:AGE)?|MTGE|HELOC|LENDING|STDNT LN|CASH ADV(?:ANCE)?|ADVANCE)\b/,
  'Credit merchant_settlement':
    /\b(?:SETTLEMENT|SETTLE|STLMNT|SETLMNT|MTOT DEP|BANKCARD|BTOT DEP|BNKCD|MERCH DEP|MERCHDEP|CARD DEPOSIT)\b/,
  investment:
    /\b(?:INVEST\w*|IRA|IRA CONTR\w*|401K|BROKERAGE|DIVIDENDS?|DIV|MUTUAL FUND\w*|MONEYLINE|ROTH|529|BUY INVEST\w*|SECURITIES|INTEREST|INT PAY\w*|ANNUITY|STOCK)\b/,
  transfer: PURPOSE_WORDS.transfer,
  'Debit bill':
    /\b(?:RENT|RENTALS?|RENT ?PMTS?|RENT ?PYMT|HOA\w*|LEASE|TUITION|INS(?:URANCE)?|INS ?P(?:REM|YMT|MT)\w*|PREMS?|PREMIUM|UTIL\w*|ELEC\w*|WATER|SEWER|GAS BILL|GAS PYMT|BILL|BILLS|BILL ?P(?:AY|YMT|MT)\w*|BILLPAY|PHONE|CABLE|INTERNET|COPAY|MEDICAL|DUES)\b/,
  'Debit purchase':
    /\b(?:PURCHASE|PURCH|PURCHASES|SALE|SALES|POS|ORDER|SUBSCR\w*|RECURRING|STORE|SHOPPING|WAGER\w*|BETS?|LOTTERY|INVOICE|VENDOR P\w+|CHECKPAYMT|CHECK PYMT)\b/,
  'Credit other':
    /\b\w*CLAIM ?P\w+\b|\bSTUDENTREF\b|\b(?:REFUNDS?|REBATES?|CLAIMS?|REIMB\w*|EXPENSES?|CASH ?BACK|REVERSAL|VENDOR ?P\w+|VENDORPMT|EDI P\w+|INVOICE|PAYOUTS?|WINNINGS|ROYALT\w+|SETTLEMENT|TRADE ?P\w+|CORP ?PMT|AP PAYMENT|ACCTS PAY|CREDIT MEMO)\b/,
};

/** @param description in plain words (`plainWords`) */
function purposeFromDescription(description: string, type: TransactionType): EntryPurpose {
  const row = Object.entries(PURPOSES).find(([name, pattern]) => {
    const [direction, purpose] = name.split(' ');
    return (purpose === undefined || direction === type) && pattern.test(description);
  });
  return (row?.[0].split(' ').at(-1) as EntryPurpose | undefined) ?? 'unknown';
}

export type CreditDetail = 'unemployment' | 'claim' | 'distribution' | 'expense';

/** First match wins. Unemployment is first: benefits from several states in one account indicate money mules (FIN-2020-A003). */
export const CREDIT_DETAILS: Readonly<Record<CreditDetail, RegExp>> = {
  unemployment: /\b(?:UI|EDD|DUA|ESD|DEPT OF LABOR|UNEMPLOYMENT|UNEMP)\b/,
  claim: /\bCLAIMS?\b|CLAIM ?P(?:MT|YMT|AY)/,
  distribution: /\b(?:IRA DIST\w*|DIVIDENDS?|ANNUITY|FIN AID)\b/,
  expense: /\b(?:EXPENSES?|EXP REIMB)\b|\bREIMBURS/,
};

export function firstMatch<Name extends string>(
  patterns: Readonly<Partial<Record<Name, RegExp>>>,
  words: string,
): Name | undefined {
  return (Object.entries(patterns) as [Name, RegExp][]).find(([, pattern]) => pattern.test(words))?.[0];
}

const BILLERS: readonly CounterpartyKind[] = ['utility', 'telecom', 'insurer', 'housing', 'school', 'health'];

export const isLender = (kind: CounterpartyKind) => kind.endsWith('_lender');

/** Purposes that a company name can show: "CTDOL UNEMP COMP" pays benefits. */
const PURPOSES_BY_NAME: ReadonlySet<EntryPurpose> = new Set([
  'benefit',
  'wages',
  'tax_refund',
  'card_payment',
  'loan_payment',
  'loan_proceeds',
]);

/** Returns `unknown` when the name does not show the purpose. @param name in plain words */
export function purposeFromName(name: string, type: TransactionType): EntryPurpose {
  const purpose = purposeFromDescription(name, type);
  const isShown = PURPOSES_BY_NAME.has(purpose) || (purpose === 'transfer' && PURPOSE_WORDS.transferName.test(name));
  return isShown ? purpose : 'unknown';
}

interface ClassifiedEntry {
  kind: CounterpartyKind;
  name: string;
  namePurpose: EntryPurpose;
  description: string;
  type: TransactionType;
}

export function purposeOfEntry(entry: ClassifiedEntry): EntryPurpose {
  const { kind, name, description, type } = entry;
  const isCredit = type === 'Credit';
  const described = purposeFromDescription(description, type);
  const purpose = described === 'unknown' ? entry.namePurpose : described;
  if (purpose === 'account_validation') return purpose;
  if (kind === 'processor') return processorPurpose(purpose, entry);
  if (kind === 'card_issuer' && isCredit && /\b(?:SETTLEMENT|SETTLE|COLLECTION|MERCH\w*)\b/.test(description))
    return 'merchant_settlement';
  if (kind === 'card_issuer' && !isCredit && ['unknown', 'bill', 'card_payment'].includes(purpose))
    return 'card_payment';
  if (isLender(kind) && !isCredit && ['unknown', 'bill', 'transfer'].includes(purpose))
    return /\b(?:INS|INSUR|INSURANCE|PREMS?|PREMIUM)\b/.test(description) ? 'bill' : 'loan_payment';
  if (isLender(kind) && isCredit && ['unknown', 'transfer'].includes(purpose)) {
    const isPayout = kind === 'payday_lender' || /\b(?:DISB\w*|FUND\w*|PROCEEDS|LOAN|ADVANCE)\b/.test(description);
    return isPayout ? 'loan_proceeds' : 'unknown';
  }
  if (purpose === 'merchant_settlement' && kind === 'unknown')
    return /\b(?:MERCH\w*|PMTS?|PAYMENTS?|BANKCARD|CARDS?|PROCESS\w*)\b/.test(name) ? purpose : 'other';
  return purpose === 'unknown' ? usualPurpose(entry) : refinedPurpose(purpose, kind, type);
}

function usualPurpose({ kind, description, type }: ClassifiedEntry): EntryPurpose {
  const isCredit = type === 'Credit';
  if (kind === 'payment_app') return /\b(?:PURCHASE|IAT PAYPAL|ECHECK)\b/.test(description) ? 'purchase' : 'transfer';
  if (kind === 'remittance') return 'transfer';
  if (kind === 'crypto' || kind === 'broker') return 'investment';
  if (kind === 'payroll') return isCredit ? 'wages' : 'unknown';
  if (kind === 'gambling' && isCredit) return 'other';
  if (isCredit) return 'unknown';
  if (BILLERS.includes(kind)) return 'bill';
  if (kind === 'charity') return 'donation';
  return kind === 'retailer' || kind === 'gambling' ? 'purchase' : 'unknown';
}

function processorPurpose(purpose: EntryPurpose, { description, type }: ClassifiedEntry): EntryPurpose {
  const isCredit = type === 'Credit';
  if (/\b(?:FEES?|DISCOUNT|DISC|INTERCHNG|INTERCHANGE|BILLNG|BILLING)\b/.test(description))
    return isCredit ? 'unknown' : 'fee';
  if (['wages', 'purchase', 'loan_payment', 'donation', 'tax'].includes(purpose)) return purpose;
  const isSettlement = /\b(?:SETTLEMENT|SETTLE|TRANSFER|CHARGEBACK|ADJ\w*|DEP|DEPOSIT)\b/.test(description);
  return isCredit || isSettlement || purpose === 'transfer' ? 'merchant_settlement' : purpose;
}

function refinedPurpose(purpose: EntryPurpose, kind: CounterpartyKind, type: TransactionType): EntryPurpose {
  const isCredit = type === 'Credit';
  if (kind === 'broker' && purpose === 'transfer') return 'investment';
  if (kind === 'government' && purpose === 'investment' && isCredit) return 'benefit';
  if (purpose === 'tax' && isCredit) return kind === 'government' ? 'tax_refund' : 'other';
  if (purpose === 'transfer' && kind === 'utility') return 'bill';
  return purpose;
}
