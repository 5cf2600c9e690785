import type { ActivityCategory } from '@clearwatch/contracts/alerts';

export type PatternCategory = Exclude<ActivityCategory, 'Other Patterns'>;

interface Guideline {
  /** States no limits: they are in the detection policy and can change. */
  looksFor: string;
  /** Short form of `sources` for the card. */
  follows: string;
  sources: string;
}

/** Spec section 2. */
export const GUIDELINES: Record<PatternCategory, Guideline> = {
  'Velocity & Testing': {
    looksFor: 'A burst of entries, or a tiny test entry before a large debit',
    follows: 'Nacha fraud monitoring',
    sources:
      'Nacha fraud monitoring for RDFIs and the micro-entries rule; FFIEC BSA/AML manual, ACH: frequent and large transactions',
  },
  Structuring: {
    looksFor: 'Credits below $10,000 that together exceed it',
    follows: '31 CFR 1010.314',
    sources:
      '31 CFR 1010.314 and 1010.100(xx); FFIEC BSA/AML manual, appendices F and G. ACH is not currency: the pattern matters for suspicious activity reporting, 31 CFR 1020.320 and 12 CFR 748.1(d)',
  },
  'Account Takeover': {
    looksFor: 'An established account drained to new destinations',
    follows: 'FinCEN FIN-2011-A016',
    sources: 'FinCEN advisory FIN-2011-A016, account takeover activity',
  },
  'Kiting & Manipulation': {
    looksFor: 'Nearly equal amounts in and out, or repeated reversals',
    follows: 'Nacha reversals rule',
    sources:
      'Nacha rule on reversals: five banking days, same company, SEC code and amount; common practice in kiting reviews',
  },
  'Unauthorized ACH': {
    looksFor: 'Debits returned as unauthorized, or spread across many accounts',
    follows: 'Regulation E, Nacha',
    sources:
      'Regulation E, 60 days for unauthorized debits; Nacha return rate levels of 0.5, 3 and 15 percent; FinCEN FIN-2012-A010',
  },
  'Business Email Compromise': {
    looksFor: 'A payment that does not fit its receiver, or urgent wording',
    follows: 'FinCEN FIN-2016-A003',
    sources: 'FinCEN advisories FIN-2016-A003 and FIN-2019-A005; NCUA 19-RISK-01; Nacha, false pretenses',
  },
  'Money Mule Activity': {
    looksFor: 'New money that leaves within days',
    follows: 'FinCEN FIN-2020-A003',
    sources:
      'FinCEN advisories FIN-2020-A003 and FIN-2014-A005; FFIEC BSA/AML manual, appendix F; Nacha monitoring of incoming credits',
  },
  'Dormant Account Activity': {
    looksFor: 'Sudden activity after months without an entry',
    follows: 'FFIEC manual, appendix F',
    sources:
      'FFIEC BSA/AML manual, appendix F: an account with little activity suddenly has large deposits and withdrawals',
  },
  'High-Risk Transactions': {
    looksFor: 'A sudden shift to crypto, gambling or cash advances',
    follows: 'FFIEC manual, ACH and IAT',
    sources:
      'FFIEC BSA/AML manual, ACH and IAT due diligence; FinCEN notices on convertible virtual currency; FIN-2012-A010',
  },
};

export const OTHER_PATTERNS: Guideline = {
  looksFor: 'Large credits, many debits in a day, unusual amounts',
  follows: '12 CFR 748.1(d)',
  sources: 'Suspicious activity reporting, 31 CFR 1020.320 and 12 CFR 748.1(d)',
};

export const PATTERN_CATEGORIES = Object.keys(GUIDELINES) as PatternCategory[];

export const guidelineOf = (category: ActivityCategory): Guideline =>
  category === 'Other Patterns' ? OTHER_PATTERNS : GUIDELINES[category];
