export const AMOUNT_OPERATORS = ['eq', 'gt', 'lt', 'between'] as const;
export type AmountOperator = (typeof AMOUNT_OPERATORS)[number];
