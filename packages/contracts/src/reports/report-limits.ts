/** Longest question of a custom report, in characters. */
export const MAX_PROMPT_LENGTH = 2_000;

/** Longest text and longest list a filter takes. */
export const MAX_FILTER_TEXT = 200;
export const MAX_FILTER_CHOICES = 50;
