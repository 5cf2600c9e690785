/** Lines of business that supervisors call high-risk for the ACH. */
export type HighRiskLine = 'cryptocurrency' | 'gambling' | 'payday or cash advance' | 'money remittance';

/**
 * Words of a company's name that say its line, as whole words of its `companyKey`. Bare "CASH", "LOAN", "COIN" or "BET"
 * are not among them: CASH APP, mortgage lenders, COIN LAUNDRY and BET HOLDINGS are ordinary.
 * Sources: FFIEC BSA/AML manual, ACH and third-party processors; FinCEN FIN-2012-A010 and notices on virtual currency.
 */
const LINES: readonly [HighRiskLine, RegExp][] = [
  [
    'cryptocurrency',
    /\b(?:CRYPTO(?!GRAPH)\w*|BITCOIN|BTC|COINBASE|COINFLIP|COINHUB|COINCLOUD|KRAKEN|BINANCE|BITSTAMP|BITPAY|BLOCKCHAIN|MOONPAY|GEMINI TRUST)\b/,
  ],
  [
    'gambling',
    /\b(?:CASINOS?|SPORTSBOOK|SPORTS BET\w*|GAMBLING|BETTING|POKER\w*|BETRIVERS|BET365|POINTSBET|DRAFTKINGS|FANDUEL|BETMGM|BOVADA|BETONLINE|PRIZEPICKS)\b/,
  ],
  [
    'payday or cash advance',
    /\b(?:PAYDAY|CASH ADVANCE|ADVANCE AMERICA|CHECK N GO|QUICK CASH|SPEEDY CASH|CASHNETUSA|TITLE LOANS?|CHECK INTO CASH|ACE CASH EXPRESS)\b/,
  ],
  [
    'money remittance',
    /\b(?:WESTERN UNION|MONEYGRAM|REMITLY|WORLDREMIT|RIA FINANCIAL|XOOM|SENDWAVE|INTERMEX|MONEY TRANSFER)\b/,
  ],
];

/**
 * The high-risk line of business that a company's name tells, or null.
 *
 * @param companyKey as `companyKey` gives it
 */
export function highRiskLineOf(companyKey: string): HighRiskLine | null {
  return LINES.find(([, pattern]) => pattern.test(companyKey))?.[0] ?? null;
}
