/**
 * Questions that a custom report answers, as the form, the User Guide and a report that understood nothing show them. Without
 * digits: a report states no number that is no fact.
 */
export const EXAMPLE_QUESTIONS = [
  'Who are our largest depositors?',
  'Which companies collected the most last month?',
  'How much did members receive this quarter, compared with last quarter?',
  'How many debits were there last week?',
  'When did "ACME PAYROLL" last pay?',
  'Debits by month this year',
  'Why did credits fall last month?',
  'How many structuring alerts are open?',
] as const;
