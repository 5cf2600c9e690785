export const AMOUNT_OPERATORS = ['eq', 'gt', 'lt', 'between'] as const;
export type AmountOperator = (typeof AMOUNT_OPERATORS)[number];

/** SEC codes every institution may meet; the server adds those its own ledger holds (spec "ACH class codes offered"). */
export const DEFAULT_SEC_CODES = [
  'PPD',
  'WEB',
  'TEL',
  'POP',
  'RCK',
  'ARC',
  'CCD',
  'CTX',
  'CIE',
  'ACK',
  'ADV',
  'DNE',
  'ENR',
  'IAT',
  'BOC',
  'MTE',
  'POS',
  'SHR',
] as const;

/** Longest question of a custom report, in characters. */
export const MAX_PROMPT_LENGTH = 2_000;

/** Longest text and longest list a filter takes. */
export const MAX_FILTER_TEXT = 200;
export const MAX_FILTER_CHOICES = 50;
