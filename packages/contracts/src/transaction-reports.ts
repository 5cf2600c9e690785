export const AMOUNT_OPERATORS = ['eq', 'gt', 'lt', 'between'] as const;
export type AmountOperator = (typeof AMOUNT_OPERATORS)[number];

/** The server adds the codes in its ledger (spec "ACH class codes offered"). */
export const DEFAULT_SEC_CODES: readonly string[] =
  'PPD WEB TEL POP RCK ARC CCD CTX CIE ACK ADV DNE ENR IAT BOC MTE POS SHR'.split(' ');

export const MAX_PROMPT_LENGTH = 2_000;

export const MAX_FILTER_TEXT = 200;
export const MAX_FILTER_CHOICES = 50;
